import { expect, test } from 'playwright/test';
import { losableConnections } from '#src/journal/test-kit.ts';
import { storageForTests } from '#src/lib/test-storage.ts';
import {
  begin,
  endBrowsers,
  gate,
  OK,
  pairsOf,
  runOf,
  sendingBrowser,
  sentTo,
  statesOf,
  statusOf,
} from './runner-kit.ts';

// Two tabs of a browser that has no locks.

test.afterEach(endBrowsers);
storageForTests();

const NEVER_MS = 1_000_000;

test('one tab sends, the other shows it and sends nothing', async () => {
  const wait = gate();
  const lab = sendingBrowser(async () => (await wait.pass(), OK()));
  const [a, b] = [lab.openTab({ locks: undefined }), lab.openTab({ locks: undefined })];
  const id = await begin(a, pairsOf(8));
  await expect.poll(() => wait.waiting()).toBe(4);
  expect(await b.runner.begin({ operation: 'attach', source: '' }, pairsOf(1))).toBe('busy');
  expect(await b.runner.resume(id)).toBe('busy');
  await expect.poll(() => b.runner.current()?.isHere).toBe(false);
  await b.runner.pause(id);
  await expect.poll(async () => (await runOf(a, id))?.pause?.why).toBe('person');
  wait.open();
  await expect.poll(() => b.runner.current()).toBeUndefined();
  expect(await b.runner.resume(id)).toBe('running');
  await expect.poll(() => statusOf(b, id)).toBe('finished');
  expect(sentTo(lab.calls)).toHaveLength(8);
  expect(new Set(sentTo(lab.calls)).size).toBe(8);
});

test('a tab whose storage fails stands still, and another one goes on with what it has not sent', async () => {
  const wait = gate();
  const lab = sendingBrowser(async () => (await wait.pass(), OK()));
  const connections = losableConnections();
  try {
    const a = lab.openTab({ locks: undefined, goneMs: 100, storageRetryMs: NEVER_MS });
    const id = await begin(a, pairsOf(12));
    await expect.poll(() => wait.waiting()).toBe(4);
    const restore = connections.loseFirst();
    wait.open();
    await expect.poll(() => statusOf(a, id)).toBe('paused');
    expect((await runOf(a, id))?.pause?.why).toBe('storage');
    await expect.poll(() => a.runner.current()).toBeUndefined();
    expect(lab.calls).toHaveLength(4);
    const b = lab.openTab({ locks: undefined, goneMs: 100 });
    await expect.poll(() => statusOf(b, id)).toBe('paused');
    expect(await b.runner.resume(id)).toBe('running');
    await expect.poll(() => statusOf(b, id)).toBe('finished');
    expect(new Set(sentTo(lab.calls)).size).toBe(lab.calls.length);
    restore();
    expect(await a.runner.resume(id)).not.toBe('running');
    await expect.poll(() => statesOf(a, id)).toEqual(await statesOf(b, id));
    expect((await runOf(b, id))?.counts).toMatchObject({ unknown: 4, accepted: 8 });
    expect(lab.calls).toHaveLength(12);
  } finally {
    connections.end();
  }
});

test('a tab that was taken for gone and lives sends none of what the other one has', async () => {
  const wait = gate();
  const lab = sendingBrowser(async () => (await wait.pass(), OK()));
  // Its notes come too seldom for the other one.
  const a = lab.openTab({ locks: undefined, goneMs: NEVER_MS });
  const id = await begin(a, pairsOf(20));
  await expect.poll(() => wait.waiting()).toBe(4);
  const b = lab.openTab({ locks: undefined, goneMs: 50 });
  await expect.poll(() => statusOf(b, id)).toBe('paused');
  const resumed = b.runner.resume(id);
  wait.open();
  expect(await resumed).toBe('running');
  await expect.poll(() => statusOf(b, id)).toBe('finished');
  await expect.poll(() => a.runner.current()).toBeUndefined();
  expect(new Set(sentTo(lab.calls)).size).toBe(lab.calls.length);
  expect(lab.calls).toHaveLength(20);
  expect((await runOf(b, id))?.counts).toMatchObject({ unknown: 4, accepted: 16 });
});
