import { expect, test } from 'playwright/test';
import {
  formatBoardLink,
  parseCallPath,
  readCallsFromLink,
  readCallsFromSearch,
  findCallToWatch,
  isCallId,
  formatCallPath,
} from '#src/features/calls/call/address.ts';
import { findInputError, needsPreview } from './input.ts';
import { readTypedIds } from './read-ids.ts';

const origin = 'https://console.example';
const read = (text: string, watched: string[] = []) =>
  readTypedIds(text, { isWatched: (id) => watched.includes(id), origin });

const ODD = ['a/b c+d&é#?', '007', '100%', '%2F', "it's", 'x?id=y', 'ü/../z', '😀', 'a;b', '<b>'];

for (const id of ODD) {
  test(`the address keeps the ID ${id}`, () => {
    expect(parseCallPath(new URL(formatCallPath(id), origin).pathname)).toBe(id);
    expect(readCallsFromSearch(new URL(formatBoardLink(origin, [id, 'b'])).search)).toEqual([id, 'b']);
    expect(readCallsFromLink(origin + formatCallPath(id), origin)).toEqual([id]);
    expect(read(origin + formatCallPath(id)).fresh).toEqual([id]);
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

test('only a link to this console counts as its calls', () => {
  const other = 'https://elsewhere.example/calls/a';
  expect(read(other).fresh).toEqual([other]);
  expect(readCallsFromLink(`${origin}/webhooks/a`, origin)).toBeUndefined();
  expect(readCallsFromLink(`${origin}/calls`, origin)).toBeUndefined();
});

test('counts what is found, new, watched and repeated', () => {
  expect(read('a, b;"c"\n a\tb d', ['d'])).toMatchObject({
    found: 6,
    fresh: ['a', 'b', 'c'],
    already: ['d'],
    repeated: { count: 2 },
    unusable: { count: 0 },
  });
  expect(read(`a ${formatBoardLink(origin, ['a', 'b'])} \uD800`)).toMatchObject({
    found: 4,
    fresh: ['a', 'b'],
    already: [],
    repeated: { count: 1 },
    unusable: { count: 1 },
  });
});

test('empty and blank input is an error', () => {
  for (const text of ['', '   ', '\n\t', ' ,;" '])
    expect(findInputError(read(text))).toBe('Enter a call ID.');
  expect(findInputError(read('\uD800'))).toBe('This can’t be sent as a call ID.');
  expect(findInputError(read('a'))).toBeUndefined();
  expect(findInputError(read('a', ['a']))).toBeUndefined();
});

test('an ID of digits stays a text', () => {
  expect(read('00123 1e5').fresh).toEqual(['00123', '1e5']);
});

const linkWith = (count: number) =>
  formatBoardLink(
    origin,
    Array.from({ length: count }, (_, at) => `${at}`),
  );

const MANY: [what: string, text: string, isPreviewed: boolean][] = [
  ['50 IDs', 'a '.repeat(50), false],
  ['51 IDs', 'a '.repeat(51), true],
  ['a link with 50', linkWith(50), false],
  ['a link with 51', linkWith(51), true],
  ['a long text, whatever is in it', 'a'.repeat(20_001), true],
  ['nothing', '', false],
];

for (const [what, text, isPreviewed] of MANY) {
  test(`${isPreviewed ? 'previews' : 'does not preview'} ${what}`, () => {
    expect(needsPreview(text, origin)).toBe(isPreviewed);
  });
}

test('a call ID is one line that an address can carry', () => {
  for (const id of [...ODD, 'a b', 'x'.repeat(512)]) expect(isCallId(id)).toBe(true);
  for (const id of ['', ' ', '\uD800', 'a\nb', 'x'.repeat(513)]) expect(isCallId(id)).toBe(false);
});

test('only a page with one call asks for it at once', () => {
  const ask = (address: string) => findCallToWatch(new URL(address, origin));
  for (const id of ODD) expect(ask(formatCallPath(id))).toBe(id);
  expect(ask('/calls/a?id=a')).toBe('a');
  for (const address of ['/calls', '/calls/a?id=b', '/calls?id=a', '/calls/a%0Ab', '/webhooks/a']) {
    expect(ask(address)).toBeUndefined();
  }
});
