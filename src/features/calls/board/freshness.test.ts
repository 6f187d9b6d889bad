import { expect, test } from 'playwright/test';
import { failed, record, historyAfter, callWith } from '#src/features/calls/call/testing/call-kit.ts';
import { describeBoard, type Overview } from './board.ts';
import { rateFreshness } from './freshness.ts';
import type { PollingBlocker } from './polling-blockers.ts';

const overview: Overview = {
  total: 128,
  watched: 128,
  labels: [],
  loading: false,
  ended: 0,
  canSave: true,
  unreadable: 0,
  counts: new Map(),
  checking: 46,
  noted: 0,
  periodMs: 5000,
  blocker: undefined,
};
const blocked = (reason: PollingBlocker['reason']) => ({ blocker: { reason, since: 0, isTrying: false } });
const waitingFor = (count: number) => ({
  total: 1000,
  checking: 1000,
  counts: new Map([['first-check', count]] as const),
});

const FOOTERS: readonly [change: Partial<Overview>, words: string][] = [
  [{}, '46 of 128 being checked'],
  [{ checking: 0 }, '0 of 128 being checked'],
  [{ loading: true }, 'Reading saved calls…'],
  [blocked('offline'), 'Checks paused'],
  [blocked('failing'), 'Checking one call at a time'],
  [blocked('session'), 'Checks paused'],
  [blocked('asked-to-wait'), 'Checks paused'],
  [blocked('hidden'), '46 of 128 being checked'],
  [waitingFor(588), '412 of 1,000 checked'],
  [waitingFor(2), '1,000 of 1,000 being checked'],
];

test('describes the board in its footer', () => {
  for (const [change, words] of FOOTERS) expect(describeBoard({ ...overview, ...change })).toBe(words);
});

const live = historyAfter(record({ status: 'in-progress' }));
const ended = historyAfter(record({ status: 'completed' }));
const failing = historyAfter(record({ status: 'in-progress' }), failed('timeout'));

const TRUST: readonly [
  what: string,
  history: ReturnType<typeof historyAfter> | undefined,
  now: number,
  is: ReturnType<typeof rateFreshness>,
  more?: { due?: number; why?: PollingBlocker['reason'] },
][] = [
  ['checked in time', live, 11_000, 'fresh', { due: 15_000 }],
  ['checked late', live, 22_001, 'stale', { due: 15_000 }],
  ['offline', live, 11_000, 'stale', { due: 15_000, why: 'offline' }],
  ['signed out', live, 11_000, 'stale', { due: 15_000, why: 'session' }],
  ['on a hidden page', live, 11_000, 'fresh', { due: 15_000, why: 'hidden' }],
  ['failing', failing, 15_500, 'stale', { due: 25_000 }],
  ['refused', historyAfter(failed('not-found', 404)), 99_000, 'unrated'],
  ['ended and offline', ended, 99_000, 'unrated', { why: 'offline' }],
  ['never checked', undefined, 99_000, 'unrated', { why: 'offline' }],
];

test('rates how fresh each call is', () => {
  for (const [what, history, now, is, { due, why } = {}] of TRUST) {
    const view = callWith(history, { due });
    expect(
      rateFreshness(view, { periodMs: 5000, ...(why ? blocked(why) : { blocker: undefined }) }, now),
      what,
    ).toBe(is);
  }
});
