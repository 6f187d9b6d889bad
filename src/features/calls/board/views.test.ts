import { expect, test } from 'playwright/test';
import type { CallHistory } from '#src/features/calls/call/history.ts';
import { failed, record, seenAfter, STATUSES } from '#src/features/calls/call/testing/call-kit.ts';
import { createViews, type RowsChanged } from './views.ts';

const live = record({ status: 'in-progress' });
const completed = record({ status: 'completed' });

const open = () => {
  const answers = new Map<string, CallHistory>();
  const views = createViews({
    statuses: STATUSES,
    historyOf: (id) => answers.get(id),
    readTotals: () => ({
      loading: false,
      checkSeconds: 5,
      periodMs: 5000,
      crowded: false,
      blocker: undefined,
      waitStatus: undefined,
      isBackingOff: false,
      isKept: true,
    }),
  });
  const rows: RowsChanged[] = [];
  views.subscribeRows((changed) => rows.push(changed));
  const answer = (id: string, ...reads: Parameters<typeof seenAfter>) => {
    answers.set(id, seenAfter(...reads));
    views.changed(id);
  };
  return { views, rows, answer };
};

test('what is counted follows every addition, answer, plan, pause and removal', () => {
  const { views, answer } = open();
  for (const id of ['a', 'b', 'c']) views.add({ id, addedAt: 1 }, undefined);
  expect(views.overview()).toMatchObject({ total: 3, checking: 0, ended: 0, counts: { live: 0, ok: 0 } });
  views.plan('a', 100);
  views.plan('b', 100);
  answer('a', live);
  answer('b', live, completed);
  answer('c', failed('not-found', 404));
  expect(views.overview()).toMatchObject({
    checking: 2,
    ended: 1,
    counts: { live: 1, ok: 1, 'not-found': 1 },
  });
  views.plan('b', undefined);
  views.change('a', { id: 'a', addedAt: 1, paused: true });
  expect(views.overview()).toMatchObject({ checking: 1, paused: 1 });
  views.remove('a');
  views.remove('b');
  views.remove('nobody');
  expect(views.overview()).toMatchObject({
    total: 1,
    checking: 0,
    paused: 0,
    ended: 0,
    counts: { live: 0, ok: 0, 'not-found': 1 },
  });
});

test('ends are counted since the person last looked', () => {
  const { views, answer } = open();
  for (const id of ['a', 'b', 'c']) views.add({ id, addedAt: 1 }, undefined);
  answer('a', live, completed);
  expect(views.overview().endedSince).toBe(0);
  views.setLastVisitedAt(14_999);
  expect(views.overview().endedSince).toBe(1);
  views.setLastVisitedAt(15_000);
  expect(views.overview()).toMatchObject({ endedSince: 0, lastVisitedAt: 15_000 });
  answer('b', live, live, completed);
  answer('c', live, live, live);
  expect(views.overview().endedSince).toBe(1);
  views.remove('b');
  expect(views.overview().endedSince).toBe(0);
});

test('rows hear of what sorts and filters, and of nothing else', () => {
  const { views, rows, answer } = open();
  views.add({ id: 'a', addedAt: 1 }, undefined);
  answer('a', live);
  answer('a', live, live);
  views.plan('a', 1);
  views.plan('a', 2);
  expect(rows).toEqual([['a']]);
  answer('a', live, live, record({ status: 'in-progress', error: 'busy line' }));
  expect(rows).toEqual([['a'], ['a']]);
});

test('a view is the same while nothing changes, and another when something does', () => {
  const { views, answer } = open();
  views.add({ id: 'a', addedAt: 1 }, undefined);
  let told = 0;
  const leave = views.subscribeCall('a', () => {
    told += 1;
  });
  const before = views.call('a');
  expect(views.call('a')).toBe(before);
  answer('a', live);
  const after = views.call('a');
  expect([told, after === before, after?.statusBadge.word]).toEqual([1, false, 'In progress']);
  views.plan('a', 5);
  expect([told, views.call('a')?.due]).toEqual([2, 5]);
  views.remove('a');
  expect([told, views.call('a')]).toEqual([3, undefined]);
  leave();
});

test('changes of status are told, a first answer is none', () => {
  const { views, answer } = open();
  const told: string[] = [];
  views.subscribeChanges(({ statusBadge }) => told.push(statusBadge.word));
  views.add({ id: 'a', addedAt: 1 }, undefined);
  answer('a', live);
  answer('a', live, live);
  expect(told).toEqual([]);
  answer('a', live, live, completed);
  expect(told).toEqual(['Completed']);
});

test('of the ended calls those leave first whose end was seen first', () => {
  const { views, answer } = open();
  for (const id of ['running', 'late', 'early']) views.add({ id, addedAt: 1 }, undefined);
  answer('running', live);
  answer('late', live, live, completed);
  answer('early', live, completed);
  expect(views.oldestEnded(0)).toEqual([]);
  expect(views.oldestEnded(1)).toEqual(['early']);
  expect(views.oldestEnded(9)).toEqual(['early', 'late']);
});

test('the page hears once of many changes', async () => {
  const { views } = open();
  let told = 0;
  views.subscribe(() => {
    told += 1;
  });
  for (let at = 0; at < 1000; at += 1) views.add({ id: String(at), addedAt: at }, undefined);
  views.tellRows('all');
  views.tell();
  await Promise.resolve();
  expect(told).toBe(1);
});
