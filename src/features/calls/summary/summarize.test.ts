import { expect, test } from 'playwright/test';
import type { CallView } from '#src/features/calls/call/call.ts';
import { callWith, failed, historyAfter, MINUTE, record } from '#src/features/calls/call/testing/call-kit.ts';
import { formatBinLength, formatShare, formatSummary, listErrors } from './summary-text.ts';
import { summarize } from './summarize.ts';

const NOON = Date.UTC(2026, 0, 2, 12);
const after = (...reads: Parameters<typeof historyAfter>) => callWith(historyAfter(...reads));
const endTime = new Date(NOON).toISOString();
const live = record({ status: 'in-progress' });

const words = (calls: CallView[]) => {
  const { statuses } = summarize(calls, NOON);
  return Object.values(statuses).map((part) => part.map(({ look, count }) => `${look.word} ${count}`).join());
};

const PARTS: [name: string, calls: CallView[], ended: string, going: string, unconfirmed: string][] = [
  ['no calls', [], '', '', ''],
  [
    'failed after completed, others by number',
    [
      ...['busy', 'no-answer', 'no-answer'].map((status) => after(record({ status, endTime }))),
      after(record({ status: 'failed' })),
      after(record({ status: 'completed' })),
    ],
    'Completed 1,Failed 1,no-answer 2,busy 1',
    '',
    '',
  ],
  [
    'a status apart by whether the call ended',
    [after(record({ status: 'busy', endTime })), after(record({ status: 'busy' })), after(live)],
    'busy 1',
    'In progress 1,busy 1',
    '',
  ],
  [
    'failed checks by their reason, whatever the status was',
    [
      after(live, failed('server', 500)),
      after(failed('timeout')),
      after(failed('not-found', 404)),
      callWith(undefined),
    ],
    '',
    '',
    'Check failed: error 500 1,Check failed: timeout 1,Check failed: not found (404) 1,First check 1',
  ],
];
for (const [name, calls, ...expected] of PARTS)
  test(`summarizes ${name}`, () => expect(words(calls)).toEqual(expected));

test('ranks errors, and groups the rare ones', () => {
  const fail = (error?: string) => after(record({ status: 'failed', error }));
  const calls = [fail('a'), fail('b'), fail('b'), fail()];
  expect(listErrors(summarize(calls, NOON)).map(({ label, count }) => `${label} ${count}`)).toEqual([
    'b 2',
    'a 1',
    'No error reported 1',
  ]);
  const many = Array.from({ length: 14 }, (_, at) => fail(`error ${at}`));
  expect(listErrors(summarize(many, NOON)).at(-1)).toEqual({ label: '4 other errors', count: 4 });
});

const DURATIONS: [seconds: number[], median: number | undefined, percentile95: number | undefined][] = [
  [[], undefined, undefined],
  [[7], 7, 7],
  [[3, 1], 2, 2.9],
  [[-1, 1e12, 5], 5, 5],
  [Array.from({ length: 101 }, (_, at) => at), 50, 95],
];
for (const [seconds, median, percentile95] of DURATIONS)
  test(`durations ${seconds.slice(0, 3).join(' ')}… (${seconds.length})`, () => {
    const calls = seconds.map((duration) => after(record({ status: 'completed', duration })));
    const { durations } = summarize([...calls, after(live)], NOON);
    expect(durations?.median).toBe(median);
    expect(durations?.percentile95).toBe(percentile95);
  });

const SPANS: [minutes: number, length: string, bins: number][] = [
  [0, 'minute', 1],
  [14, 'minute', 15],
  [15, '2 minutes', 9],
  [120, '10 minutes', 13],
  [24 * 60, '2 hours', 13],
  [30 * 1440, '7 days', 6],
  [360 * 1440, '28 days', 14],
];
for (const [minutes, length, count] of SPANS)
  test(`ends within ${minutes} min are counted per ${length}`, () => {
    const calls = [NOON, NOON - minutes * MINUTE].map((at) =>
      after(record({ status: 'failed', endTime: new Date(at).toISOString() })),
    );
    const { binMinutes, bins } = summarize(calls, NOON).ends ?? { binMinutes: 0, bins: [] };
    expect(formatBinLength(binMinutes)).toBe(length);
    expect(bins).toHaveLength(count);
    expect(bins.reduce((sum, { failed: each }) => sum + each, 0)).toBe(2);
  });

test('takes the observed end for an implausible one', () => {
  const history = historyAfter(record({ status: 'completed', endTime: '1970-01-01T00:00:00Z' }));
  const call = callWith({ ...history, endedSeenAt: NOON });
  expect(summarize([call], NOON + MINUTE).ends?.bins.map(({ from }) => from)).toEqual([NOON]);
});

test('never rounds a share to none or to all', () => {
  expect([0, 1, 500, 999, 1000].map((count) => formatShare(count, 1000))).toEqual([
    '0 %',
    '<1 %',
    '50 %',
    '>99 %',
    '100 %',
  ]);
});

test('says the same as text', () => {
  const calls = [
    after(record({ status: 'failed', error: 'line\nbusy', duration: 65, endTime })),
    after(record({ status: 'completed', duration: 5, endTime })),
    after(live),
  ];
  const which = '3 of 9 calls: Failed';
  const text = formatSummary(summarize(calls, NOON), { which, link: 'https://x.test/calls', now: NOON });
  expect(text.split('\n').slice(2, -1)).toEqual([
    'https://x.test/calls',
    '',
    'Statuses',
    'Ended: 2, 67 %',
    '  Completed: 1, 33 %',
    '  Failed: 1, 33 %',
    'Still going: 1, 33 %',
    '  In progress: 1, 33 %',
    '',
    'Errors of failed calls',
    '  line⟨U+000A⟩busy: 1, 100 %',
    '',
    'Duration of 2 ended calls',
    'Median: 0:35',
    '95th percentile: 1:02',
    '',
    'Ends per minute',
  ]);
  expect(text).toMatch(/\n {2}\d+ \w{3} \d{4}, \d\d:\d\d: 2, 1 failed$/);
});
