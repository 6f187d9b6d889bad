import { expect, test } from 'playwright/test';
import { inOrder, NEWEST_FIRST, sortBy, type Column } from './order.ts';
import { viewOf } from './overview.ts';
import { record, seenAfter, STATUSES } from './test-kit.ts';

const fields: Record<string, Parameters<typeof record>[0] | undefined> = {
  old: {
    status: 'completed',
    startTime: '2025-11-21T14:00:00Z',
    endTime: '2025-11-21T14:01:00Z',
    duration: 60,
  },
  mid: { status: 'failed', startTime: '2025-11-21T14:10:00Z', endTime: '2025-11-21T14:10:09Z', duration: 9 },
  new: { status: 'in-progress', startTime: 1763735283, duration: 300 },
  none: undefined,
};
const addedAt = Date.UTC(2025, 10, 21, 15);
const calls = Object.keys(fields).map((id, at) => ({ id, addedAt: addedAt + at }));
const views = (id: string) => {
  const given = fields[id];
  return viewOf(
    { id, addedAt },
    { seen: given && seenAfter(record(given)), due: undefined, statuses: STATUSES },
  );
};
const order = (column: Column, descending: boolean) => {
  const sorting = sortBy(column, { column, descending: !descending }, Object.keys(fields), views);
  return inOrder(calls, sorting, views).map(({ id }) => id);
};

test('the newest start first; a call without one by when it was added', () => {
  expect(inOrder(calls, NEWEST_FIRST, views).map(({ id }) => id)).toEqual(['none', 'new', 'mid', 'old']);
});

test('by every column, both ways', () => {
  expect(order('started', false)).toEqual(['old', 'mid', 'new', 'none']);
  expect(order('ended', true)).toEqual(['mid', 'old', 'new', 'none']);
  expect(order('duration', true)).toEqual(['new', 'old', 'mid', 'none']);
  expect(order('duration', false)).toEqual(['none', 'mid', 'old', 'new']);
  expect(order('status', false)).toEqual(['old', 'mid', 'none', 'new']);
  expect(order('id', true)).toEqual(['old', 'none', 'new', 'mid']);
});

test('a second click turns the order round, another column begins anew', () => {
  const first = sortBy('duration', NEWEST_FIRST, [], views);
  expect(first).toMatchObject({ column: 'duration', descending: true });
  expect(sortBy('duration', first, [], views).descending).toBe(false);
  expect(sortBy('status', first, [], views)).toEqual({ column: 'status', descending: false });
});

test('rows do not move because of a tick', () => {
  const sorting = sortBy('duration', NEWEST_FIRST, Object.keys(fields), views);
  fields['mid'] = { status: 'failed', duration: 9999 };
  expect(inOrder(calls, sorting, views).map(({ id }) => id)).toEqual(['new', 'old', 'mid', 'none']);
});
