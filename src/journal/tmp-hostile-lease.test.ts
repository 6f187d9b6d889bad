import { expect, test } from 'playwright/test';
import { storageForTests } from '#src/lib/test-storage.ts';
import { createLease } from './lease.ts';
import { createIds } from './ids.ts';
import { browserOf, replaceMethod, type Method } from './test-kit.ts';

let browser: ReturnType<typeof browserOf>;
test.beforeEach(() => { browser = browserOf(); });
test.afterEach(() => browser.end());
storageForTests();
const NEVER_MS = 1_000_000;
void createIds;

test('H1 two takes at once in one tab: the winner keeps the turn', async () => {
  const [one, two] = [browser.openBooks({ locks: undefined, goneMs: NEVER_MS }), browser.openBooks({ locks: undefined, goneMs: NEVER_MS })];
  const turns = await Promise.all([one.takeTurn(), one.takeTurn()]);
  expect(turns.filter(Boolean)).toHaveLength(1);
  await new Promise((r) => setTimeout(r, 50));
  expect(await two.takeTurn()).toBeUndefined();
});

test('H2 one failed transaction in another tab does not rob the one that sends', async () => {
  const [one, two] = [browser.openBooks({ locks: undefined, goneMs: NEVER_MS }), browser.openBooks({ locks: undefined, goneMs: NEVER_MS })];
  expect(await one.takeTurn()).toBeDefined();
  const sheet = await one.begin({ operation: 'attach', source: '' }, [{ campaignId: 'c', webhookId: 'w' }, { campaignId: 'c', webhookId: 'w2' }]);
  await sheet.apply([[0, { kind: 'send', at: 1 }]], { status: 'running' });
  await two.runs();
  let failed = 0;
  const putBack = replaceMethod(IDBDatabase.prototype, 'transaction', (original): Method => function (...given) {
    if (failed === 0 && given[1] === 'readwrite') { failed += 1; throw new DOMException('hiccup', 'UnknownError'); }
    return original.apply(this, given);
  });
  const turn = await two.takeTurn();
  putBack();
  if (turn) await two.settleAbandoned();
  const theirs = await two.reread(sheet.run().id);
  console.log('turn', turn !== undefined, typeof theirs === 'object' && [theirs.line(0).state, theirs.run().pause]);
  expect(turn).toBeUndefined();
});

test('H3 waiting leaves no listener on the signal', async () => {
  const store = { turn: async (change: (k: unknown) => unknown) => { change({ tab: 'other', beat: Math.random() }); } };
  const lease = createLease({ tab: 'me', goneMs: NEVER_MS, onKept: async (act) => ({ result: await act(store as never) }) });
  const life = new AbortController();
  let open = 0;
  const add = life.signal.addEventListener.bind(life.signal);
  const remove = life.signal.removeEventListener.bind(life.signal);
  life.signal.addEventListener = (...given: Parameters<typeof add>) => { open += 1; add(...given); };
  life.signal.removeEventListener = (...given: Parameters<typeof remove>) => { open -= 1; remove(...given); };
  const waiting = lease.isFree(life.signal);
  await new Promise((r) => setTimeout(r, 1300));
  console.log('listeners', open);
  expect(open).toBeLessThanOrEqual(1);
  life.abort();
  await waiting;
});

test('H4 a take that was asked before the end leaves no interval', async () => {
  let release = () => {};
  const gate = new Promise<void>((r) => { release = r; });
  const lease = createLease({ tab: 'me', goneMs: 60, onKept: async () => { await gate; beats += 1; return undefined; } });
  let beats = 0;
  const taking = lease.take();
  lease.stop();
  release();
  await taking;
  const at = beats;
  await new Promise((r) => setTimeout(r, 100));
  console.log('beats after stop', beats - at);
  expect(beats).toBe(at);
});
