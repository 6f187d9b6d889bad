import { expect, test } from 'playwright/test';
import { findRunIn } from './in-run.ts';
import { lineOf, recordOf } from '#src/features/webhooks/run/testing/run-kit.ts';
import {
  begin,
  ended,
  endBrowsers,
  finished,
  gatedBrowser,
  pairsOf,
} from '#src/features/webhooks/run/testing/runner-kit.ts';

test.afterEach(endBrowsers);

const { signal } = new AbortController();

test('a pair is found in a run that sends it or has it still to send, and no more once it was answered', async () => {
  const { answers, openTab } = gatedBrowser();
  const tab = openTab();
  const pairs = pairsOf(6);
  const [sending, , , , , queued] = pairs;
  if (!sending || !queued) throw new Error('no pairs');
  expect(await findRunIn(tab.runLog, sending, signal)).toBeNull();
  const id = await begin(tab, pairs);
  await expect.poll(() => answers.waiting()).toBe(4);
  const other = openTab();
  for (const { runLog } of [tab, other]) {
    expect(await findRunIn(runLog, sending, signal)).toMatchObject({ id, status: 'running' });
    expect(await findRunIn(runLog, queued, signal)).toMatchObject({ id });
    expect(await findRunIn(runLog, { ...queued, campaignId: 'another' }, signal)).toBeNull();
  }
  tab.runner.pause(id);
  answers.open();
  await ended(tab);
  expect(await findRunIn(tab.runLog, sending, signal)).toBeNull();
  expect(await findRunIn(tab.runLog, queued, signal)).toMatchObject({ id, status: 'paused' });
  await tab.runner.resume(id);
  await finished(tab, id);
  expect(await findRunIn(tab.runLog, queued, signal)).toBeNull();
});

test('once a pair is found, no further line is read', async () => {
  const lines = Array.from({ length: 5 }, (_, at) => lineOf('queued', { webhookId: `wh-${at}` }));
  const record = recordOf(lines, { status: 'running' });
  let read = 0;
  const open = () => Promise.resolve({ ...record, line: (at: number) => ((read += 1), record.line(at)) });
  const runLog = { runs: () => Promise.resolve([record.run()]), open };
  expect(await findRunIn(runLog, { campaignId: 'cmp-1', webhookId: 'wh-1' }, signal)).toBe(record.run());
  expect(read).toBe(2);
});
