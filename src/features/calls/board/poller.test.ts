import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'playwright/test';
import { createStore } from 'zustand/vanilla';
import type { CallRead } from '#src/api/answer.ts';
import { callStatus } from '#src/api/hooks.ts';
import type { Session } from '#src/auth/state.ts';
import { createQueue } from '#src/api/queue.ts';
import { createTestConfig } from '#src/api/testing/service-kit.ts';
import { failed, record, STORE_OPTIONS, STATUSES } from '#src/features/calls/call/testing/call-kit.ts';
import { virtualTime } from '#src/lib/testing/time.ts';
import type { Workspace } from '#src/log/workspace.ts';
import { createPoller } from './poller.ts';
import { watchPollingBlockers } from './polling-blockers.ts';
import { createBoardStore } from './store.ts';

const INTERVAL_MS = 5000;
const live = record({ status: 'in-progress' });
const ids = (count: number, prefix = 'call') => Array.from({ length: count }, (_, at) => `${prefix}-${at}`);

const { random } = Math;
test.beforeEach(() => {
  // Otherwise intervals vary, and so does the number of checks in a time.
  Math.random = () => 0.5;
});
test.afterEach(() => {
  Math.random = random;
});

/** What the browser says. */
const browser = { onLine: true, visibilityState: 'visible' };
test.beforeAll(() => {
  for (const name of ['navigator', 'document'])
    Object.defineProperty(globalThis, name, { value: browser, configurable: true });
});
test.afterAll(() => {
  for (const name of ['navigator', 'document']) Reflect.deleteProperty(globalThis, name);
});

const ACTIVE: Session = { state: 'active', person: { subject: 'jonas', name: 'Jonas' }, personKey: 'k' };

type ReadOptions = NonNullable<Parameters<Workspace['service']['readCall']>[1]>;

type Setup = {
  api?: Record<string, unknown>;
  answerMs?: number;
  /** What the service answers; `checks` counts those of this call before. */
  answer?: (id: string, checks: number) => CallRead;
};

const open = ({ api = {}, answerMs = 10, answer = () => live }: Setup = {}) => {
  const { clock, advance } = virtualTime();
  const config = createTestConfig({ api });
  const queue = createQueue(config.api, clock);
  const queryClient = new QueryClient();
  const store = createBoardStore({
    ...STORE_OPTIONS,
    readRules: () => ({
      intervalMs: INTERVAL_MS,
      now: { at: clock.now(), mono: clock.now() },
      stuckMs: Infinity,
    }),
  });
  const session = createStore<Session>(() => ACTIVE);
  browser.onLine = true;
  const blockers = watchPollingBlockers({
    workspace: { session, service: { queue } },
    pollsHidden: () => false,
  } as unknown as Parameters<typeof watchPollingBlockers>[0]);
  let opened: string | undefined;
  let shown: ReadonlySet<string> = new Set();
  /** The calls in the order of their requests. */
  const sent: string[] = [];
  const readCall = (id: string, options: ReadOptions = {}) =>
    queue
      .run(
        'read',
        () =>
          new Promise<CallRead>((resolve) => {
            const checks = count(id);
            sent.push(id);
            clock.after(answerMs, () => resolve(withDuration(answer(id, checks), answerMs)));
            options.signal?.addEventListener('abort', () => resolve(failed('aborted')));
          }),
        // As the client: each request has a signal of its own.
        { ...options, queueSignal: options.queueSignal && AbortSignal.any([options.queueSignal]) },
      )
      .catch(() => failed('aborted'));
  const count = (id: string) => sent.filter((each) => each === id).length;
  const isBeingLeft = createStore<boolean>(() => false);
  const poller = createPoller({
    workspace: { config, service: { queue, readCall } },
    queryClient,
    statuses: STATUSES,
    store,
    blockers,
    intervalMs: () => INTERVAL_MS,
    findOpened: () => opened,
    createShownTest: () => (call) => shown.has(call.entry.id),
    isBeingLeft,
    clock,
  });
  const stop = poller.listen();
  poller.setOtherTabPolls(false);
  return {
    queryClient,
    poller,
    stop,
    setBeingLeft: (isLeft: boolean) => isBeingLeft.setState(isLeft, true),
    store,
    sent,
    count,
    /** Answers of each moment are handled before the next. */
    run: async (ms: number) => {
      for (let at = 0; at < ms; at += 50) await advance(50);
    },
    watch: (watched: readonly string[]) => {
      store.restore(watched.map((id, at) => ({ entry: { id, addedAt: at } })));
      if (store.isLoading()) store.finishLoading();
    },
    show: (...calls: string[]) => {
      shown = new Set(calls);
    },
    openCall: (id: string) => {
      opened = id;
    },
    blockers,
    setOnline: (isOnline: boolean) => {
      browser.onLine = isOnline;
      blockers.evaluate();
    },
    setSession: (state: 'active' | 'expired') => {
      session.setState({ ...ACTIVE, state }, true);
      blockers.evaluate();
    },
  };
};

const withDuration = (read: CallRead, durationMs: number): CallRead =>
  read.kind === 'failed' ? read : { ...read, answer: { ...read.answer, durationMs } };

test('leaves a call to the hook that polls it', async () => {
  const { queryClient, run, watch, count } = open();
  watch(ids(2));
  await run(1000);
  const options = { ...callStatus('call-0', () => Promise.resolve(live)), staleTime: Infinity };
  const stop = new QueryObserver(queryClient, options).subscribe(() => undefined);
  await run(10_000);
  expect(ids(2).map(count)).toEqual([1, 3]);
  stop();
  await run(5000);
  expect(count('call-0')).toBe(2);
});

test('the open call goes first, and no other is left behind', async () => {
  const { openCall, sent, run, watch, count } = open({ api: { maxRequestsPerSecond: 2 } });
  watch(ids(30));
  await run(2000);
  openCall('call-20');
  const before = sent.length;
  await run(12_000);
  const after = sent.slice(before);
  // The queue has work for two seconds.
  expect(after.indexOf('call-20')).toBeLessThanOrEqual(4);
  expect(count('call-20')).toBeGreaterThanOrEqual(2);
  const others = after.filter((id) => id !== 'call-20');
  expect(new Set(others).size).toBe(others.length);
  expect(after.length).toBeGreaterThanOrEqual(22);
  expect(after.length).toBeLessThanOrEqual(24);
});

test('checks first what is shown', async () => {
  const { run, watch, sent, show } = open({ api: { maxRequestsPerSecond: 10 } });
  watch(ids(500));
  await run(2000);
  show(...ids(10, 'shown'));
  watch(ids(10, 'shown'));
  const before = sent.length;
  await run(3000);
  // The queue has work for two seconds.
  expect(sent.slice(before, before + 30)).toEqual(expect.arrayContaining(ids(10, 'shown')));
});

test('failing calls do not slow the others', async () => {
  const failing = ids(4, 'failing');
  const running = ids(5, 'running');
  const { run, watch, count } = open({
    answer: (id) => (id.startsWith('failing') ? failed('server', 503) : live),
  });
  watch([...failing, ...running]);
  await run(16_000);
  // At once, after 5 s, then after 10.
  for (const id of failing) expect(count(id)).toBe(3);
  for (const id of running) expect(count(id)).toBe(4);
});

test('checks no call that has ended', async () => {
  const { run, watch, count } = open({
    answer: (id, checks) => (id === 'call-0' && checks === 1 ? record({ status: 'completed' }) : live),
  });
  watch(ids(3));
  await run(21_000);
  expect(ids(3).map(count)).toEqual([2, 5, 5]);
});

test('after a block, checks what is due at the allowed rate', async () => {
  // Slower than intervals vary, so that the order is known.
  const { run, watch, sent, setSession } = open({ api: { maxRequestsPerSecond: 1 } });
  watch(ids(5));
  await run(4200);
  expect(sent).toEqual(ids(5));
  setSession('expired');
  await run(120_000);
  expect(sent).toHaveLength(5);
  setSession('active');
  const counts: number[] = [];
  for (let second = 0; second < 5; second += 1) {
    await run(1000);
    counts.push(sent.length - 5);
  }
  expect(counts).toEqual([1, 2, 3, 4, 5]);
  expect(sent.slice(5)).toEqual(ids(5));
});

test('a tab that does not poll checks only what the user asks', async () => {
  const { poller, run, watch, sent } = open();
  poller.setOtherTabPolls(true);
  watch(ids(3));
  await run(10_000);
  expect(sent).toEqual([]);
  void poller.checkNow('call-1');
  await run(10_000);
  expect(sent).toEqual(['call-1']);
});

test('asks refused calls again, but none that ended', async () => {
  const answers = [live, record({ status: 'completed' }), failed('not-found', 404)];
  const { poller, run, watch, count } = open({
    answer: (id) => answers[Number(id.slice(-1))] ?? live,
  });
  watch(ids(3));
  await run(1000);
  poller.checkSoon(ids(3));
  await run(20_000);
  expect(['call-1', 'call-2'].map(count)).toEqual([1, 2]);
});

test('knows how long a slow service takes for all', async () => {
  const { poller, run, watch } = open({ api: { maxConcurrentReads: 1 }, answerMs: 400 });
  watch(ids(30));
  await run(4000);
  expect(poller.periodMs()).toBe(10_000);
});

test('a check that leaving the page cut off is no failure', async () => {
  const { stop, run, watch, store } = open({ answerMs: 1000 });
  watch(['call-0']);
  await run(5500);
  const before = store.call('call-0');
  await run(1000);
  stop();
  await run(1000);
  expect(store.call('call-0')?.history).toEqual(before?.history);
  expect(store.call('call-0')?.statusBadge.word).toBe('In progress');
});

test('begins no check while the page is being left', async () => {
  const { setBeingLeft, run, watch, sent, store } = open({ answerMs: 1000 });
  watch(ids(3));
  await run(6500);
  expect(sent).toHaveLength(6);
  setBeingLeft(true);
  await run(4500);
  expect(sent).toHaveLength(6);
  // The user stayed.
  setBeingLeft(false);
  await run(8000);
  expect(sent.length).toBeGreaterThan(8);
  expect([...store.calls()].map(({ statusBadge }) => statusBadge.word)).toEqual(
    ids(3).map(() => 'In progress'),
  );
});

test('checks one by one when five calls fail', async () => {
  let isDown = true;
  const { run, watch, sent, blockers } = open({ answer: () => (isDown ? failed('server', 503) : live) });
  watch(ids(40));
  await run(1000);
  expect(blockers.current()).toMatchObject({ reason: 'failing', failure: 'error 503' });
  const before = sent.length;
  expect(before).toBeLessThan(20);
  const counts: number[] = [];
  for (const seconds of [5, 10, 20, 30, 30]) {
    await run(1000 * seconds);
    counts.push(sent.length - before);
  }
  expect(counts).toEqual([1, 2, 3, 4, 5]);
  isDown = false;
  await run(32_000);
  expect(blockers.current()).toBeUndefined();
  expect(new Set(sent).size).toBe(40);
});

test('a sign-in during a single check adds none', async () => {
  const { run, watch, sent, setSession, blockers } = open({
    answerMs: 2000,
    answer: () => failed('server', 500),
  });
  watch(ids(10));
  await run(8000);
  expect(blockers.current()?.reason).toBe('failing');
  setSession('expired');
  setSession('active');
  const before = sent.length;
  await run(75_000);
  // After 5 s, then after 10, 20 and 30.
  expect(sent.length - before).toBe(4);
});

test('asks a call that answers before those that fail', async () => {
  const failing = new Set(ids(11).slice(3));
  const { run, watch, sent } = open({ answer: (id) => (failing.has(id) ? failed('server', 500) : live) });
  watch(ids(11));
  await run(60_000);
  for (const id of ids(3)) expect(sent.filter((each) => each === id).length).toBeGreaterThan(8);
});

test('five unknown IDs are no failing service', async () => {
  const { run, watch, blockers } = open({ answer: () => failed('not-found', 404) });
  watch(ids(10));
  await run(2000);
  expect(blockers.current()).toBeUndefined();
});

test('"Try now" checks all that failed', async () => {
  const { run, watch, sent, blockers, poller } = open({ answer: () => failed('network') });
  watch(ids(6));
  await run(2000);
  const { since } = blockers.current() ?? {};
  const before = sent.length;
  poller.tryAll();
  expect(blockers.current()).toMatchObject({ reason: 'failing', isTrying: true });
  await run(1000);
  expect(new Set(sent.slice(before)).size).toBeGreaterThanOrEqual(5);
  expect(blockers.current()).toMatchObject({ since, isTrying: false });
});

test('"Try now" ends when fewer calls fail again', async () => {
  const { run, watch, store, blockers, poller } = open({ answer: () => failed('network') });
  watch(ids(6));
  await run(2000);
  store.unwatch(ids(3));
  poller.tryAll();
  await run(1000);
  expect(blockers.current()).toMatchObject({ reason: 'failing', isTrying: true });
  await run(30_000);
  expect(blockers.current()).toBeUndefined();
});

test('a browser that says offline tries within 30 s', async () => {
  let isReachable = false;
  const { run, watch, sent, setOnline, blockers } = open({
    answer: () => (isReachable ? live : failed('offline')),
  });
  setOnline(false);
  watch(ids(10));
  await run(300_000);
  expect(sent.length).toBeGreaterThanOrEqual(9);
  expect(sent.length).toBeLessThan(15);
  isReachable = true;
  await run(31_000);
  // The answer proves more than what the browser says.
  expect(blockers.current()).toBeUndefined();
  expect(new Set(sent).size).toBe(10);
});

test('"Check now" sends while the browser says offline', async () => {
  const { run, watch, sent, setOnline, poller } = open();
  setOnline(false);
  watch(ids(3));
  void poller.checkNow('call-2');
  await run(100);
  expect(sent).toContain('call-2');
});
