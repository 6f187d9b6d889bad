import { expect, test } from 'playwright/test';
import { formatBoardLink, formatCallPath } from '#src/features/calls/call/address.ts';
import { findInputError, needsPreview, readTypedIds } from './read-ids.ts';

const origin = 'https://console.example';
const read = (text: string, watched: string[] = []) =>
  readTypedIds(text, { isWatched: (id) => watched.includes(id), origin });

test('reads a link as its call only if it is of this console', () => {
  for (const id of ['a/b c+d&é#?', "it's", 'a;b', '100%'])
    expect(read(origin + formatCallPath(id)).fresh).toEqual([id]);
  const other = 'https://elsewhere.example/calls/a';
  expect(read(other).fresh).toEqual([other]);
});

test('counts what is found, new, watched and repeated', () => {
  expect(read('a, b;"c"\n a\tb d', ['d'])).toMatchObject({
    found: 6,
    fresh: ['a', 'b', 'c'],
    already: ['d'],
    repeated: 2,
    unusable: 0,
  });
  expect(read(`a ${formatBoardLink(origin, ['a', 'b'])} \uD800`)).toMatchObject({
    found: 4,
    fresh: ['a', 'b'],
    already: [],
    repeated: 1,
    unusable: 1,
  });
});

for (const header of ['Call ID', '\ufeffCall ID', 'call_id', 'Call-ID', '\ufeffcallId', '"Call ID"', '\nID'])
  test(`leaves out the header ${JSON.stringify(header)}`, () => {
    expect(read(`${header}\nid-1\r\nid-2\n`).fresh).toEqual(['id-1', 'id-2']);
    expect(read(`${header}\nid-1`).fresh).toEqual(['id-1']);
    expect(read(`id-1\n${header.trim()}`).found).toBeGreaterThan(1);
  });

test('keeps a first line that is no header', () => {
  expect(read('id').fresh).toEqual(['id']);
  expect(read('call-1\nid-2').fresh).toEqual(['call-1', 'id-2']);
  expect(read('["id",\n"id-2"]').fresh).toEqual(['id', 'id-2']);
});

test('refuses empty and blank input', () => {
  for (const text of ['', '   ', '\n\t', ' ,;" '])
    expect(findInputError(read(text))).toBe('Enter a call ID.');
  expect(findInputError(read('\uD800'))).toBe('This can’t be sent as a call ID.');
  expect(findInputError(read('a'))).toBeUndefined();
  expect(findInputError(read('a', ['a']))).toBeUndefined();
});

test('keeps an ID of digits as text', () => {
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
  ['a table with a header', 'call_id,note\nid-1,no route', true],
  ['IDs side by side', 'id-1,id-2\nid-3,id-4', false],
  ['nothing', '', false],
];

for (const [what, text, isPreviewed] of MANY) {
  test(`${isPreviewed ? 'previews' : 'does not preview'} ${what}`, () => {
    expect(needsPreview(text, origin)).toBe(isPreviewed);
  });
}
