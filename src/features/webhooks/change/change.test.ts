import { expect, test } from 'playwright/test';
import { again, maySend, undoing, type Change } from './change.ts';

const attach: Change = { operation: 'attach', campaignId: 'cmp-1', webhookId: 'wh-1' };
const detach: Change = { ...attach, operation: 'detach' };

test('undo is the opposite request and names what it takes back', () => {
  expect(undoing(attach, 'e1')).toEqual({ ...detach, undoOf: 'e1' });
  expect(undoing(detach, 'e2')).toEqual({ ...attach, undoOf: 'e2' });
});

test('sending again sends the same, an undo stays an undo', () => {
  expect(again(attach)).toEqual(attach);
  expect(again({ ...detach, undoOf: 'e1' })).toEqual({ ...detach, undoOf: 'e1' });
});

test('two changes of one pair never run at once', () => {
  expect(maySend(attach, [])).toBe(true);
  expect(maySend(attach, [attach])).toBe(false);
  expect(maySend(attach, [detach])).toBe(false);
  expect(maySend(attach, [{ ...attach, webhookId: 'wh-2' }])).toBe(true);
});
