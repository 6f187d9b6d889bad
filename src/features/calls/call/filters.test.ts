import { expect, test } from 'playwright/test';
import type { CallView } from './call.ts';
import {
  countInFilters,
  findFilter,
  isFilterKey,
  listFilters,
  listOtherStatuses,
  type FilterKey,
} from './filters.ts';
import { callWith, historyAfter, record } from './testing/call-kit.ts';

const withStatus = (status: string, endTime?: string) => callWith(historyAfter(record({ status, endTime })));

const count = (calls: readonly CallView[]) => {
  const counts = new Map();
  for (const call of calls) countInFilters(counts, call, 1);
  return counts;
};

const list = (calls: readonly CallView[], chosen: FilterKey = 'all') =>
  listFilters(count(calls), chosen).map(({ key, count: shown }) => `${key} ${shown}`);

test('counts statuses without a filter as one choice', () => {
  const calls = [
    withStatus('ringing'),
    withStatus('busy', 'x'),
    withStatus('busy'),
    withStatus('in-progress'),
    withStatus('completed'),
    callWith(undefined),
  ];
  expect(list(calls)).toEqual(['all 6', 'in-progress 1', 'completed 1', 'first-check 1', 'other 3']);
  expect(listOtherStatuses(count(calls))).toEqual(['status:busy', 'status:ringing']);
});

test('keeps the statuses while one without calls is shown', () => {
  expect(list([withStatus('completed')], 'status:busy')).toEqual(['all 1', 'completed 1', 'other 0']);
});

test('forgets a status without calls', () => {
  const counts = count([withStatus('busy')]);
  countInFilters(counts, withStatus('busy'), -1);
  expect(counts.size).toBe(0);
});

test('filters by the beginning of a long status', () => {
  const long = withStatus(`on hold ${'x'.repeat(5000)}`);
  const [key = 'all'] = listOtherStatuses(count([long]));
  expect(isFilterKey(key)).toBe(true);
  expect(key.length).toBeLessThan(70);
  expect(findFilter(key).passes(long)).toBe(true);
  expect(isFilterKey(`${key}x`)).toBe(false);
});

test('finds failures that were not marked as seen', () => {
  const history = historyAfter(record({ status: 'failed' }));
  const { passes } = findFilter('new-failures');
  expect(passes(callWith(history))).toBe(true);
  expect(passes(callWith(history, { failureSeen: true }))).toBe(false);
  expect(passes(withStatus('completed'))).toBe(false);
});
