import { expect, test } from 'playwright/test';
import { failed, record, historyAfter, callWith } from '#src/features/calls/call/testing/call-kit.ts';
import { describeBoard, formatNextCheck, rateFreshness, type Freshness, type Overview } from './overview.ts';
import type { PollingBlocker } from './polling-blockers.ts';

const overview: Overview = {
  total: 128,
  watched: 128,
  labels: [],
  loading: false,
  ended: 0,
  going: 0,
  canSave: true,
  unreadable: 0,
  counts: new Map(),
  checking: 46,
  retrying: 0,
  paused: 1,
  noted: 0,
  periodMs: 5000,
  crowded: false,
  perSecond: Math.PI,
  isLimited: false,
  blocker: undefined,
};
const many = { total: 5000, checking: 5000, paused: 0, periodMs: 250_000, crowded: true };
const blocked = (reason: PollingBlocker['reason']) => ({ blocker: { reason, since: 0 } });

const FOOTERS: readonly [change: Partial<Overview>, words: string][] = [
  [{}, '46 of 128 being checked, about 9 checks a second, 1 paused'],
  [{ checking: 1, paused: 0 }, '1 of 128 being checked, about 12 checks a minute'],
  [{ checking: 0, paused: 0 }, '0 of 128 being checked'],
  [many, '5,000 calls, each about every 4 min'],
  [{ ...many, total: 6000, paused: 2 }, '5,000 of 6,000 being checked, each about every 4 min, 2 paused'],
  [{ ...many, isLimited: true }, 'Each call about every 4 min: the service is limiting us'],
  [{ isLimited: true }, '46 of 128 being checked, about 9 checks a second, 1 paused'],
  [{ loading: true }, 'Reading saved calls…'],
  [blocked('offline'), 'Checks paused, waiting for a connection'],
  [blocked('session'), 'Checks paused'],
  [blocked('asked-to-wait'), 'Checks paused'],
  [
    {
      total: 1000,
      checking: 1000,
      counts: new Map([['first-check', { count: 588, ended: 0, tone: 'wait' }]]),
    },
    '412 of 1,000 asked, at 3.14 a second, about 3 min left',
  ],
  [
    { retrying: 2, paused: 0 },
    '46 of 128 being checked, about 9 checks a second, 2 less often after a failed check',
  ],
  [
    { checking: 2, retrying: 2, paused: 0, crowded: true },
    '2 of 128 being checked, 2 less often after a failed check',
  ],
  [blocked('hidden'), '46 of 128 being checked, about 9 checks a second, 1 paused'],
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
  is: Freshness,
  more?: { due?: number; paused?: true; why?: PollingBlocker['reason'] },
][] = [
  ['checked in time', live, 11_000, 'fresh', { due: 15_000 }],
  ['checked late', live, 22_001, 'stale', { due: 15_000 }],
  ['offline', live, 11_000, 'stale', { due: 15_000, why: 'offline' }],
  ['signed out', live, 11_000, 'stale', { due: 15_000, why: 'session' }],
  ['on a hidden page', live, 11_000, 'fresh', { due: 15_000, why: 'hidden' }],
  ['paused', live, 99_000, 'paused', { paused: true }],
  ['failing', failing, 15_500, 'stale', { due: 25_000 }],
  ['refused', historyAfter(failed('not-found', 404)), 99_000, 'unrated'],
  ['ended, paused and offline', ended, 99_000, 'unrated', { paused: true, why: 'offline' }],
  ['never checked', undefined, 99_000, 'unrated', { why: 'offline' }],
];

test('says when the next check is due, or that it is queued', () => {
  const format = (due: number, now: number, crowded: boolean) =>
    formatNextCheck(callWith(failing, { due }), { blocker: undefined, crowded, periodMs: 9000 }, now);
  // Checked at 15 s.
  expect(format(75_000, 20_000, true)).toBe('in 55 s');
  expect(format(75_000, 75_000, true)).toBe('Queued');
  expect(format(20_000, 16_000, true)).toBe('Queued');
  expect(format(20_000, 16_000, false)).toBe('in 4 s');
});

test('rates how fresh each call is', () => {
  for (const [what, history, now, is, { due, paused, why } = {}] of TRUST) {
    const view = callWith(history, { due, ...(paused && { paused }) });
    expect(
      rateFreshness(view, { periodMs: 5000, ...(why ? blocked(why) : { blocker: undefined }) }, now),
      what,
    ).toBe(is);
  }
});
