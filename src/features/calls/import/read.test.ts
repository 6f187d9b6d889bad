import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import { toCsv } from '#src/lib/csv.ts';
import { boardLink, isCallId } from '#src/features/calls/call/address.ts';
import { EVERY, guessCallColumn } from './layout.ts';
import { readIds, readLinkedIds, type Choice, type Found } from './read.ts';
import { readList } from '#src/lists/read-list.ts';

const origin = 'https://console.example';

type Given = { watched?: string[]; room?: number };
const setupOf = ({ watched = [], room = 10_000 }: Given = {}) => ({
  isWatched: (id: string) => watched.includes(id),
  origin,
  room,
});

const listOf = async (text: string) => {
  const list = await readList({ kind: 'text', text }, new AbortController().signal);
  if (typeof list === 'string') throw new Error(list);
  return list;
};

const every: Choice = { hasHeader: false, columns: { callId: EVERY } };
const column = (callId: number, hasHeader = true): Choice => ({ hasHeader, columns: { callId } });

const read = async (text: string, choice: Choice, given?: Given) =>
  readIds(await listOf(text), choice, setupOf(given));

/** As the dialog reads it where nobody changes a choice. */
const readText = async (text: string, given?: Given) => {
  const list = await listOf(text);
  return readIds(list, guessCallColumn(list), setupOf(given));
};

const sum = ({ fresh, already, repeated, unusable }: Found) =>
  fresh + already + repeated.count + unusable.count;

test('a plain list: what was found adds up, with the lines of what is not used', async () => {
  const found = await readText('a1, b2\n\n"c3"\r\na1\n   \nb2 b2 d4', { watched: ['d4'] });
  expect(found).toEqual({
    found: 7,
    fresh: 3,
    ids: ['a1', 'b2', 'c3'],
    already: 1,
    repeated: { count: 3, lines: 2, first: [4, 6] },
    unusable: { count: 0, lines: 0, first: [] },
    invisible: { count: 0, lines: 0, first: [] },
    lines: 6,
    blank: 2,
    empty: { count: 0, lines: 0, first: [] },
    header: false,
    broken: { count: 0, lines: 0, first: [] },
  });
  expect(sum(found)).toBe(found.found);
});

test('the line break at the end begins no line, blank lines before it are told', async () => {
  expect(await readText('a1\nb2')).toMatchObject({ lines: 2, blank: 0 });
  expect(await readText('a1\r\nb2\r\n')).toMatchObject({ lines: 2, blank: 0, fresh: 2 });
  expect(await readText('a1\nb2\n\n\n')).toMatchObject({ lines: 4, blank: 2, fresh: 2 });
  expect(await readText('a1\rb2\r\rb2\r')).toMatchObject({ lines: 4, blank: 1, fresh: 2 });
  expect(await readText('')).toMatchObject({ lines: 0, blank: 0, found: 0 });
  expect(await readText('id,at\r\nCA100001,1\r\n\r\nCA100002,2\r\n')).toMatchObject({ lines: 4, blank: 1 });
});

test('characters that can’t be seen are told, and left out only where the person says so', async () => {
  const text = 'a1\nb\u200b2\nb2';
  const invisible = { count: 1, lines: 1, first: [2] };
  expect(await read(text, every)).toMatchObject({ ids: ['a1', 'b\u200b2', 'b2'], invisible });
  expect(await read(text, { ...every, dropsInvisible: true })).toMatchObject({
    ids: ['a1', 'b2'],
    repeated: { count: 1 },
    invisible,
  });
});

test('links of this console stand for their calls', async () => {
  const found = await readText(`x1\n${boardLink(origin, ['a b', 'x1'])}`);
  expect(found).toMatchObject({ found: 3, ids: ['x1', 'a b'], repeated: { count: 1, first: [2] } });
  const cell = await readText(
    toCsv([
      ['Call ID', 'n'],
      [boardLink(origin, ['a b']), 1],
      ['c', 2],
    ]),
  );
  expect(cell.ids).toEqual(['a b', 'c']);
});

test('what no request could carry is told with its lines, the first twenty of them', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => (at % 2 ? `${'x'.repeat(513)}${at}` : `id-${at}`));
  const found = await readText(lines.join('\n'));
  expect(found.fresh).toBe(30);
  expect(found.unusable).toEqual({
    count: 30,
    lines: 30,
    first: Array.from({ length: 20 }, (_, at) => 2 * at + 2),
  });
  expect((await readText('ok \uD800')).unusable.count).toBe(1);
});

test('only as many are handed out as there is room for; all are counted', async () => {
  const text = Array.from({ length: 100 }, (_, at) => `id-${at}`).join(' ');
  expect(await readText(text, { room: 30 })).toMatchObject({ fresh: 100, ids: { length: 30 } });
  expect(await readText(text, { room: 0 })).toMatchObject({ fresh: 100, ids: [] });
});

test('the IDs of a link are counted one by one', () => {
  const found = readLinkedIds(['a b', 'c', 'a b', 'd'], setupOf({ watched: ['d'] }));
  expect(found).toMatchObject({
    found: 4,
    ids: ['a b', 'c'],
    already: 1,
    repeated: { first: [3] },
    lines: 0,
  });
});

const LAYOUTS: [what: string, text: string, choice: Choice, ids: string[]][] = [
  [
    'a column named for it, before any other',
    'id,Call ID,at\n1,CA1,2026-01-01\n2,CA2,2026-01-02',
    column(1, true),
    ['CA1', 'CA2'],
  ],
  ['call_sid in a table with tabs', 'to\tcall_sid\nx\tCA1\ny\tCA2', column(1, true), ['CA1', 'CA2']],
  [
    'by its shape, under a header in another language',
    'Kennung;Telefon;Zustand\nCA10000001;+4930123456;fertig\nCA10000002;+4930123457;fertig',
    column(0, true),
    ['CA10000001', 'CA10000002'],
  ],
  [
    'by its shape, without a header',
    '2026-01-01,completed,CA10000001\n2026-01-02,failed,CA10000002',
    column(2, false),
    ['CA10000001', 'CA10000002'],
  ],
  [
    'IDs side by side',
    'CA10000001, CA10000002\nCA10000003, CA10000004',
    every,
    ['CA10000001', 'CA10000002', 'CA10000003', 'CA10000004'],
  ],
  ['one ID a line, each with a comma', 'CA1,\nCA2,\n', every, ['CA1', 'CA2']],
  ['one column with its name', '\ufeffCall ID\nCA1\nCA2', { ...every, hasHeader: true }, ['CA1', 'CA2']],
  ['a plain list', 'CA1\nCA2', every, ['CA1', 'CA2']],
  ['a single line', 'CA1,CA2;CA3', every, ['CA1', 'CA2', 'CA3']],
  [
    'quotes, separators and line breaks within cells',
    'note,call_id\n"a, ""b""\nc",CA1\n,CA2',
    column(1, true),
    ['CA1', 'CA2'],
  ],
];

for (const [what, text, choice, ids] of LAYOUTS) {
  test(`the column is found: ${what}`, async () => {
    expect(guessCallColumn(await listOf(text))).toEqual(choice);
    expect((await readText(text)).ids).toEqual(ids);
  });
}

test('another column, and the first line as one of the values, may be chosen', async () => {
  const text = 'id,name\na,b\nc,\n';
  expect(await read(text, column(1))).toMatchObject({
    ids: ['b'],
    header: true,
    empty: { count: 1, first: [3] },
  });
  expect(await read(text, every)).toMatchObject({ ids: ['id', 'name', 'a', 'b', 'c'], header: false });
});

test('a line number is that of the file, also below a cell of several lines', async () => {
  const found = await readText('call_id,note\nCA1,"one\ntwo\nthree"\nCA1,x\n"CA\n2",x\nCA3,x');
  expect(found).toMatchObject({
    ids: ['CA1', 'CA3'],
    repeated: { first: [5] },
    unusable: { first: [6] },
    lines: 8,
  });
});

test('a line with a broken quote is not read', async () => {
  const found = await readText('call_id,note\nCA1,"a"b\nCA2,x\n"CA4","d, e"');
  expect(found).toMatchObject({ ids: ['CA2', 'CA4'], broken: { first: [2] } });
});

const anyText = fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !text.includes('\0'));
const anyId = fc
  .string({
    unit: fc.oneof(fc.constantFrom(...'"\',;\t|= -@\u00e9'), fc.string({ minLength: 1, maxLength: 1 })),
    minLength: 1,
    maxLength: 20,
  })
  .filter((id) => id === id.trim() && isCallId(id) && !id.startsWith("'"));

test('what the export writes is read back the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(anyId, anyText), { minLength: 1, maxLength: 20, selector: ([id]) => id }),
      async (rows) => {
        const text = toCsv([['Note', 'Call ID'], ...rows.map(([id, note]) => [note, id])]);
        const found = await read(text, column(1));
        expect(found.ids).toEqual(rows.map(([id]) => id));
        expect(found.found).toBe(rows.length);
      },
    ),
  );
});

test('whatever the text is, every ID is accounted for', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0')),
      fc.boolean(),
      async (text, hasHeader) => {
        for (const callId of [EVERY, 0]) {
          const found = await read(text, { hasHeader, columns: { callId } });
          expect(sum(found)).toBe(found.found);
          expect(new Set(found.ids).size).toBe(found.fresh);
        }
      },
    ),
  );
});
