import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import { eachPart, eachRow, headsOf, type ListRow, type Separator } from './rows.ts';

const { signal } = new AbortController();

/** The rows of a text, and what is counted of its lines. */
const read = async (text: string, separator: Separator = ',') => {
  const rows: ListRow[] = [];
  const count = await eachRow(text, separator, (row) => rows.push(row), { signal });
  return { rows, cells: rows.map(({ cells }) => cells), ...count };
};

const cell = fc.array(fc.constantFrom('"', '""', ',', '\n', '\r\n', '=', "'", ' ', '\uFEFF', 'a', 'é'), {
  maxLength: 6,
});
// Long ones as well, so that a row stands across the pieces that are read at a time.
const anyText = fc
  .tuple(cell, fc.nat({ max: 20_000 }))
  .map(([parts, length]) => parts.join('') + 'x'.repeat(length));

test('what is written as CSV is read again unchanged, whatever separates its values and lines', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anyText, anyText), { minLength: 1, maxLength: 12 }),
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n'),
      async (rows, separator, newline) => {
        const quoted = (one: string) => `"${one.replaceAll('"', '""')}"`;
        const lines = rows.map((row) => row.map(quoted).join(separator));
        const found = await read([`n${separator}m`, ...lines].join(newline), separator);
        expect(found.rows.some(({ quotes }) => quotes)).toBe(false);
        const filled = rows.filter((row) => row.some((one) => one.trim() !== ''));
        expect(found.blank).toBe(rows.length - filled.length);
        expect(found.cells.slice(1)).toEqual(filled);
      },
    ),
    { numRuns: 60 },
  );
});

test('a row has the number of its first line; blank ones are counted and left out', async () => {
  const text = 'a,b\r\n\r\n"c\r\nd",e\r\n , \u200b\r\nf,g\r\n\r\n';
  const found = await read(text);
  expect(found.rows.map(({ line }) => line)).toEqual([1, 3, 6]);
  expect(found).toMatchObject({ lines: 7, blank: 3 });
  expect(await read('a,b\rc,d\r')).toMatchObject({
    cells: [
      ['a', 'b'],
      ['c', 'd'],
    ],
    lines: 2,
    blank: 0,
  });
  expect(await read('')).toEqual({ rows: [], cells: [], lines: 0, blank: 0 });
});

test('white space of any length separates, and nothing within quotes', async () => {
  const found = await read('a \t b\n  "c d"  e\n\n"f "" g" h', 'blank');
  expect(found.cells).toEqual([
    ['a', 'b'],
    ['c d', 'e'],
    ['f " g', 'h'],
  ]);
  expect(found.rows.map(({ line }) => line)).toEqual([1, 2, 4]);
  const stray = await read('a b\nc "d\n"e f', 'blank');
  expect(stray.rows.map(({ quotes }) => quotes)).toEqual([undefined, 'stray', 'stray']);
  expect(stray.cells[1]).toEqual(['c', '"d']);
});

test('a line with a quote out of place is handed out as it stands, and takes no other with it', async () => {
  expect((await read('a,"b"x\nc,d\ne,"f"\n"g"h,"i"')).rows).toEqual([
    { line: 1, cells: ['a', '"b"x'], quotes: 'stray' },
    { line: 2, cells: ['c', 'd'] },
    { line: 3, cells: ['e', 'f'] },
    { line: 4, cells: ['"g"h', 'i'], quotes: 'stray' },
  ]);
});

test('however many such lines there are, and wherever they stand, each line is one row', async () => {
  const lines = fc.array(fc.constantFrom('a,b', '"a",b', 'a,"b"x', '"a"x,"b"'), {
    minLength: 1,
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(lines, fc.constantFrom(0, 2, 65_500, 70_000), async (some, length) => {
      const { rows } = await read(['n,"one\ntwo"', `${'x'.repeat(length)},1`, ...some, 'c,d'].join('\n'));
      expect(rows).toHaveLength(some.length + 3);
      const stray = rows.flatMap(({ quotes }, at) => (quotes === 'stray' ? [at] : []));
      expect(stray).toEqual(some.flatMap((line, at) => (/"x/.test(line) ? [at + 2] : [])));
    }),
  );
});

test('a quote that is never closed, or not within a megabyte, spoils its own line alone as well', async () => {
  expect((await read('"x\ny",1\na,"b\nc,d\ne,f')).rows).toEqual([
    { line: 1, cells: ['x\ny', '1'] },
    { line: 3, cells: ['a', '"b'], quotes: 'open' },
    { line: 4, cells: ['c', 'd'] },
    { line: 5, cells: ['e', 'f'] },
  ]);
  const { rows } = await read(`a,"b\n${'c,d\n'.repeat(300_000)}","e"`);
  expect(rows[0]).toEqual({ line: 1, cells: ['a', '"b'], quotes: 'open' });
  expect(rows).toHaveLength(300_002);
});

const headBy = (text: string, separator: Separator) =>
  headsOf(text).find((head) => head.separator === separator);

test('the beginning of a text shows how regular it is with each separator', () => {
  const text = '\n"a,b",c\n1,2\n3,4,5\n';
  expect(headBy(text, ',')).toEqual({
    separator: ',',
    rows: [
      ['a,b', 'c'],
      ['1', '2'],
      ['3', '4', '5'],
    ],
    columns: 2,
    share: 2 / 3,
  });
  expect(headBy(text, ';')).toMatchObject({ columns: 0, share: 0 });
  expect(headsOf('').map(({ rows }) => rows)).toEqual([[], [], [], [], []]);
});

test('of a long text a hundred whole rows are looked at, also where a quote stands open', () => {
  const rows = (head = headBy('', ',')) => head?.rows.length;
  expect(rows(headBy('a,b\n'.repeat(50_000), ','))).toBe(100);
  const wide = `${'x'.repeat(3000)},y\n`;
  expect(headBy(wide.repeat(1000), ',')).toMatchObject({ columns: 2, share: 1 });
  const noted = `a,b\n1,2\n3,4\n5,6\n7,"${'long note\n'.repeat(20_000)}"\n`;
  expect(headBy(noted, ',')).toMatchObject({ columns: 2, share: 1 });
  expect(headBy(`a,b\n1,"2\n${'3,4\n'.repeat(50_000)}`, ',')).toMatchObject({ columns: 2, share: 1 });
});

test('a list comes in parts that cut no ID, each with its line', async () => {
  const parts: [string, number][] = [];
  const all = (text: string) => eachPart(text, (part, line) => parts.push([part, line]), { signal });
  expect(await all('a b\r\n\r\nc\r\n')).toBe(3);
  expect(parts.map(([part, line]) => [part.trim(), line])).toEqual([
    ['a b', 1],
    ['', 2],
    ['c', 3],
  ]);
  parts.length = 0;
  const ids = Array.from({ length: 30_000 }, (_, at) => `id-${at}`);
  expect(await all(`${ids.join(', ')}\nlast`)).toBe(2);
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.at(-1)).toEqual(['last', 2]);
  expect(parts.slice(0, -1).flatMap(([part]) => part.split(/[\s,]+/).filter(Boolean))).toEqual(ids);
  expect(await all('')).toBe(0);
});

test('reading tells how far it is, lets the page answer, and stops on abort', async () => {
  const long = 'a,"b, c"\n'.repeat(400_000);
  const leaving = new AbortController();
  const shares: number[] = [];
  const slicing = {
    signal: leaving.signal,
    onProgress: (share: number) => shares.push(share),
    turn: async () => undefined,
  };
  await eachRow(long, ',', () => undefined, slicing);
  await eachPart(long, () => undefined, { ...slicing, onProgress: () => undefined });
  expect(shares.length).toBeGreaterThan(3);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBeLessThanOrEqual(1);
  const turn = async () => leaving.abort();
  await expect(eachRow(long, ',', () => undefined, { ...slicing, turn })).rejects.toThrow(/abort/i);
});
