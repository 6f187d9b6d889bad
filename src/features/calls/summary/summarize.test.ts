import { expect, test } from 'playwright/test';
import { callWith, failed, historyAfter, record } from '#src/features/calls/call/testing/call-kit.ts';
import { createTextTest } from '#src/features/calls/call/call-fields.ts';
import { formatShare, formatSummary, summarize } from './summarize.ts';

const NOON = Date.UTC(2026, 0, 2, 12);
const after = (...reads: Parameters<typeof historyAfter>) => callWith(historyAfter(...reads));
const endTime = new Date(NOON).toISOString();
const live = record({ status: 'in-progress' });
const fail = (error?: string) => after(record({ status: 'failed', error }));

test('counts failures among ended calls', () => {
  const calls = [fail(), after(record({ status: 'busy', endTime })), after(live), after(failed('timeout'))];
  expect(summarize(calls)).toMatchObject({ total: 4, ended: 2, failed: 1 });
});

test('ranks errors, and groups the rare ones', () => {
  expect(summarize([fail('a'), fail('b'), fail('b'), fail()]).errors).toEqual([
    { filter: '=b', label: 'b', count: 2 },
    { filter: '=a', label: 'a', count: 1 },
    { filter: undefined, label: 'No error reported', count: 1 },
  ]);
  const many = Array.from({ length: 14 }, (_, at) => fail(`error ${at}`));
  expect(summarize(many).errors.at(-1)).toEqual({ label: '4 other errors', count: 4 });
});

test('each error finds as many calls as it counts', () => {
  const long = 'x'.repeat(300);
  const errors = [
    'rejected',
    '31005 · rejected · 603',
    'Rejected',
    ' rejected',
    `${long}1`,
    `${long}2`,
    '=',
    '😀'.repeat(150),
  ];
  const calls = errors.map(fail);
  const lines = summarize(calls).errors;
  expect(lines).toHaveLength(7);
  for (const { filter = '', count } of lines)
    expect(calls.filter(createTextTest(filter))).toHaveLength(count);
});

const DURATIONS: [seconds: number[], median: number | undefined][] = [
  [[], undefined],
  [[7], 7],
  [[3, 1], 2],
  [[-1, 1e12, 5], 5],
  [Array.from({ length: 101 }, (_, at) => at), 50],
];
for (const [seconds, median] of DURATIONS)
  test(`durations ${seconds.slice(0, 3).join(' ')}… (${seconds.length})`, () => {
    const calls = seconds.map((duration) => after(record({ status: 'completed', duration })));
    expect(summarize([...calls, after(live)]).median).toBe(median);
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
  const text = formatSummary(summarize(calls), { which: '3 of 9 calls: Failed', now: NOON });
  expect(text.split('\n').toSpliced(1, 1)).toEqual([
    'Summary of 3 of 9 calls: Failed',
    'Failed: 1 of 2 ended, 50 %',
    '  line⟨U+000A⟩busy: 1, 100 %',
    'Median duration: 0:35, of 2 ended calls',
  ]);
});
