import { expect, test } from 'playwright/test';
import { allLast, ATTACH, browserForTests, DETACH, optionsOfWrites } from '#src/log/testing/journal-kit.ts';
import { ACCEPTED, pairsOf, RUN } from '#src/log/testing/run-kit.ts';

const browser = browserForTests();

test('a run is written with all of its lines, and read again as it was', async () => {
  const runLog = browser.openRunLog();
  expect(await runLog.hasRoom(200)).toBe(true);
  const record = await runLog.begin({ ...RUN, undoOf: 'earlier' }, pairsOf(200));
  expect(record.run()).toMatchObject({ ...RUN, undoOf: 'earlier', total: 200, counts: { queued: 200 } });
  await record.append(
    [
      [0, browser.send()],
      [70, browser.send()],
      [199, browser.send()],
    ],
    { activeSince: 5 },
  );
  await record.append([[70, ACCEPTED]]);
  const again = await browser.openRunLog().open(record.run().id);
  expect(again?.run()).toEqual(record.run());
  for (let index = 0; index < 200; index += 1) expect(again?.line(index)).toEqual(record.line(index));
  expect(again?.line(70)).toMatchObject({ webhookId: 'wh-70', state: 'accepted', status: 200, sent: 1 });
  expect(runLog.isKept() && record.trouble() === undefined).toBe(true);
  expect(await runLog.open(record.run().id)).toBe(record);
  expect(await runLog.open('no such run')).toBeUndefined();
});

test('what does not fit throws, and nothing of the call is taken in', async () => {
  const record = await browser.openRunLog().begin(RUN, pairsOf(3));
  const [first, run] = [record.line(0), record.run()];
  expect(() =>
    record.append(
      [
        [0, browser.send()],
        [1, ACCEPTED],
      ],
      { status: 'paused' },
    ),
  ).toThrow('queued');
  expect(() => record.append([[3, browser.send()]])).toThrow(RangeError);
  expect(record.line(0)).toBe(first);
  expect(record.run()).toBe(run);
});

test('a line is the same object until it changes, and each change is told', async () => {
  const record = await browser.openRunLog().begin(RUN, pairsOf(2));
  const [one, two] = [record.line(0), record.line(1)];
  let told = 0;
  const leave = record.subscribe(() => (told += 1));
  const applying = record.append([[0, browser.send()]]);
  expect(record.line(0)).toMatchObject({ state: 'sending', sent: 1, sentAt: browser.now() });
  expect(record.line(0)).not.toBe(one);
  expect(record.line(1)).toBe(two);
  expect(told).toBe(1);
  await applying;
  leave();
  await record.append([[0, ACCEPTED]]);
  expect(told).toBe(1);
});

test('changes that come while others are being written are written together', async () => {
  const runLog = browser.openRunLog();
  const record = await runLog.begin(RUN, pairsOf(50));
  const writes = await optionsOfWrites(async () => {
    const first = record.append([[0, browser.send()]]);
    await Promise.resolve();
    const others = Array.from({ length: 49 }, (_, index) => record.append([[index + 1, browser.send()]]));
    await Promise.all([first, ...others]);
  });
  expect(writes).toHaveLength(2);
  const again = await browser.openRunLog().open(record.run().id);
  expect(again?.run().counts).toMatchObject({ sending: 50, queued: 0 });
});

test('only what leads to a request asks for strict durability', async () => {
  const record = await browser.openRunLog().begin(RUN, pairsOf(2));
  const [first, ...others] = await optionsOfWrites(async () => {
    await record.append([[0, browser.send()]]);
    await record.append([[0, ACCEPTED]]);
    await record.append([[1, { kind: 'cancel' }]], { status: 'finished' });
  });
  expect(first).toEqual({ durability: 'strict' });
  expect(others.length).toBeGreaterThanOrEqual(2);
  for (const mode of others) expect(mode).toEqual({ durability: 'relaxed' });
});

test('the last accepted operation of a pair counts, alone or in a run, and takes undo from what came before', async () => {
  const [runLog, journal] = [browser.openRunLog(), browser.openTab()];
  const entry = await journal.record({ ...ATTACH, webhookId: 'wh-0' });
  await journal.close(entry, { outcome: 'accepted', status: 200 });
  expect((await journal.list())[0]).not.toHaveProperty('overtaken');
  browser.tick(1000);
  const record = await runLog.begin({ ...RUN, operation: 'detach' }, pairsOf(2));
  await record.append([
    [0, browser.send()],
    [1, browser.send()],
  ]);
  await record.append([
    [0, ACCEPTED],
    [1, { kind: 'answer', outcome: 'refused', status: 500 }],
  ]);
  const last = { operation: 'detach', at: browser.now(), by: { run: record.run().id, line: 0 } };
  expect(await journal.lastAccepted('cmp-1', 'wh-0')).toMatchObject(last);
  expect(await journal.lastAccepted('cmp-1', 'wh-1')).toBeUndefined();
  expect(await journal.list()).toMatchObject([{ id: entry, overtaken: true }]);
  expect(await allLast(runLog)).toMatchObject([{ webhookId: 'wh-0', ...last }]);
  browser.tick(1000);
  const later = await journal.record({ ...DETACH, webhookId: 'wh-0' });
  await journal.close(later, { outcome: 'accepted' });
  expect(await journal.lastAccepted('cmp-1', 'wh-0')).toMatchObject({ by: { entry: later } });
  expect((await journal.list()).map(({ overtaken }) => overtaken)).toEqual([undefined, true]);
});
