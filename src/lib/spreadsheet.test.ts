import { expect, test } from 'playwright/test';
import { cleanId, describeIdCleaning, findSpreadsheetFault } from './spreadsheet.ts';

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

const CLEANED: [id: string, clean: string, note: string][] = [
  ['="00123"', '00123', 'The spreadsheet’s ="" was removed.'],
  ['\u200b=" 00123 "', '00123', 'Hidden characters were removed. The spreadsheet’s ="" was removed.'],
  ['="a""b"', 'a"b', 'The spreadsheet’s ="" was removed.'],
  [' cmp-1', 'cmp-1', 'Spaces at the ends were removed.'],
  ['**`wh-1`**', 'wh-1', 'The marks around it were removed.'],
  ['`a` and `b`', '`a` and `b`', ''],
  ['{{ }}', '', 'The marks around it were removed.'],
  ['***', '***', ''],
  ['=1+1', '=1+1', ''],
  ['=""', '=""', ''],
];
for (const [id, clean, note] of CLEANED) {
  test(`cleans ${JSON.stringify(id)}`, () => {
    expect([cleanId(id), describeIdCleaning(id)]).toEqual([clean, note]);
  });
}
