import { expect, test } from 'playwright/test';
import {
  allLast,
  browserForTests,
  browserOf,
  failStores,
  refuseStorage,
  replaceMethod,
  type Method,
} from '#src/log/testing/journal-kit.ts';
import { ACCEPTED, pairsOf, REFUSED, RUN } from '#src/log/testing/run-kit.ts';

const browser = browserForTests();

test('where there is no storage nobody can say whether there is a run; where there is, one that nobody knows is none', async () => {
  refuseStorage();
  const runLog = browser.openRunLog();
  expect(await runLog.open('another')).toBeUndefined();
  expect(runLog.isKept()).toBe(false);
  expect(await runLog.reread('another')).toBe('unreadable');
  Object.assign(browser, browserOf());
  expect(await browser.openRunLog().reread('another')).toBeUndefined();
});

test('a run that can’t be read is told from one that is not there', async () => {
  const { id } = (await browser.openRunLog().begin(RUN, pairsOf(1))).run();
  const runLog = browser.openRunLog();
  await runLog.runs();
  const putBack = failStores('get', 'UnknownError');
  try {
    expect(await runLog.open(id)).toBeUndefined();
    expect(runLog.isKept()).toBe(false);
  } finally {
    putBack();
  }
  expect(await runLog.open('another')).toBeUndefined();
  expect(runLog.isKept()).toBe(true);
  expect(await runLog.open(id)).toBeDefined();
});

test('pairs that could not be read are not taken for unknown ones', async () => {
  const runLog = browser.openRunLog();
  expect(await runLog.lastAccepted(() => undefined)).toBe(true);
  const putBack = failStores('getAll', 'UnknownError');
  expect(await runLog.lastAccepted(() => undefined)).toBe(false);
  putBack();
});

test('what was accepted just before a tab went is the last word on its pair, though only the run was written', async () => {
  const gone = browser.openRunLog();
  await gone.acquireLease();
  const record = await gone.begin(RUN, pairsOf(3));
  await record.append([[0, browser.send()]], { status: 'running' });
  const putBack = replaceMethod(
    IDBObjectStore.prototype,
    'put',
    (original): Method =>
      function (...given) {
        if (this instanceof IDBObjectStore && this.name === 'last')
          throw new DOMException('lost', 'DataError');
        return original.apply(this, given);
      },
  );
  expect(await record.append([[0, ACCEPTED]])).toBe(true);
  await browser.closeTab(gone);
  putBack();
  const next = browser.openRunLog();
  await next.acquireLease();
  await next.settleAbandoned();
  expect(await allLast(next)).toMatchObject([{ webhookId: 'wh-0', by: { run: record.run().id, line: 0 } }]);
});

test('a run that was left while its lines were opened again waits for a person', async () => {
  const gone = browser.openRunLog();
  await gone.acquireLease();
  const record = await gone.begin(RUN, pairsOf(2));
  await record.append([
    [0, browser.send()],
    [1, browser.send()],
  ]);
  await record.append(
    [
      [0, ACCEPTED],
      [1, REFUSED],
    ],
    { status: 'finished', finishedAt: browser.now() },
  );
  await record.append([[1, { kind: 'reopen' }]]);
  await browser.closeTab(gone);
  const next = browser.openRunLog();
  await next.acquireLease();
  await next.settleAbandoned();
  const again = await next.open(record.run().id);
  expect(again?.run()).toMatchObject({ status: 'paused', pause: { why: 'interrupted' } });
  expect(again?.run()).not.toHaveProperty('finishedAt');
});
