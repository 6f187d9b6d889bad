import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'playwright/test';
import { PAIR, serviceOf } from '#src/api/testing/service-kit.ts';
import { settle } from '#src/auth/testing/fixture-server.ts';
import { createElection } from '#src/features/calls/board/leader-election.ts';
import { full, pageOf } from '#src/features/calls/board/testing/persistence-kit.ts';
import * as runs from '#src/features/webhooks/run/testing/runner-kit.ts';
import { recorded } from '#src/log/recorded.ts';
import type { Log } from '#src/log/log.ts';
import { ATTACH, browserOf, replaceMethod, sentOf } from '#src/log/testing/log-kit.ts';
import { locksOf } from '#src/log/testing/locks-kit.ts';

// What can go wrong with tabs, runs and storage, on a read and on a write.

let undo: (() => unknown)[] = [];

test.afterEach(() => {
  runs.endBrowsers();
  for (const act of undo) act();
  undo = [];
});

const refuse = () => (): never => {
  throw new DOMException('denied', 'SecurityError');
};
const isRefused = (): void => void undo.push(replaceMethod(IDBFactory.prototype, 'open', refuse));
const isFull = (): void => {
  for (const name of ['put', 'add']) undo.push(replaceMethod(IDBObjectStore.prototype, name, full));
};

/** A write with its entry in the log, as every form sends it. */
const send = async (log: Log, answer = runs.OK) => {
  const { service, calls } = serviceOf(answer);
  const { outcome } = await recorded(log, ATTACH, () => service.addWebhook(PAIR));
  expect(calls).toHaveLength(1);
  return outcome;
};

const newBrowser = () => {
  const browser = browserOf();
  undo.push(browser.end);
  return browser;
};

/** A board that cannot be stored: calls are watched all the same. */
const watchUnstored = async (storageGoes: () => void): Promise<void> => {
  storageGoes();
  const page = pageOf();
  await page.store.load(() => undefined);
  page.put('a', 'b');
  await page.store.flush();
  expect([page.store.isKept(), page.store.pending()]).toEqual([false, ['a', 'b']]);
  expect(await serviceOf(() => Response.json({ status: 'ringing' })).service.readCall('a')).toMatchObject({
    kind: 'record',
  });
};

/** A form sends and shows what came back; a run does not begin if its lines cannot be written ahead. */
const sendUnstored = async (): Promise<void> => {
  isRefused();
  const lab = runs.sendingBrowser(runs.OK);
  const log = lab.browser.openTab({ deadlineMs: 50 });
  expect(await send(log)).toMatchObject({ kind: 'accepted' });
  expect(await log.inMemory()).toMatchObject([{ outcome: 'accepted' }]);
  const { runner } = lab.openTab({ deadlineMs: 50 });
  expect(await runner.begin({ operation: 'attach', source: '' }, runs.pairsOf(3))).toBe('busy');
  expect(lab.calls).toEqual([]);
};

/** Nothing is sent that the log does not take. */
const sendNothing = async (): Promise<void> => {
  const lab = runs.sendingBrowser(runs.OK);
  const { log, runner } = lab.openTab();
  await log.inMemory();
  isFull();
  await expect(recorded(log, ATTACH, () => Promise.reject(new Error('It was sent')))).rejects.toThrow('full');
  expect(await runner.begin({ operation: 'attach', source: '' }, runs.pairsOf(3))).toBe('unwritten');
  expect(lab.calls).toEqual([]);
};

type Side = () => Promise<void>;

const ROWS: Record<string, { read?: Side; write?: Side }> = {
  'the tab is closed in the middle of a run': {
    write: async () => {
      const { answers, openTab, calls } = runs.gatedBrowser();
      const tab = openTab();
      const id = await runs.begin(tab, runs.pairsOf(12));
      await expect.poll(() => answers.waiting()).toBe(4);
      await tab.kill();
      const next = openTab();
      await expect
        .poll(async () => (await runs.runOf(next, id))?.counts)
        .toMatchObject({ unknown: 4, queued: 8 });
      expect(calls).toHaveLength(4);
      answers.open();
      expect(await next.runner.resume(id)).toBe('running');
      await expect.poll(() => runs.statusOf(next, id)).toBe('finished');
      expect(new Set(runs.sentTo(calls)).size).toBe(calls.length);
    },
  },
  'the service restarts in the middle of a run': {
    write: async () => {
      const done: string[] = [];
      const { openTab, calls } = runs.sendingBrowser((call, index) => {
        if (index >= 6 && index < 10) throw new TypeError('Failed to fetch');
        if (index >= 10 && index < 14) return runs.fail(503, { 'Retry-After': '0' });
        done.push(runs.webhookOf(call));
        return runs.OK();
      });
      const tab = openTab();
      const id = await runs.begin(tab, runs.pairsOf(30));
      await expect.poll(() => runs.statusOf(tab, id)).toBe('finished');
      expect((await runs.runOf(tab, id))?.counts).toMatchObject({ accepted: 26, unknown: 4, refused: 0 });
      expect(new Set(done).size).toBe(26);
      // What the service turned away with a time to retry was not done, and is the only thing that went twice.
      expect(calls).toHaveLength(30 + 4);
    },
  },
  'storage is refused': { read: () => watchUnstored(isRefused), write: sendUnstored },
  'storage is full': { read: () => watchUnstored(isFull), write: sendNothing },
  'two tabs': {
    read: async () => {
      const { request } = locksOf();
      const tabs = [1, 2].map(() => createElection('board', () => undefined, { request }));
      for (const tab of tabs) tab.setCandidate(true);
      await settle();
      expect(tabs.filter((tab) => tab.isLeader())).toHaveLength(1);
    },
    write: async () => {
      const browser = newBrowser();
      const tabs = [browser.openTab(), browser.openTab()];
      await Promise.all(tabs.map((tab) => send(tab)));
      for (const tab of tabs)
        expect(await sentOf(tab)).toMatchObject([{ outcome: 'accepted' }, { outcome: 'accepted' }]);
    },
  },
};

for (const [fault, sides] of Object.entries(ROWS)) {
  for (const side of ['read', 'write'] as const) {
    const act = sides[side];
    if (act) test(`fault matrix, ${side}: ${fault}`, act);
  }
}
