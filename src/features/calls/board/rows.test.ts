import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import type { Group } from '#src/features/calls/call/call.ts';
import { compareKeys, keyOf, NEWEST_FIRST, sortBy } from './order.ts';
import { viewOf } from '#src/features/calls/call/testing/call-kit.ts';
import type { CallView } from '#src/features/calls/call/derived.ts';
import { createRows, EVERY_CALL, type Filter, type RowSource } from './rows.ts';
import { failed, record, seenAfter, STATUSES } from '#src/features/calls/call/testing/call-kit.ts';
import { problemSummary } from '#src/features/calls/call/summaries.ts';

const COLUMNS = ['status', 'id', 'started', 'ended', 'duration', 'checked', 'next', 'error'] as const;

/** The kinds of calls, by number; the number also makes moments differ. */
const historyOf = (kind: number) => {
  const startTime = 1_763_735_000 + (kind % 5);
  switch (kind % 6) {
    case 0:
      return undefined;
    case 1:
      return seenAfter(record({ status: 'in-progress', startTime, duration: kind }));
    case 2:
      return seenAfter(
        record({ status: 'completed', startTime, endTime: startTime + kind, duration: kind % 4 }),
      );
    case 3:
      return seenAfter(
        record({ status: 'failed', startTime, endTime: startTime + 1, error: `Carrier ${kind % 2}` }),
      );
    case 4:
      return seenAfter(failed('not-found', 404));
    default:
      return seenAfter(
        ...Array.from({ length: 1 + (kind % 3) }, () =>
          record({ status: 'in-progress', startTime, duration: 1 }),
        ),
      );
  }
};

const fakeSource = () => {
  const calls = new Map<string, CallView>();
  const listeners = new Set<(ids: readonly string[] | 'all') => void>();
  const source: RowSource = {
    ids: () => calls.keys(),
    call: (id) => calls.get(id),
    subscribeRows: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    source,
    listeners,
    put: (id: string, kind: number) => {
      const addedAt = calls.get(id)?.entry.addedAt ?? 1_763_735_000_000 + Math.floor(calls.size / 3);
      const due = kind % 2 === 0 ? undefined : kind;
      const view = viewOf({ id, addedAt }, { seen: historyOf(kind), due, statuses: STATUSES });
      calls.set(id, { ...view, endedSeenAt: kind % 6 === 2 ? kind : undefined });
    },
    remove: (id: string) => calls.delete(id),
    tell: (ids: readonly string[] | 'all') => {
      for (const listener of listeners) listener(ids);
    },
  };
};

/** The whole list sorted and filtered from the start, the plain way. */
const fully = (source: RowSource, rows: ReturnType<typeof createRows>): string[] => {
  const { group, text, endedSince } = rows.getState().filter;
  const sorting = rows.getState().sorting;
  const wanted = text.trim().toLowerCase();
  const way = sorting.descending ? -1 : 1;
  return [...source.ids()]
    .flatMap((id, rank) => {
      const view = source.call(id);
      return view ? [{ id, view, rank }] : [];
    })
    .filter(({ view }) => group === 'all' || view.group === group)
    .filter(
      ({ view }) =>
        endedSince === undefined || (view.endedSeenAt !== undefined && view.endedSeenAt > endedSince),
    )
    .filter(({ id, view }) =>
      `${id}\n${view.statusBadge.word}\n${problemSummary(view)?.text ?? ''}`.toLowerCase().includes(wanted),
    )
    .toSorted(
      (a, b) =>
        way * compareKeys(keyOf(sorting, a.view), keyOf(sorting, b.view)) ||
        a.view.entry.addedAt - b.view.entry.addedAt ||
        a.rank - b.rank,
    )
    .map(({ id }) => id);
};

const id = fc.integer({ min: 0, max: 40 }).map((n) => `Call-${n}`);
const put = fc.record({
  act: fc.constant('put' as const),
  ids: fc.array(id, { minLength: 1, maxLength: 15 }),
  kind: fc.nat(60),
});
const remove = fc.record({
  act: fc.constant('remove' as const),
  ids: fc.array(id, { minLength: 1, maxLength: 4 }),
});
const sort = fc.record({ act: fc.constant('sort' as const), column: fc.constantFrom(...COLUMNS) });
const filter = fc.record({
  act: fc.constant('filter' as const),
  filter: fc.record({
    group: fc.constantFrom<Group | 'all'>('all', 'all', 'live', 'ok', 'bad', 'not-found'),
    text: fc.constantFrom('', '', ' ', 'call-1', 'PROGRESS', 'carrier 1', '404'),
    endedSince: fc.constantFrom(undefined, undefined, 20),
  }),
});

test('after any changes the rows are what a full sort and filter gives', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 6, arbitrary: put }, { weight: 3, arbitrary: remove }, sort, filter), {
        maxLength: 40,
      }),
      (steps) => {
        const fake = fakeSource();
        const rows = createRows(fake.source, 0);
        rows.start();
        for (const step of steps) {
          switch (step.act) {
            case 'put':
              step.ids.forEach((each, at) => fake.put(each, step.kind + at));
              fake.tell(step.ids);
              break;
            case 'remove':
              step.ids.forEach(fake.remove);
              fake.tell(step.ids);
              break;
            case 'sort':
              rows.setSorting(
                sortBy(step.column, rows.getState().sorting, fake.source.ids(), fake.source.call),
              );
              break;
            case 'filter':
              rows.setFilter(step.filter);
          }
          const expected = fully(fake.source, rows);
          expect(rows.all()).toEqual(expected);
          expect(rows.count()).toBe(expected.length);
          expect(expected.map(rows.indexOf)).toEqual(expected.map((_, at) => at));
          expect(expected.filter(rows.hasError)).toEqual(
            expected.filter((each) => {
              const view = fake.source.call(each);
              return view && problemSummary(view) !== undefined;
            }),
          );
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('equals stand in the order in which they were added', () => {
  const fake = fakeSource();
  const rows = createRows(fake.source, 0);
  const ids = ['c', 'a', 'b'];
  ids.forEach((each) => fake.put(each, 0));
  rows.setSorting({ column: 'status', descending: true });
  expect(rows.all()).toEqual(ids);
  expect(rows.indexOf('b')).toBe(2);
  expect(rows.indexOf('d')).toBe(-1);
  expect([rows.at(0), rows.at(3)]).toEqual(['c', undefined]);
});

test('the text is looked for in ID, status and error, whatever the case', () => {
  const fake = fakeSource();
  fake.put('Alpha', 1);
  fake.put('Beta', 3);
  const rows = createRows(fake.source, 0);
  const found = (wanted: Partial<Filter>) => {
    rows.setFilter({ ...EVERY_CALL, ...wanted });
    return rows.all();
  };
  expect(found({ text: ' aLPHA ' })).toEqual(['Alpha']);
  expect(found({ text: 'in PROG' })).toEqual(['Alpha']);
  expect(found({ text: 'carrier' })).toEqual(['Beta']);
  expect(found({ text: 'carrier', group: 'live' })).toEqual([]);
  expect(found({ text: 'duration' })).toEqual([]);
});

test('the changes of one task are told once, and nothing is told where nothing changed', async () => {
  const fake = fakeSource();
  const rows = createRows(fake.source, 0);
  const stop = rows.start();
  fake.put('a', 1);
  expect(rows.all()).toEqual(['a']);
  await Promise.resolve();
  let told = 0;
  rows.subscribe(() => (told += 1));
  const before = rows.getState().version;
  fake.put('b', 1);
  fake.tell(['b']);
  fake.put('c', 1);
  fake.tell(['c']);
  expect(told).toBe(0);
  await Promise.resolve();
  expect(told).toBe(1);
  expect(rows.getState().version).toBe(before + 1);
  fake.tell(['a', 'b', 'unknown']);
  await Promise.resolve();
  expect(told).toBe(1);
  expect(rows.getState().version).toBe(before + 1);
  stop();
  expect(fake.listeners.size).toBe(0);
});

test('a row whose sorting did not change stays where it is', () => {
  const fake = fakeSource();
  const rows = createRows(fake.source, 0);
  rows.start();
  expect(rows.getState().sorting).toBe(NEWEST_FIRST);
  ['a', 'b', 'c'].forEach((each) => fake.put(each, 1));
  const before = [...rows.all()];
  fake.put('b', 31);
  fake.tell(['b']);
  expect(rows.all()).toEqual(before);
});

test('ten thousand calls: put in one by one in far less time than sorting each time', () => {
  const fake = fakeSource();
  const rows = createRows(fake.source, 0);
  rows.start();
  for (let n = 0; n < 10_000; n += 1) fake.put(`call-${n}`, n % 60);
  rows.count();
  const compared = { count: 0 };
  const { call } = fake.source;
  fake.source.call = (each) => {
    compared.count += 1;
    return call(each);
  };
  for (let n = 0; n < 1000; n += 1) {
    fake.put(`call-${n}`, (n + 1) % 60);
    fake.tell([`call-${n}`]);
    rows.count();
  }
  // A list built anew would look at every call every time.
  expect(compared.count).toBe(1000);
  expect(rows.all()).toEqual(fully(fake.source, rows));
});
