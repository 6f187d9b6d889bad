import { expect, test } from 'playwright/test';
import {
  formatBoardLink,
  findCallToWatch,
  isCallId,
  parseCallPath,
  formatCallPath,
  readCallsFromLink,
  readCallsFromSearch,
} from './address.ts';

const origin = 'https://console.example';

const ODD = ['a/b c+d&é#?', '007', '100%', '%2F', "it's", 'x?id=y', 'ü/../z', '😀', 'a;b', '<b>'];

for (const id of ODD) {
  test(`keeps the ID ${id} in an address`, () => {
    expect(parseCallPath(new URL(formatCallPath(id), origin).pathname)).toBe(id);
    expect(readCallsFromSearch(new URL(formatBoardLink(origin, [id, 'b'])).search)).toEqual([id, 'b']);
    expect(readCallsFromLink(origin + formatCallPath(id), origin)).toEqual([id]);
  });
}

test('reads a call only from a path below the board', () => {
  expect(parseCallPath('/calls')).toBeUndefined();
  expect(parseCallPath('/calls/')).toBeUndefined();
  expect(parseCallPath('/webhooks/a')).toBeUndefined();
  expect(parseCallPath('/calls/%')).toBe('%');
  expect(parseCallPath('/calls/a/b')).toBe('a/b');
});

test('reads calls only from the parameter id', () => {
  expect(readCallsFromSearch('?id=a&id=b+c&x=1&id=&identity=z')).toEqual(['a', 'b+c']);
  expect(readCallsFromSearch('')).toEqual([]);
});

test('reads calls only from links of a console', () => {
  for (const other of ['https://other.example/recalls/a', `${origin}/webhooks/a`, `${origin}/calls`])
    expect(readCallsFromLink(other, origin)).toBeUndefined();
});

test('accepts one line that fits into an address as a call ID', () => {
  for (const id of [...ODD, 'a b', 'x'.repeat(512)]) expect(isCallId(id)).toBe(true);
  for (const id of ['', ' ', '\uD800', 'a\nb', 'x'.repeat(513)]) expect(isCallId(id)).toBe(false);
});

test('asks at once only for the single call of an address', () => {
  const ask = (address: string) => findCallToWatch(new URL(address, origin));
  for (const id of ODD) expect(ask(formatCallPath(id))).toBe(id);
  expect(ask('/calls/a?id=a')).toBe('a');
  for (const address of ['/calls', '/calls/a?id=b', '/calls?id=a', '/calls/a%0Ab', '/webhooks/a']) {
    expect(ask(address)).toBeUndefined();
  }
});
