import { expect, test } from 'playwright/test';
import { expectRows } from '#src/lib/testing/rows.ts';
import { formatBoardLink, formatCallPath } from '#src/features/calls/call/address.ts';
import { readTypedText } from '#src/features/calls/call/find.ts';
import { findInputError, needsPreview, readTypedIds } from './read-ids.ts';

const origin = 'https://console.example';
const read = (text: string, watched: string[] = []) =>
  readTypedIds(readTypedText(text, origin), { isWatched: (id) => watched.includes(id), origin });

test('reads a link of any console as its call', () => {
  for (const id of ['a/b c+d&é#?', "it's", 'a;b', '100%'])
    expect(read(origin + formatCallPath(id)).fresh).toEqual([id]);
  for (const other of [
    'https://other.example/calls/a%2Fb',
    'https://other.example/console/calls/a%2Fb?show=failed',
  ])
    expect(read(other).fresh).toEqual(['a/b']);
  expect(read('https://other.example/calls?id=a&id=b').fresh).toEqual(['a', 'b']);
  const { fresh, leftOut } = read('https://other.example/tickets/a');
  expect([fresh, leftOut.map(({ reason }) => reason)]).toEqual([[], ['Link without a call']]);
});

const [A, AB] = [`${origin}/calls/a`, `${origin}/calls?id=a&id=b`];
const SAFE = 'https://eur01.safelinks.protection.outlook.com/';

for (const [what, link, ids] of [
  ['a Safe Link of two calls', `${SAFE}?url=${encodeURIComponent(AB)}&data=05%7C02&reserved=0`, ['a', 'b']],
  ['a Safe Link of Teams', `${SAFE}ap/t-59584e83/?url=${encodeURIComponent(A)}&data=05`, ['a']],
  ['a link of Google', `https://www.google.com/url?sa=D&q=${encodeURIComponent(A)}&source=calendar`, ['a']],
  ['a link of Proofpoint', `https://urldefense.com/v3/__${A}__;!!abc$`, ['a']],
  ['a link of a source', AB.replace('&', '&amp;'), ['a', 'b']],
  ['a slash at the end', `${A}/`, ['a']],
  ['a link without https', 'console.example/calls/a', ['a']],
  ['a filter of the board', `${origin}/calls?filter=failed`, []],
] as const)
  test(`reads ${what}`, () => expect(read(link).fresh).toEqual(ids));

test('counts what is found, new, watched and repeated', () => {
  expect(read('a, b;"c"\n a\tb d', ['d'])).toMatchObject({
    found: 6,
    fresh: ['a', 'b', 'c'],
    already: ['d'],
    repeated: 2,
    unusable: 0,
  });
  expect(read(`a\n${formatBoardLink(origin, ['a', 'b'])}\n\uD800`)).toMatchObject({
    found: 4,
    fresh: ['a', 'b'],
    already: [],
    repeated: 1,
    unusable: 1,
  });
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
  ['50 IDs', 'a1 '.repeat(50), false],
  ['51 IDs', 'a1 '.repeat(51), true],
  ['a link with 50', linkWith(50), false],
  ['a link with 51', linkWith(51), true],
  ['a long text, whatever is in it', 'a'.repeat(20_001), true],
  ['a table with a header', 'call_id,note\nid-1,no route', true],
  ['IDs side by side', 'id-1,id-2\nid-3,id-4', true],
  ['IDs in a line', 'id-1, id-2; id-3', false],
  ['IDs of letters, one a line', 'alpha\nbeta', true],
  ['two rows of a sheet', 'Müller\tCA10000001\t5\nMeier\tCA10000002\t3', true],
  ['one row of a sheet', 'Müller\tCA10000001\t5', true],
  ['a row with commas', 'Müller,CA10000001', true],
  ['JSON of one call', '{"callId":"CA10000001","status":"failed"}', true],
  ['JSON of IDs', '["CA10000001","CA10000002"]', true],
  ['prose', 'Ana Diaz asks about CA10000001', true],
  ['a telephone number', '+49 30 1234567', true],
  ['a telephone number without +', '0171 9876543', true],
  ['a ticket of calls with notes', '2 calls\nfailed: 2\n\nCA1: failed, note: ask Ana\nCA2: failed', true],
  ['the text of a ticket', 'Call ID: CA10000001\nStatus: failed\nNote: ask Ana', true],
  ['a line of a log', '13:02 INFO dialer-0 callId=CA10000001 campaign=cmp-17', true],
  ['a ticket and another ID', 'Call ID: CA10000001\nStatus: failed\n\nalso SUP-1234', true],
  ['a log and another ID', '13:02 callId=CA10000001 code=480\nand CA10000002', true],
  ['an ID below a header', 'call_id\nid-1', true],
  ['an ID that a mail wrapped', '7f3c2a90-51d4-4b0e-9a7d-\n2c1f6e8b0d35', true],
  ['nothing', '', false],
];

test('previews what may be no list of IDs', () =>
  expectRows(MANY, ([, text]) => needsPreview(readTypedText(text, origin), origin)));

const TEXTS: [what: string, text: string, ids: string[]][] = [
  ['German quotes', '„CA1“, »CA2«, ‚CA3‘', ['CA1', 'CA2', 'CA3']],
  ['telephone numbers', '+49 30 1234567\n+49 (40) 765-432', ['+49 30 1234567', '+49 (40) 765-432']],
];

for (const [what, text, ids] of TEXTS) {
  test(`reads the IDs of ${what}`, () => expect(read(text).fresh).toEqual(ids));
}
