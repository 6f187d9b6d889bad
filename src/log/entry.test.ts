import { expect, test } from 'playwright/test';
import { parseRow } from './entry.ts';

const ROW = {
  id: '1',
  at: 1_763_735_500_000,
  tab: 'a',
  operation: 'attach',
  outcome: 'accepted',
  campaignId: 'cmp-1',
  webhookId: 'wh-1',
};

test('reads a whole row', () => {
  expect(parseRow(ROW)).toEqual(ROW);
});

for (const [what, change] of [
  ['time', { at: 'yesterday' }],
  ['time beyond the calendar', { at: 1e300 }],
  ['outcome', { outcome: 'lost in space' }],
  ['message', { message: { text: 'no' } }],
  ['line', { line: -1 }],
  ['pair', { webhookId: undefined }],
  ['operation', { operation: 'save' }],
] as const) {
  test(`skips a row with a damaged ${what}`, () => {
    expect(parseRow({ ...ROW, ...change })).toBeUndefined();
  });
}
