import { expect, test } from 'playwright/test';
import {
  losableConnections,
  removeRuns,
  replaceMethod,
  type Method,
} from '#src/journal/testing/journal-kit.ts';
import { storageForTests } from '#src/lib/testing/local-storage.ts';
import {
  begin,
  endBrowsers,
  fail,
  gate,
  OK,
  pairsOf,
  sendingBrowser,
  sentTo,
  statesOf,
  statusOf,
} from './testing/runner-kit.ts';

test.afterEach(endBrowsers);

const twice = (sent: readonly string[]): string[] => sent.filter((one, at) => sent.indexOf(one) !== at);
const { items } = storageForTests();

const failingReads = (): Method => () => {
  throw new DOMException('read', 'UnknownError');
};

test('a reading that fails when the turn comes: nothing is sent until it can be read', async () => {
  const wait = gate();
  const lab = sendingBrowser(async () => (await wait.pass(), OK()));
  const a = lab.openTab();
  const id = await begin(a, pairsOf(6));
  await expect.poll(() => wait.waiting()).toBe(4);
  const b = lab.openTab();
  await expect.poll(() => b.runner.current()?.isHere).toBe(false);
  const putBack = replaceMethod(IDBObjectStore.prototype, 'get', failingReads);
  try {
    wait.letGo(4);
    await expect.poll(() => a.runner.current()?.sheet.run().counts.accepted).toBe(4);
    await a.kill();
    expect(await b.runner.resume(id)).not.toBe('running');
  } finally {
    putBack();
  }
  const sent = lab.calls.length;
  wait.open();
  await expect.poll(() => b.runner.current()).toBe(undefined);
  await expect.poll(() => b.runner.resume(id)).toBe('running');
  await expect.poll(() => statusOf(b, id)).toBe('finished');
  expect(lab.calls.length).toBeGreaterThanOrEqual(sent);
  expect(twice(sentTo(lab.calls))).toEqual([]);
});

test('a tab that has lost its storage sends nothing that another one has sent meanwhile', async () => {
  const wait = gate();
  const lab = sendingBrowser(async () => (await wait.pass(), OK()));
  const connections = losableConnections();
  try {
    const a = lab.openTab();
    const id = await begin(a, pairsOf(8));
    await expect.poll(() => wait.waiting()).toBe(4);
    const restore = connections.loseFirst();
    await a.runner.pause(id);
    wait.letGo(4);
    await expect.poll(() => a.runner.current()).toBe(undefined);
    const b = lab.openTab();
    await expect.poll(() => statusOf(b, id)).toBe('paused');
    wait.open();
    expect(await b.runner.resume(id)).toBe('running');
    await expect.poll(() => statusOf(b, id)).toBe('finished');
    await expect.poll(() => b.runner.current()).toBe(undefined);
    const sent = lab.calls.length;
    await expect.poll(() => a.runner.resume(id)).toBe('unreadable');
    restore();
    await expect.poll(() => a.runner.resume(id)).toBe('changed');
    expect(await statesOf(a, id)).toEqual(await statesOf(b, id));
    expect(lab.calls).toHaveLength(sent);
    expect(twice(sentTo(lab.calls))).toEqual([]);
  } finally {
    connections.end();
  }
});

for (const [name, storageRetryMs] of [
  ['when it is resumed', 1_000_000],
  ['by itself', 20],
] as const) {
  test(`a tab whose storage comes back ${name}, without the run that another one has finished, sends nothing of it`, async () => {
    const wait = gate();
    const lab = sendingBrowser(async () => (await wait.pass(), OK()));
    const connections = losableConnections();
    try {
      const a = lab.openTab({ storageRetryMs });
      const id = await begin(a, pairsOf(12));
      await expect.poll(() => wait.waiting()).toBe(4);
      const restore = connections.loseFirst();
      await a.runner.pause(id);
      wait.open();
      await expect.poll(() => a.runner.current()).toBe(undefined);
      const b = lab.openTab();
      await expect.poll(() => statusOf(b, id)).toBe('paused');
      expect(await b.runner.resume(id)).toBe('running');
      await expect.poll(() => statusOf(b, id)).toBe('finished');
      await expect.poll(() => b.runner.current()).toBe(undefined);
      expect(lab.calls).toHaveLength(12);
      await removeRuns();
      restore();
      for (const { runner } of [a, b, a]) expect(await runner.resume(id)).toBe('unreadable');
      expect(await a.runner.sendAgain(id, 'unknown')).toBe('unreadable');
      expect(lab.calls).toHaveLength(12);
      expect(twice(sentTo(lab.calls))).toEqual([]);
    } finally {
      connections.end();
    }
  });
}

test('a run that is taken away while it is sent goes on in its tab, also after a pause, and in no other', async () => {
  const wait = gate();
  const lab = sendingBrowser(async () => (await wait.pass(), OK()));
  const a = lab.openTab();
  const id = await begin(a, pairsOf(12));
  await expect.poll(() => wait.waiting()).toBe(4);
  const b = lab.openTab();
  await expect.poll(() => b.runner.current()?.sheet.run().id).toBe(id);
  await removeRuns();
  wait.letGo(2);
  await expect.poll(() => wait.waiting()).toBe(4);
  await a.runner.pause(id);
  wait.open();
  await expect.poll(() => a.runner.current()).toBe(undefined);
  const sent = lab.calls.length;
  expect(await b.runner.resume(id)).toBe('unreadable');
  expect(lab.calls).toHaveLength(sent);
  expect(await a.runner.resume(id)).toBe('running');
  await expect.poll(() => statusOf(a, id)).toBe('finished');
  expect(lab.calls).toHaveLength(12);
  expect(twice(sentTo(lab.calls))).toEqual([]);
});

test('where the disk is full, a run whose tab could not write all of it down goes on in that tab alone', async () => {
  const wait = gate();
  const lab = sendingBrowser(async () => (await wait.pass(), OK()));
  const a = lab.openTab();
  const id = await begin(a, pairsOf(12));
  await expect.poll(() => wait.waiting()).toBe(4);
  const putBack = replaceMethod(IDBObjectStore.prototype, 'put', (): Method => () => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  try {
    await a.runner.pause(id);
    wait.open();
    await expect.poll(() => a.runner.current()).toBe(undefined);
    const b = lab.openTab();
    await expect.poll(() => statusOf(b, id)).toBe('paused');
    expect(await b.runner.resume(id)).toBe('unreadable');
    expect(lab.calls).toHaveLength(4);
    expect(await a.runner.resume(id)).toBe('running');
    await expect.poll(() => statusOf(a, id)).toBe('finished');
    expect(lab.calls).toHaveLength(12);
    expect(twice(sentTo(lab.calls))).toEqual([]);
  } finally {
    putBack();
  }
});

const refused = () => Promise.reject(new DOMException('denied', 'SecurityError'));

for (const [name, locks] of [
  ['without locks', undefined],
  ['where locks are refused', { request: refused, query: refused }],
] as const) {
  test(`${name} a run is sent, paused and resumed in its tab, and another one never has it`, async () => {
    const wait = gate();
    const lab = sendingBrowser(async () => (await wait.pass(), OK()));
    const [a, b] = [lab.openTab({ locks }), lab.openTab({ locks })];
    const id = await begin(a, pairsOf(12));
    await expect.poll(() => wait.waiting()).toBe(4);
    expect(await b.runner.resume(id)).toBe('unreadable');
    await b.runner.cancel(id);
    await a.runner.pause(id);
    wait.open();
    await expect.poll(() => a.runner.current()).toBe(undefined);
    expect(await b.runner.resume(id)).toBe('unreadable');
    expect(b.runner.current()).toBe(undefined);
    expect(await b.books.runs()).toEqual([]);
    expect(lab.calls).toHaveLength(4);
    expect(await a.runner.resume(id)).toBe('running');
    await expect.poll(() => statusOf(a, id)).toBe('finished');
    expect(lab.calls).toHaveLength(12);
    expect(twice(sentTo(lab.calls))).toEqual([]);
    expect(items.size).toBe(0);
  });
}

test('a tab that dies while lines are opened again leaves a run that can go on', async () => {
  let isFailing = true;
  const lab = sendingBrowser(() => (isFailing ? fail(500) : OK()));
  const a = lab.openTab();
  const id = await begin(a, pairsOf(3));
  await expect.poll(() => statusOf(a, id)).toBe('finished');
  await expect.poll(() => a.runner.current()).toBe(undefined);
  isFailing = false;
  const sheet = await a.books.open(id);
  if (!sheet) throw new Error('not there');
  // It gets as far as the first change of the run.
  const { apply } = sheet;
  let isDead = false;
  sheet.apply = async (changes, patch) => {
    if (isDead) return new Promise<never>(() => undefined);
    await apply(changes, patch);
    isDead = true;
    await a.kill();
  };
  void a.runner.sendAgain(id, 'refused');
  await expect.poll(() => isDead).toBe(true);
  const b = lab.openTab();
  await expect.poll(() => statusOf(b, id)).toBe('paused');
  expect(await b.runner.resume(id)).toBe('running');
  await expect.poll(() => statesOf(b, id)).toEqual(['accepted', 'accepted', 'accepted']);
});

test('storage fails, failed lines are sent again and the tab dies: they are unknown, not failed', async () => {
  let isFailing = true;
  const lab = sendingBrowser(() => (isFailing ? fail(500) : OK()));
  const a = lab.openTab();
  const id = await begin(a, pairsOf(3));
  await expect.poll(() => statusOf(a, id)).toBe('finished');
  await expect.poll(() => a.runner.current()).toBe(undefined);
  isFailing = false;
  const putBack = replaceMethod(IDBObjectStore.prototype, 'put', (): Method => () => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  try {
    expect(await a.runner.sendAgain(id, 'refused')).toBe('running');
    await expect.poll(() => statesOf(a, id)).toEqual(['accepted', 'accepted', 'accepted']);
    await a.kill();
  } finally {
    putBack();
  }
  const b = lab.openTab();
  await expect.poll(() => statesOf(b, id)).toEqual(['unknown', 'unknown', 'unknown']);
  expect(items.size).toBe(0);
});
