import { expect, test } from 'playwright/test';
import type { RunOperation } from './runs/run.ts';
import { allLast, ATTACH, browserForTests, DETACH, type TestRunLog } from './testing/journal-kit.ts';

const browser = browserForTests();

const HOUR_MS = 3_600_000;
const PAIR = { campaignId: 'cmp-1', webhookId: 'wh-1' };

const doneRun = async (runLog: TestRunLog, operation: RunOperation): Promise<string> => {
  const record = await runLog.begin({ operation, source: '' }, [PAIR]);
  await record.append([[0, browser.send()]]);
  const finished = { status: 'finished', finishedAt: browser.now() } as const;
  await record.append([[0, { kind: 'answer', outcome: 'accepted', status: 200 }]], finished);
  return record.run().id;
};

const lastOf = async (runLog: TestRunLog) => {
  const all = await allLast(runLog);
  expect(all).toHaveLength(1);
  return all[0];
};

test.describe('the clock is put back', () => {
  test('the operation of the later run is the last one, and the run stands first', async () => {
    const earlier = await doneRun(browser.openRunLog(), 'attach');
    browser.tick(-HOUR_MS);
    const runLog = browser.openRunLog();
    const later = await doneRun(runLog, 'detach');
    expect(await lastOf(runLog)).toMatchObject({ operation: 'detach', by: { run: later } });
    expect((await runLog.runs()).map(({ id }) => id)).toEqual([later, earlier]);
    expect((await runLog.open(later))?.line(0).sentAt).toBe(browser.now());
  });

  test('so is that of a run that goes on after it', async () => {
    const runLog = browser.openRunLog();
    await runLog.acquireLease();
    const record = await runLog.begin({ operation: 'detach', source: '' }, [PAIR]);
    await record.append([], { status: 'paused' });
    await doneRun(runLog, 'attach');
    browser.tick(-HOUR_MS);
    expect(await runLog.reread(record.run().id)).toBe(record);
    await record.append([[0, browser.send()]]);
    await record.append([[0, { kind: 'answer', outcome: 'accepted' }]]);
    expect((await lastOf(runLog))?.operation).toBe('detach');
  });

  test('so is that of a later entry, and it is the earlier one that is overtaken', async () => {
    const journal = browser.openTab();
    const earlier = await journal.record(ATTACH);
    await journal.close(earlier, { outcome: 'accepted' });
    browser.tick(-HOUR_MS);
    const later = await journal.record(DETACH);
    await journal.close(later, { outcome: 'accepted' });
    expect(await journal.lastAccepted('cmp-1', 'wh-1')).toMatchObject({ operation: 'detach' });
    const overtaken = (await journal.list()).filter((entry) => entry.overtaken);
    expect(overtaken.map(({ id }) => id)).toEqual([earlier]);
  });

  test('the run that leaves for want of room is the one that was begun first', async () => {
    const runLog = browser.openRunLog();
    const ids: string[] = [];
    for (let count = 0; count < 199; count += 1) {
      browser.tick(1000);
      ids.push(await doneRun(runLog, 'attach'));
    }
    browser.tick(-HOUR_MS);
    const newest = await doneRun(runLog, 'attach');
    await doneRun(runLog, 'attach');
    const kept = (await browser.openRunLog().runs()).map(({ id }) => id);
    expect(kept).toContain(newest);
    expect(kept).not.toContain(ids[0]);
  });
});

test('what is written late does not take the place of what was sent after it', async () => {
  const runLog = browser.openRunLog();
  const record = await runLog.begin({ operation: 'attach', source: '' }, [PAIR]);
  await record.append([[0, browser.send()]]);
  browser.tick(1000);
  await doneRun(runLog, 'detach');
  browser.tick(1000);
  await record.append([[0, { kind: 'answer', outcome: 'accepted' }]]);
  expect((await lastOf(runLog))?.operation).toBe('detach');
});
