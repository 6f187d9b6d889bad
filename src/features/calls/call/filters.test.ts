import { expect, test } from 'playwright/test';
import type { CallView } from './call.ts';
import { countInFilters, findFilter, isFilterKey, listFilters, type FilterKey } from './filters.ts';
import { callWith, historyAfter, record } from './testing/call-kit.ts';

const withStatus = (status: string, endTime?: string) => callWith(historyAfter(record({ status, endTime })));

const count = (calls: readonly CallView[]) => {
  const counts = new Map();
  for (const call of calls) countInFilters(counts, call, 1);
  return counts;
};

const list = (calls: readonly CallView[], chosen: FilterKey = 'all') =>
  listFilters(count(calls), chosen).map(({ key, count: shown }) => `${key} ${shown}`);

test('draws going and ended calls apart, and statuses without a filter last', () => {
  const calls = [
    withStatus('ringing'),
    withStatus('busy', 'x'),
    withStatus('busy', 'x'),
    withStatus('busy'),
    withStatus('in-progress'),
    withStatus('completed'),
    callWith(undefined),
  ];
  expect(list(calls)).toEqual([
    'all 7',
    'in-progress 1',
    'completed 1',
    'first-check 1',
    'status:ringing 1',
    'status:busy 3',
  ]);
});

test('has filters for the twelve most frequent statuses', () => {
  const calls = Array.from({ length: 14 }, (_, at) => [withStatus(`s${at}`), withStatus(`s${at}`)]).flat();
  const rare = withStatus('rare');
  const listed = list([...calls.slice(0, 24), rare]);
  expect(listed).toHaveLength(14);
  expect(listed).not.toContain('status:rare 1');
  // The others are found under "Other statuses", or by their own address.
  expect(listed[1]).toBe('other 25');
  expect(list([...calls.slice(0, 24), rare], 'status:rare')).toContain('status:rare 1');
});

test('forgets a status without calls', () => {
  const counts = count([withStatus('busy')]);
  countInFilters(counts, withStatus('busy'), -1);
  expect(counts.size).toBe(0);
});

test('filters by the beginning of a long status', () => {
  const long = withStatus(`on hold ${'x'.repeat(5000)}`);
  const [, key = 'all'] = listFilters(count([long]), 'all').map((filter) => filter.key);
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
