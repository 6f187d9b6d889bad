import { expect, test } from 'playwright/test';
import { expectRows } from '#src/lib/testing/rows.ts';
import { cleanId, describeIdCleaning, findSpreadsheetFault, isReformatted } from './spreadsheet.ts';

const FAULTS = {
  shortened: ['1.23E+15', '1,23E+15', '1E+17', '-1.5e+20', '1234567890123450', '123456789012345000,00'],
  'no-id': [
    '#N/A',
    '#REF!',
    '#NAME?',
    '#VALUE!',
    '#DIV/0!',
    '#NV',
    '#BEZUG!',
    '#NOM?',
    '########',
    'NULL',
    'TBD',
    'none',
    '(blank)',
    'k. A.',
  ],
  none: ['00123', '1e5', '123456789012345', '1234567890123456', '#12', '#vip', 'null-1', 'E+15', 'CA10E+15'],
};

for (const [fault, ids] of Object.entries(FAULTS)) {
  test(`what spreadsheets leave: ${fault}`, () => {
    for (const id of ids) expect([id, findSpreadsheetFault(id) ?? 'none']).toEqual([id, fault]);
  });
}

const CLEANED: [id: string, clean: string, note: string][] = [
  ['="00123"', '00123', 'The spreadsheet’s marks were removed.'],
  ['\u200b=" 00123 "', '00123', 'Hidden characters were removed. The spreadsheet’s marks were removed.'],
  ['="a""b"', 'a"b', 'The spreadsheet’s marks were removed.'],
  [' cmp-1', 'cmp-1', 'Spaces at the ends were removed.'],
  ['**`wh-1`**', 'wh-1', 'The marks around it were removed.'],
  ['`a` and `b`', '`a` and `b`', ''],
  ['{{ }}', '', 'The marks around it were removed.'],
  ['***', '***', ''],
  ["'00123", '00123', 'The spreadsheet’s marks were removed.'],
  ["'call-1", "'call-1", ''],
  ['call–a1', 'call-a1', 'Odd dashes and letters were replaced.'],
  ['63f61863−4a51‑4f6b', '63f61863-4a51-4f6b', 'Odd dashes and letters were replaced.'],
  ['ﬁle-1', 'file-1', 'Odd dashes and letters were replaced.'],
  ['ｃａｌｌ－１', 'call-1', 'Odd dashes and letters were replaced.'],
  ['Spring – 2026', 'Spring – 2026', ''],
  ['é–1', 'é–1', ''],
  ['=1+1', '=1+1', ''],
  ['=""', '=""', ''],
];
test('cleans an ID, and says what it did', () =>
  expectRows(
    CLEANED,
    ([id]) => [cleanId(id), describeIdCleaning(id)],
    ([, clean, note]) => [clean, note],
  ));

test('finds numbers and dates that a spreadsheet formatted', () => {
  const numbers = ['12345.0', '12,0', '12.345.678', '1,234,567', "1'234'567"];
  const dates = ['1-Mar', 'Mar-01', '1. Dez', '03-Mär-26'];
  const plain = ['1764321260.0', '1.5', '12.345', '1.2.3', 'mar-26', 'May-2026', 'Dec-x'];
  expect([...numbers, ...dates, ...plain].filter(isReformatted)).toEqual([...numbers, ...dates]);
});
