import { expect, test } from 'playwright/test';
import type { LastAccepted } from '#src/log/runs/run-log.ts';
import { read } from './testing/draft-kit.ts';

const accepted = (
  campaignId: string,
  webhookId: string,
  operation: 'attach' | 'detach',
  at = 1,
): LastAccepted => ({
  campaignId,
  webhookId,
  operation,
  at,
  by: { entry: 'e' },
});

const TEXT = 'campaign_id,webhook_id\nc1,w1\nc2,w2\nc1,w1\nc3,\nc1,w1\n';

test('counts sum, and a key shows its lines', async () => {
  const draft = await read(TEXT);
  expect(draft.getState().counts).toEqual({ all: 6, ready: 2, invalid: 1, duplicate: 2, header: 1, same: 0 });
  expect(draft.lines('duplicate')).toEqual([3, 5]);
  expect(draft.lines('invalid')).toEqual([4]);
  expect(draft.lines('header')).toEqual([0]);
  expect(draft.line(5).check).toEqual({ kind: 'duplicate', ofLine: 2 });
});

test('the next line of a pair is sent where the first one is taken out or fixed', async () => {
  const draft = await read(TEXT);
  const undo = draft.remove(1);
  expect(draft.line(3).check).toEqual({ kind: 'ready' });
  expect(draft.line(5).check).toEqual({ kind: 'duplicate', ofLine: 4 });
  draft.fix(3, { campaignId: ' c4 ', webhookId: 'w4' });
  expect(draft.line(5).check).toEqual({ kind: 'ready' });
  expect(draft.pairs().map(({ campaignId }) => campaignId)).toEqual(['c2', 'c4', 'c1']);
  undo();
  expect(draft.line(5).check).toEqual({ kind: 'duplicate', ofLine: 2 });
  expect(draft.getState().counts).toMatchObject({ all: 6, ready: 3, duplicate: 1 });
});

test('other columns can be chosen, lines that were fixed stay', async () => {
  const draft = await read('name,campaign,webhook\nn1,c1,w1\nn2,c2,w2');
  draft.fix(2, { campaignId: 'c3', webhookId: 'w3' });
  draft.pick({ hasHeader: true, columns: { campaign: 0, webhook: 2 } });
  expect(draft.pairs()).toMatchObject([
    { campaignId: 'n1', webhookId: 'w1' },
    { campaignId: 'c3', webhookId: 'w3' },
  ]);
});

test('a first line is a header if the person says so', async () => {
  const draft = await read('c1,w1\nc2,w2');
  draft.pick({ hasHeader: true, columns: { campaign: 0, webhook: 1 } });
  expect(draft.getState()).toMatchObject({ counts: { all: 2, ready: 1, header: 1 } });
});

test('says which pairs had the same operation last, and leaves them out on demand', async () => {
  const draft = await read(TEXT);
  draft.know([accepted('c1', 'w1', 'attach'), accepted('c2', 'w2', 'detach'), accepted('x', 'y', 'attach')]);
  expect(draft.getState().counts.same).toBe(1);
  expect(draft.lines('same')).toEqual([1]);
  expect(draft.line(1).last).toMatchObject({ operation: 'attach', at: 1 });
  expect(draft.line(2)).not.toHaveProperty('last');
  expect(draft.pairs()).toMatchObject([
    { campaignId: 'c1', webhookId: 'w1', again: true, sourceLine: 2 },
    { campaignId: 'c2', webhookId: 'w2', sourceLine: 3 },
  ]);
  draft.leaveOutSame(true);
  expect(draft.getState()).toMatchObject({ toSend: 1, leavesOutSame: true, counts: { ready: 2 } });
  expect(draft.pairs()).toMatchObject([{ campaignId: 'c2', webhookId: 'w2' }]);
  draft.setOperation('detach');
  expect(draft.lines('same')).toEqual([2]);
  expect(draft.pairs()).toMatchObject([{ campaignId: 'c1', webhookId: 'w1' }]);
});

test('counts the pairs with characters that nobody sees', async () => {
  const draft = await read('c1,w1\nc\u200b2,w2\nc3,w\u202e3\nc3,w\u202e3\n,\u202e\n');
  expect(draft.getState().invisible).toEqual({ count: 2, line: 2 });
  draft.fix(1, { campaignId: 'c2', webhookId: 'w2' });
  expect(draft.getState().invisible).toEqual({ count: 1, line: 3 });
});

test('of two things known of a pair the later one counts; also for a line that is fixed afterwards', async () => {
  const draft = await read(TEXT);
  draft.know([accepted('c3', 'w3', 'attach', 5), accepted('c3', 'w3', 'detach', 4)]);
  draft.fix(4, { campaignId: 'c3', webhookId: 'w3' });
  expect(draft.lines('same')).toEqual([4]);
  draft.know([accepted('c3', 'w3', 'detach', 6)]);
  expect(draft.lines('same')).toEqual([]);
});
