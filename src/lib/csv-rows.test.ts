import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import { eachRow } from './csv-rows.ts';
import { toCsv, withoutGuard } from './csv.ts';

const { signal } = new AbortController();

/** The rows of a text, and which of them are broken; undefined where a quote is never closed. */
const read = async (text: string, delimiter = ',') => {
  const rows: (readonly string[])[] = [];
  const broken: number[] = [];
  const take = (row: readonly string[], isBroken: boolean) => {
    if (isBroken) broken.push(rows.length);
    rows.push(row);
  };
  const isWhole = await eachRow(text, { delimiter, isPlain: false, take }, { signal });
  return isWhole ? { rows, broken } : undefined;
};

const cell = fc.array(fc.constantFrom('"', '""', ',', '\n', '\r\n', '=', "'", ' ', '\uFEFF', 'a', 'é'), {
  maxLength: 6,
});
// Long ones as well, so that a row stands across the pieces that are read at a time.
const text = fc
  .tuple(cell, fc.nat({ max: 20_000 }))
  .map(([parts, length]) => parts.join('') + 'x'.repeat(length));

test('what is written as CSV is read again unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 12 }), async (rows) => {
      const found = await read(`n,${toCsv([['a', 'b'], ...rows]).slice(0, -2)}`);
      expect(found?.broken).toEqual([]);
      const cells = found?.rows.slice(1).map((row) => row.map((one) => withoutGuard(one.replace(/\r$/, ''))));
      expect(cells).toEqual(rows.map((row) => row.map((one) => one.replace(/\r$/, ''))));
    }),
    { numRuns: 60 },
  );
});

test('a line with a quote out of place is handed out as it stands, and takes no other with it', async () => {
  expect(await read('a,"b"x\nc,d\ne,"f"\n"g"h,i')).toEqual({
    rows: [
      ['a', '"b"x'],
      ['c', 'd'],
      ['e', 'f'],
      ['"g"h', 'i'],
    ],
    broken: [0, 3],
  });
});

test('however many such lines there are, and wherever they stand, each line is one row', async () => {
  const lines = fc.array(fc.constantFrom('a,b', '"a",b', 'a,"b"x', '"a"x,"b"'), {
    minLength: 1,
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(lines, fc.constantFrom(0, 2, 65_500, 70_000), async (some, length) => {
      const found = await read(['n,"one\ntwo"', `${'x'.repeat(length)},1`, ...some, 'c,d'].join('\n'));
      expect(found?.rows).toHaveLength(some.length + 3);
      expect(found?.broken).toEqual(some.flatMap((line, at) => (/"x/.test(line) ? [at + 2] : [])));
    }),
  );
});

test('a quote that is never closed is told, also after a megabyte', async () => {
  expect(await read('a,"b\nc,d')).toBeUndefined();
  const long = 'c,d\n'.repeat(300_000);
  expect(await read(`a,"b\n${long}`)).toBeUndefined();
  expect(await read(`a,"b\n${long}","e"`)).toBeUndefined();
  expect((await read(`a,"b\n${long.slice(0, 200_000)}",e`))?.rows).toHaveLength(1);
});
