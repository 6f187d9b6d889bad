import { expect, test } from 'playwright/test';
import {
  losableConnections,
  removeRuns,
  replaceMethod,
  type Method,
} from '#src/journal/testing/journal-kit.ts';
import { begin, endBrowsers, gate, OK, pairsOf, runOf, sendingBrowser } from './testing/runner-kit.ts';

// Storage that is refused, full from the start, or loses the run.

test.afterEach(endBrowsers);

const full = (): Method => () => {
  throw new DOMException('It can’t be written.', 'QuotaExceededError');
};

test('a run that is taken away while it is sent goes on nowhere, and nothing of it is sent twice', async () => {
  const wait = gate();
  const lab = sendingBrowser(async () => (await wait.pass(), OK()));
  const a = lab.openTab();
  const id = await begin(a, pairsOf(12));
  await expect.poll(() => wait.waiting()).toBe(4);
  const b = lab.openTab();
  await expect.poll(() => b.runner.current()?.record.run().id).toBe(id);
  await removeRuns();
  wait.letGo(2);
  await expect.poll(async () => (await runOf(a, id))?.pause?.why).toBe('storage');
  wait.open();
  await expect.poll(() => a.runner.current()).toBe(undefined);
  for (const { runner } of [b, a, b]) expect(await runner.resume(id)).toBe('unreadable');
  // All that is known of it is still shown, and can be exported.
  expect(await runOf(a, id)).toMatchObject({ counts: { accepted: 4, queued: 8 } });
  expect(lab.calls).toHaveLength(4);
  // Another one can begin.
  await begin(a, pairsOf(2));
  await expect.poll(() => lab.calls.length).toBe(6);
});

test('a tab whose storage comes back without the run sends nothing of it', async () => {
  const wait = gate();
  const lab = sendingBrowser(async () => (await wait.pass(), OK()));
  const connections = losableConnections();
  try {
    const a = lab.openTab({ storageRetryMs: 20 });
    const id = await begin(a, pairsOf(12));
    await expect.poll(() => wait.waiting()).toBe(4);
    const restore = connections.loseFirst();
    a.runner.pause(id);
    wait.open();
    await expect.poll(async () => (await runOf(a, id))?.counts.accepted).toBe(4);
    const b = lab.openTab();
    await b.runLog.runs();
    await removeRuns();
    restore();
    await expect.poll(() => a.runner.current()).toBe(undefined);
    for (const { runner } of [a, b, a]) expect(await runner.resume(id)).not.toBe('running');
    expect(await a.runner.sendAgain(id, 'unknown')).toBe('unreadable');
    expect(lab.calls).toHaveLength(4);
  } finally {
    connections.end();
  }
});

test('full from the start: nothing is begun and nothing is sent', async () => {
  const lab = sendingBrowser(OK);
  const a = lab.openTab();
  await a.runLog.runs();
  const putBack = replaceMethod(IDBObjectStore.prototype, 'put', full);
  try {
    expect(await a.runner.begin({ operation: 'attach', source: '' }, pairsOf(3))).toBe('unwritten');
  } finally {
    putBack();
  }
  expect(lab.calls).toEqual([]);
  await begin(a, pairsOf(3));
  await expect.poll(() => lab.calls.length).toBe(3);
});

const refused = () => Promise.reject(new DOMException('denied', 'SecurityError'));

for (const [name, locks] of [
  ['without locks', undefined],
  ['where locks are refused', { request: refused, query: refused }],
] as const) {
  test(`${name} nothing is begun, in no tab`, async () => {
    const lab = sendingBrowser(OK);
    for (const tab of [lab.openTab({ locks }), lab.openTab({ locks })]) {
      expect(await tab.runner.begin({ operation: 'attach', source: '' }, pairsOf(3))).toBe('unwritten');
      expect(tab.runLog.isRefused()).toBe(true);
      expect(await tab.runLog.runs()).toEqual([]);
      expect(tab.runner.current()).toBe(undefined);
    }
    expect(lab.calls).toEqual([]);
  });
}
