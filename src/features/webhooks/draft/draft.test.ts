import { expect, test } from 'playwright/test';
import type { LastAccepted } from '#src/log/runs/run-log.ts';
import { linesOf, read } from './testing/draft-kit.ts';

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

test('a header line that is fixed is a pair', async () => {
  const draft = await read(TEXT);
  draft.fix(0, { campaignId: 'c0', webhookId: 'w0' });
  expect(draft.getState()).toMatchObject({ hasHeader: false, counts: { header: 0, ready: 3 } });
  draft.setHeader(true);
  expect(draft.line(0).check).toEqual({ kind: 'header' });
});

test('swapping reads the columns the other way round, fixed lines too', async () => {
  const draft = await read(TEXT);
  draft.fix(4, { campaignId: 'c3', webhookId: 'w3' });
  draft.swap();
  expect(draft.getState().columns).toMatchObject({ campaign: 1, webhook: 0 });
  expect(linesOf(draft)).toEqual([
    '1 [webhook_id] [campaign_id] header',
    '2 [w1] [c1] ready',
    '3 [w2] [c2] ready',
    '4 [w1] [c1] duplicate of 2',
    '5 [w3] [c3] ready',
    '6 [w1] [c1] duplicate of 2',
  ]);
});

test('swapping moves what is missing or too much', async () => {
  const draft = await read('c1,w1\nc2,\nc3,w3,w4\nc4,w4');
  draft.swap();
  expect(linesOf(draft)).toEqual([
    '1 [w1] [c1] ready',
    '2 [] [c2] missing campaign',
    '3 [w3, w4] [c3] values 3 of 2',
    '4 [w4] [c4] ready',
  ]);
});

test('other columns can be chosen, never one for both', async () => {
  const draft = await read('name,campaign,webhook\nn1,c1,w1\nn2,c2,w2');
  draft.setColumns(0, 2);
  expect(draft.pairs()).toMatchObject([
    { campaignId: 'n1', webhookId: 'w1' },
    { campaignId: 'n2', webhookId: 'w2' },
  ]);
  draft.setColumns(2, 2);
  expect(draft.getState().columns).toMatchObject({ campaign: 2, webhook: 0 });
  expect(draft.pairs()[0]).toMatchObject({ campaignId: 'w1', webhookId: 'n1' });
});

test('a first line without a header’s names is a pair until the person says otherwise', async () => {
  const draft = await read('c1,w1\nc2,w2');
  draft.setHeader(true);
  expect(draft.getState()).toMatchObject({
    hasHeader: true,
    columns: { names: ['c1', 'w1'] },
    counts: { all: 2, ready: 1, header: 1 },
  });
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

test('a line that was fixed and swapped stays so where other columns are chosen', async () => {
  const draft = await read('campaign,webhook,other\nc1,w1,x1\nc2,,x2');
  draft.fix(2, { campaignId: 'c2', webhookId: 'w2' });
  draft.swap();
  draft.setColumns(2, 0);
  expect(draft.pairs()).toMatchObject([
    { campaignId: 'x1', webhookId: 'c1' },
    { campaignId: 'w2', webhookId: 'c2' },
  ]);
});
