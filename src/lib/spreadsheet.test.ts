import { expect, test } from 'playwright/test';
import { findSpreadsheetFault, unwrapFormula } from './spreadsheet.ts';

const FAULTS = {
  shortened: ['1.23E+15', '1,23E+15', '1E+17', '-1.5e+20', '1234567890123450', '123456789012345000,00'],
  'no-id': ['#N/A', '#REF!', '#NAME?', '#VALUE!', '#DIV/0!', '#NV', '#BEZUG!', '#NOM?', '########', 'NULL'],
  none: ['00123', '1e5', '123456789012345', '1234567890123456', '#12', '#vip', 'null-1', 'E+15', 'CA10E+15'],
};

for (const [fault, ids] of Object.entries(FAULTS)) {
  test(`what spreadsheets leave: ${fault}`, () => {
    for (const id of ids) expect([id, findSpreadsheetFault(id) ?? 'none']).toEqual([id, fault]);
  });
}

test('unwraps an ID that a formula keeps as text', () => {
  expect(['="00123"', '="a""b"', '=1+1', '=""'].map(unwrapFormula)).toEqual(['00123', 'a"b', '=1+1', '=""']);
});
