import { expect, test } from 'playwright/test';
import { browserForTests } from '#src/log/testing/journal-kit.ts';
import { ACCEPTED, pairsOf, RUN } from '#src/log/testing/run-kit.ts';

const browser = browserForTests();

test('what this tab sends is not taken for abandoned', async () => {
  const runLog = browser.openRunLog();
  await runLog.acquireLease();
  const record = await runLog.begin(RUN, pairsOf(2));
  await record.append([[0, browser.send()]], { status: 'running' });
  await runLog.settleAbandoned();
  expect(record.line(0).state).toBe('sending');
});

test('the lease is one tab’s, free when it is released, and whoever waits hears of it', async () => {
  const [one, two] = [browser.openRunLog(), browser.openRunLog()];
  const end = await one.acquireLease();
  expect(await one.acquireLease()).toBeUndefined();
  expect(await two.acquireLease()).toBeUndefined();
  let isFree = false;
  const waiting = two.leaseIsFree(new AbortController().signal).then(() => (isFree = true));
  const leaving = new AbortController();
  const left = two.leaseIsFree(leaving.signal);
  leaving.abort();
  await left;
  expect(isFree).toBe(false);
  end?.();
  await waiting;
  expect(await two.acquireLease()).toBeDefined();
  expect(await one.acquireLease()).toBeUndefined();
});

test('another tab sees a run live, without being told what is new', async () => {
  const [sender, watcher] = [browser.openRunLog(), browser.openRunLog()];
  const record = await sender.begin(RUN, pairsOf(130));
  const seen = await watcher.open(record.run().id);
  const untouched = seen?.line(1);
  let told = 0;
  seen?.subscribe(() => (told += 1));
  await record.append([[129, browser.send()]]);
  await record.append([[129, ACCEPTED]]);
  await expect.poll(() => seen?.line(129).state).toBe('accepted');
  expect(told).toBeGreaterThan(0);
  expect(seen?.line(1)).toBe(untouched);
  expect(seen?.run().counts).toEqual(record.run().counts);
});

test('run log and journal tell of a run that another tab has begun', async () => {
  const [sender, watcher, journal] = [browser.openRunLog(), browser.openRunLog(), browser.openTab()];
  await Promise.all([watcher.runs(), journal.list()]);
  const told = { runLog: 0, journal: 0 };
  watcher.subscribe(() => (told.runLog += 1));
  journal.subscribe(() => (told.journal += 1));
  const first = await sender.begin(RUN, pairsOf(1));
  await expect.poll(() => told.runLog > 0 && told.journal > 0).toBe(true);
  browser.tick(1);
  const second = await sender.begin(RUN, pairsOf(1));
  const ids = [second.run().id, first.run().id];
  expect((await watcher.runs()).map(({ id }) => id)).toEqual(ids);
  expect((await journal.runs()).map(({ id }) => id)).toEqual(ids);
  expect(await journal.runs(1)).toEqual([second.run()]);
});

test('that a run has begun or ended is told as more than one more line of it', async () => {
  const [sender, journal] = [browser.openRunLog(), browser.openTab()];
  await journal.list();
  const told: string[] = [];
  journal.subscribe((news) => told.push(news));
  const record = await sender.begin(RUN, pairsOf(1));
  await expect.poll(() => told).toContain('changed');
  await record.append([[0, browser.send()]]);
  told.length = 0;
  await record.append([[0, ACCEPTED]], { status: 'finished' });
  await expect.poll(() => told).toContain('changed');
});

test('a command reaches the other tabs', async () => {
  const [sender, other] = [browser.openRunLog(), browser.openRunLog()];
  const received: string[] = [];
  sender.onCommand(({ runId, command }) => received.push(`${runId} ${command}`));
  await Promise.all([sender.runs(), other.runs()]);
  other.command('r', 'pause');
  other.command('r', 'cancel');
  await expect.poll(() => received).toEqual(['r pause', 'r cancel']);
});
