import { expect, test } from 'playwright/test';
import { compareKeys, keyOf, NEWEST_FIRST, sortBy, type Column, type Sorting } from './order.ts';
import { viewOf } from '#src/features/calls/call/testing/call-kit.ts';
import type { CallView } from '#src/features/calls/call/derived.ts';
import { failed, record, seenAfter, STATUSES } from '#src/features/calls/call/testing/call-kit.ts';

const addedAt = Date.UTC(2025, 10, 21, 15);

const reads: Record<string, Parameters<typeof seenAfter>> = {
  old: [
    record({
      status: 'completed',
      startTime: '2025-11-21T14:00:00Z',
      endTime: '2025-11-21T14:01:00Z',
      duration: 60,
    }),
  ],
  mid: [
    record({
      status: 'failed',
      startTime: '2025-11-21T14:10:00Z',
      endTime: '2025-11-21T14:10:09Z',
      duration: 9,
      error: 'carrier rejected the call',
    }),
  ],
  new: [
    record({ status: 'in-progress', startTime: 1763735283, duration: 299 }),
    record({ status: 'in-progress', startTime: 1763735283, duration: 300 }),
  ],
  none: [],
};
const dues: Record<string, number> = { new: 25_000, none: 12_000 };
const ids = Object.keys(reads);

const call = (id: string): CallView | undefined => {
  const given = reads[id];
  return (
    given &&
    viewOf(
      { id, addedAt: addedAt + ids.indexOf(id) },
      { seen: given.length > 0 ? seenAfter(...given) : undefined, due: dues[id], statuses: STATUSES },
    )
  );
};

const inOrder = (sorting: Sorting): string[] => {
  const way = sorting.descending ? -1 : 1;
  return ids
    .flatMap((id) => call(id) ?? [])
    .map((view) => ({ id: view.entry.id, key: keyOf(sorting, view) }))
    .toSorted((a, b) => way * compareKeys(a.key, b.key))
    .map(({ id }) => id);
};
const order = (column: Column, descending: boolean) =>
  inOrder(sortBy(column, { column, descending: !descending }, ids, call));

test('the newest start first; a call without one by when it was added', () => {
  expect(inOrder(NEWEST_FIRST)).toEqual(['none', 'new', 'mid', 'old']);
});

test('by every column, both ways', () => {
  const upwards: Record<Column, string[]> = {
    status: ['old', 'mid', 'none', 'new'],
    id: ['mid', 'new', 'none', 'old'],
    started: ['old', 'mid', 'new', 'none'],
    ended: ['new', 'none', 'old', 'mid'],
    duration: ['none', 'mid', 'old', 'new'],
    checked: ['none', 'old', 'mid', 'new'],
    next: ['none', 'new', 'old', 'mid'],
    error: ['mid', 'old', 'new', 'none'],
  };
  const downwards: Record<Column, string[]> = {
    status: ['new', 'none', 'mid', 'old'],
    id: ['old', 'none', 'new', 'mid'],
    started: ['none', 'new', 'mid', 'old'],
    ended: ['mid', 'old', 'new', 'none'],
    duration: ['new', 'old', 'mid', 'none'],
    checked: ['new', 'old', 'mid', 'none'],
    next: ['old', 'mid', 'new', 'none'],
    error: ['old', 'new', 'none', 'mid'],
  };
  const columns = ['status', 'id', 'started', 'ended', 'duration', 'checked', 'next', 'error'] as const;
  for (const column of columns) {
    expect(order(column, false), column).toEqual(upwards[column]);
    expect(order(column, true), `${column}, downwards`).toEqual(downwards[column]);
  }
});

test('a second click turns the order round, another column begins anew', () => {
  const first = sortBy('duration', NEWEST_FIRST, [], call);
  expect(first).toMatchObject({ column: 'duration', descending: true });
  expect(sortBy('duration', first, [], call).descending).toBe(false);
  expect(sortBy('status', first, [], call)).toEqual({ column: 'status', descending: false });
  expect(sortBy('next', first, [], call).descending).toBe(false);
});

test('rows do not move because of a tick', () => {
  const failing = [failed('timeout'), failed('timeout')];
  reads['tired'] = failing;
  ids.push('tired');
  const sortings = (['duration', 'checked', 'next', 'error'] as const).map((column) =>
    sortBy(column, NEWEST_FIRST, ids, call),
  );
  const before = sortings.map(inOrder);
  reads['mid'] = [
    ...(reads['mid'] ?? []),
    record({ status: 'failed', duration: 9999, error: 'carrier rejected the call' }),
  ];
  dues['new'] = 90_000;
  failing.push(failed('timeout'));
  expect(sortings.map(inOrder)).toEqual(before);
});
