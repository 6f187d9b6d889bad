import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import { readList } from './read-list.ts';

const { signal } = new AbortController();
const read = (text: string) => readList({ kind: 'text', text }, [], signal);

const readCells = async (text: string) => {
  const list = await read(text);
  return typeof list === 'string' ? list : list.rows.map(({ line, cells }): unknown[] => [line, cells]);
};

const cell = fc
  .string({ unit: fc.constantFrom('"', ',', '\n', '=', "'", ' ', 'a', 'é'), maxLength: 8 })
  .filter((text) => !/^\s+"/.test(text));

test('reads CSV unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 }),
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n'),
      async (rows, separator, newline) => {
        const quoted = (one: string) => `"${one.replaceAll('"', '""')}"`;
        const lines = [['n', 'm'], ...rows].map((row) => row.map(quoted).join(separator));
        const found = await readCells(lines.join(newline));
        const filled = rows.filter((row) => row.some((one) => one.trim() !== ''));
        expect(typeof found === 'string' ? found : found.slice(1).map(([, cells]) => cells)).toEqual(filled);
      },
    ),
    { numRuns: 60 },
  );
});

const LISTS: [what: string, text: string, rows: unknown[][]][] = [
  [
    'a row over two lines',
    'a,b\r\n\r\n"c\r\nd",e\r\nf,g\r\n',
    [
      [1, ['a', 'b']],
      [3, ['c\nd', 'e']],
      [5, ['f', 'g']],
    ],
  ],
  [
    'lone carriage returns',
    'a,b\rc,d\r',
    [
      [1, ['a', 'b']],
      [2, ['c', 'd']],
    ],
  ],
  [
    'white space',
    'a  b\n  c   d\n',
    [
      [1, ['a', 'b']],
      [2, ['c', 'd']],
    ],
  ],
  [
    'no separator for all',
    'a, b\nc\td\ne f',
    [
      [1, ['a', 'b']],
      [2, ['c', 'd']],
      [3, ['e', 'f']],
    ],
  ],
  [
    'commas within values',
    'a,1;b\nc;d,2,3',
    [
      [1, ['a,1', 'b']],
      [2, ['c', 'd,2,3']],
    ],
  ],
  [
    'a quote within a value',
    'a,5" pipe\nc,d',
    [
      [1, ['a', '5" pipe']],
      [2, ['c', 'd']],
    ],
  ],
  [
    'quotes in cells of a spreadsheet',
    'a\tb\n"Early bird" UK\tc\n24" "wide"\t"d"\n"JJ" Doe\t"open\n "e"\t"f ""g""\nh"\ni\t"j"',
    [
      [1, ['a', 'b']],
      [2, ['"Early bird" UK', 'c']],
      [3, ['24" "wide"', 'd']],
      [4, ['"JJ" Doe', '"open']],
      [5, [' "e"', 'f "g"\nh']],
      [7, ['i', 'j']],
    ],
  ],
  ['nothing', '', []],
];

for (const [what, text, rows] of LISTS) {
  test(`reads ${what}`, async () => expect(await readCells(text)).toEqual(rows));
}

const BROKEN: [what: string, text: string][] = [
  ['out of place', 'a,b\n"c"x,d\ne,f'],
  ['after a blank', 'a,b\nc, "d"\ne,f'],
  ['never closed', 'a,b\nc,"d\ne,f'],
];

for (const [what, text] of BROKEN) {
  test(`a quote ${what} breaks only its line`, async () => {
    const list = await read(text);
    expect(typeof list === 'string' ? list : list.rows).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: [text.split('\n')[1]], isBroken: true },
      { line: 3, cells: ['e', 'f'] },
    ]);
  });
}

test('reads a value of more lines with separators', async () => {
  const text = 'n,a,b\n"1 High St, Flat 2\nYork, UK",c,d\ne,f,"first, best\nthen, last"';
  const rows = await readCells(text);
  expect(rows).toEqual([
    [1, ['n', 'a', 'b']],
    [2, ['1 High St, Flat 2\nYork, UK', 'c', 'd']],
    [4, ['e', 'f', 'first, best\nthen, last']],
  ]);
  expect(await readCells('a,b,c\nn,",\n,",m')).toEqual([
    [1, ['a', 'b', 'c']],
    [2, ['n', ',\n,', 'm']],
  ]);
});

test('refuses a list with many broken quotes', async () => {
  expect(await read('a,b\n'.repeat(2000) + 'a,"b"x\n'.repeat(21))).toBe('too-many-broken');
});

test('counts lines and blank lines', async () => {
  expect(await read('a\n\n b \n\n')).toMatchObject({ lines: 4, blank: 2, width: 1 });
});

test('ignores a column that no row fills', async () => {
  expect(await read('a,b,\nc,d,\ne,f')).toMatchObject({ width: 2 });
});

test('refuses more than 10,000 lines', async () => {
  expect(await read('a,b\n'.repeat(10_020))).toMatchObject({ lines: 10_020 });
  expect(await read('a,b\n'.repeat(10_021))).toBe('too-many-lines');
});

for (const mark of ',;\t|\n"') {
  test(`refuses too many of ${JSON.stringify(mark)}`, async () => {
    expect(await read(mark.repeat(500_002))).toBe('too-many-separators');
  });
}
