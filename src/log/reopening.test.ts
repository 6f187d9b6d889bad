import { forceCloseDatabase } from 'fake-indexeddb';
import { expect, test } from 'playwright/test';
import {
  ATTACH,
  browserForTests,
  DETACH,
  openedConnections,
  replaceMethod,
  type Method,
} from './testing/journal-kit.ts';
import { ACCEPTED, NEVER_MS, pairsOf, RUN } from './testing/run-kit.ts';

const browser = browserForTests();
let opened: ReturnType<typeof openedConnections>;
test.beforeEach(() => {
  opened = openedConnections();
});

/** Ways in which a browser takes a connection away. */
const WAYS: readonly (readonly [name: string, close: (db: IDBDatabase) => void])[] = [
  ['closed by the browser, which says so', (db) => Reflect.apply(forceCloseDatabase, undefined, [db])],
  ['closed by the browser without a word', (db) => db.close()],
];

for (const [name, close] of WAYS) {
  test(`${name}: the run log opens it again, and all is kept`, async () => {
    const runLog = browser.openRunLog({ storageRetryMs: NEVER_MS });
    await runLog.acquireLease();
    const record = await runLog.begin(RUN, pairsOf(3));
    close(opened.first());
    await record.append([[0, browser.send()]], { status: 'running' });
    expect(record.trouble() === undefined && runLog.isKept()).toBe(true);
    close(opened.last());
    expect(await runLog.runs()).toEqual([record.run()]);
    const others = browser.openRunLog();
    expect((await others.open(record.run().id))?.line(0).state).toBe('sending');
  });

  test(`${name}: the journal opens it again`, async () => {
    const journal = browser.openTab();
    const first = await journal.record(ATTACH);
    close(opened.first());
    await journal.close(first, { outcome: 'accepted' });
    const second = await journal.record(DETACH);
    expect(journal.isDurable()).toBe(true);
    expect(await browser.openTab().list()).toMatchObject([
      { id: second, outcome: 'sending' },
      { id: first, outcome: 'accepted' },
    ]);
  });
}

test('what another tab has written while it was closed is read before anything leaves', async () => {
  const runLog = browser.openRunLog();
  const record = await runLog.begin(RUN, pairsOf(3));
  const { id } = record.run();
  opened.first().close();
  const other = browser.openRunLog();
  const theirs = await other.open(id);
  await theirs?.append([[1, browser.send()]], { status: 'running' });
  const writing = record.append([[1, browser.send()]]);
  const written = record.line(1);
  await writing;
  expect(record.line(1)).not.toBe(written);
  await theirs?.append([[1, ACCEPTED]]);
  expect(await runLog.reread(id)).toBe(record);
  expect(record.line(1)).toMatchObject({ state: 'accepted', sent: 1 });
});

test('where it can’t be opened again it is tried anew the next time', async () => {
  const journal = browser.openTab();
  await journal.record(ATTACH);
  opened.first().close();
  const putBack = replaceMethod(globalThis.indexedDB, 'open', (): Method => () => {
    throw new DOMException('not now', 'UnknownError');
  });
  await journal.record(DETACH);
  expect(journal.isDurable()).toBe(false);
  putBack();
  await journal.record(DETACH);
  expect(await browser.openTab().list()).toHaveLength(2);
});

test('a connection that is over is not opened again', async () => {
  const runLog = browser.openRunLog();
  await runLog.runs();
  await browser.closeTab(runLog);
  const before = opened.count();
  await runLog.runs();
  expect(opened.count()).toBe(before);
});
