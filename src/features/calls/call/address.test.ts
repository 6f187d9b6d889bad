import { expect, test } from 'playwright/test';
import {
  boardLink,
  findCallToAsk,
  isCallId,
  parseCallPath,
  pathOfCall,
  readCallsFromLink,
  readCallsFromSearch,
} from './address.ts';

const origin = 'https://console.example';

const ODD = ['a/b c+d&é#?', '007', '100%', '%2F', "it's", 'x?id=y', 'ü/../z', '😀', 'a;b', '<b>'];

for (const id of ODD) {
  test(`the address keeps the ID ${id}`, () => {
    expect(parseCallPath(new URL(pathOfCall(id), origin).pathname)).toBe(id);
    expect(readCallsFromSearch(new URL(boardLink(origin, [id, 'b'])).search)).toEqual([id, 'b']);
    expect(readCallsFromLink(origin + pathOfCall(id), origin)).toEqual([id]);
  });
}

test('an address names a call only below the board', () => {
  expect(parseCallPath('/calls')).toBeUndefined();
  expect(parseCallPath('/calls/')).toBeUndefined();
  expect(parseCallPath('/webhooks/a')).toBeUndefined();
  expect(parseCallPath('/calls/%')).toBe('%');
  expect(parseCallPath('/calls/a/b')).toBe('a/b');
});

test('a query names calls by id alone', () => {
  expect(readCallsFromSearch('?id=a&id=b+c&x=1&id=&identity=z')).toEqual(['a', 'b+c']);
  expect(readCallsFromSearch('')).toEqual([]);
});

test('only a link to a call is read as one', () => {
  for (const other of ['https://elsewhere.example/calls/a', `${origin}/webhooks/a`, `${origin}/calls`])
    expect(readCallsFromLink(other, origin)).toBeUndefined();
});

test('a call ID is one line that an address can carry', () => {
  for (const id of [...ODD, 'a b', 'x'.repeat(512)]) expect(isCallId(id)).toBe(true);
  for (const id of ['', ' ', '\uD800', 'a\nb', 'x'.repeat(513)]) expect(isCallId(id)).toBe(false);
});

test('only a page with one call asks for it at once', () => {
  const ask = (address: string) => findCallToAsk(new URL(address, origin));
  for (const id of ODD) expect(ask(pathOfCall(id))).toBe(id);
  expect(ask('/calls/a?id=a')).toBe('a');
  for (const address of ['/calls', '/calls/a?id=b', '/calls?id=a', '/calls/a%0Ab', '/webhooks/a']) {
    expect(ask(address)).toBeUndefined();
  }
});
