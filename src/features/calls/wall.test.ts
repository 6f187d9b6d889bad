import { expect, test } from 'playwright/test';
import { record, seenAfter, viewSeen } from './call/testing/call-kit.ts';
import { wallLists } from './wall.ts';

/** A call that was checked at 10 s, and again 5 s later with each further record. */
const viewWith = (id: string, ...reads: ReturnType<typeof record>[]) =>
  viewSeen(seenAfter(...reads), { id, addedAt: 1000, stuckMs: 5000 });

const running = record({ status: 'in-progress' });

test('the failures that ended last come first, by the service’s own time where it named one', () => {
  const views = [
    viewWith('seen at 15 s', running, record({ status: 'failed' })),
    viewWith('completed', record({ status: 'completed' })),
    viewWith(
      'reported 12 s',
      running,
      running,
      record({ status: 'failed', endTime: '1970-01-01T00:00:12Z' }),
    ),
    viewWith('reported 60 s', record({ status: 'failed', endTime: '1970-01-01T00:01:00Z' })),
  ];
  const { failures, stuck } = wallLists(views, 8);
  expect(failures.map(({ view, at }) => [view.entry.id, at])).toEqual([
    ['reported 60 s', 60_000],
    ['seen at 15 s', 15_000],
    ['reported 12 s', 12_000],
  ]);
  expect(stuck).toEqual([]);
  expect(wallLists(views, 1).failures).toHaveLength(1);
});

test('the calls that have gone on for longest come first, and only the stuck ones', () => {
  const views = [
    viewWith('for 5 s', running, running),
    viewWith('just begun', running),
    viewWith('for 10 s', running, running, running),
    viewWith('ended', running, running, record({ status: 'completed' })),
  ];
  expect(wallLists(views, 8).stuck.map(({ view, ms }) => [view.entry.id, ms])).toEqual([
    ['for 10 s', 10_000],
    ['for 5 s', 5000],
  ]);
});
