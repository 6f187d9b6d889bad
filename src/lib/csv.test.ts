import * as fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'playwright/test';
import { expectRows } from '#src/lib/testing/rows.ts';
import { omitEmptyColumn, toCsv, removeGuards } from './csv.ts';

const CELLS: [cell: string | number | undefined, written: string][] = [
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ['+44 20', "'+44 20"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1', "' =1"],
  ['＝1', "'＝1"],
  ['\tx', "'\tx"],
  ['\rx', `"'\rx"`],
  ['\0=1', "'\0=1"],
  ["'=1", "''=1"],
  ["'plain", "'plain"],
  ['=a,"b"', `"'=a,""b"""`],
  // A spreadsheet that splits at semicolons or tabs begins a cell there, quoted or not.
  ['a;=1', "a;'=1"],
  ['a;=1,b', `"a;'=1,b"`],
  ['a\t+1;@x', "a\t'+1;'@x"],
  ["a;'-1", "a;''-1"],
  ['a; ＝1', "a;' ＝1"],
  ['\t=1', "'\t'=1"],
  ['a\n=1', `"a\n'=1"`],
  ['a;b=1', 'a;b=1'],
  [-5, '-5'],
  [12.5, '12.5'],
  [undefined, ''],
  ['', ''],
];

test('writes a cell that no spreadsheet runs', () =>
  expectRows(
    CELLS,
    ([cell]) => toCsv([[cell]]),
    ([, written]) => `${written}\r\n`,
  ));

/** The last line end begins no row. */
const readCsv = (text: string): string[][] =>
  Papa.parse<string[]>(text, { delimiter: ',', newline: '\r\n' }).data.slice(0, -1);

const guarded = (text: string): string => {
  const within = text.replaceAll(/([;\t\r\n])(?='*(?:[^\S\t\r\n]|\0)*[=+\-@＝＋－＠])/gu, "$1'");
  return /^'*(?:[\t\r\n\0]|\s*[=+\-@＝＋－＠])/u.test(text) ? `'${within}` : within;
};

test('reads what it wrote, apart from guards', () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('=1', '"', ',', '\r\n', '\n', "'", '-', '@x', '\ta'));
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1 })), (rows) => {
      expect(readCsv(toCsv(rows))).toEqual(rows.map((row) => row.map(guarded)));
    }),
  );
});

test('removes guards and nothing else', () => {
  const start = fc.constantFrom('', '=', "'", "'=", "''-", '@', ' +', '\t', 'a', "'a");
  fc.assert(
    fc.property(start, fc.string(), (head, rest) => {
      expect(removeGuards(guarded(head + rest))).toBe(head + rest);
    }),
  );
});

test('leaves out a column without values', () => {
  const rows = (id?: string) => [
    ['a', 'id', 'b'],
    [1, undefined, 2],
    [3, id, 4],
  ];
  expect(omitEmptyColumn(rows(), 'id')).toEqual([
    ['a', 'b'],
    [1, 2],
    [3, 4],
  ]);
  expect(omitEmptyColumn(rows('r-1'), 'id')).toEqual(rows('r-1'));
});
