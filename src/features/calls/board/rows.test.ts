import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import type { CallView, Group } from '#src/features/calls/call/call.ts';
import { COLUMNS, troubleText, type ColumnKey, type SortKey } from '#src/features/calls/call/fields.ts';
import { failed, record, seenAfter, viewSeen } from '#src/features/calls/call/testing/call-kit.ts';
import { createRows, EVERY_CALL, type Filter, type RowSource } from './rows.ts';

/** The kinds of calls, by number; the number also makes moments differ. */
const historyOf = (kind: number) => {
  const startTime = 1_763_735_000 + (kind % 5);
  const endTime = startTime + kind;
  const live = record({ status: 'in-progress', startTime, duration: kind });
  switch (kind % 6) {
    case 0:
      return undefined;
    case 1:
      return seenAfter(live);
    case 2:
      return seenAfter(record({ status: 'completed', startTime, endTime, duration: kind % 4 }));
    case 3:
      return seenAfter(record({ status: 'failed', startTime, endTime, error: `Carrier ${kind % 2}` }));
    case 4:
      return seenAfter(failed('not-found', 404));
    default:
      return seenAfter(...Array.from({ length: 1 + (kind % 3) }, () => live));
  }
};

/** So many calls are added in one moment. */
const fakeSource = (atOnce = 3) => {
  const calls = new Map<string, CallView>();
  const listeners = new Set<(ids: readonly string[] | 'all') => void>();
  const source: RowSource = {
    ids: () => calls.keys(),
    untold: () => [],
    call: (id) => calls.get(id),
    subscribeRows: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const put = (id: string, seen: CallView['seen'], due?: number) => {
    const addedAt = calls.get(id)?.entry.addedAt ?? 1_763_740_000_000 + Math.floor(calls.size / atOnce);
    calls.set(id, viewSeen(seen, { id, addedAt, due }));
  };
  return {
    source,
    listeners,
    put,
    putKind: (id: string, kind: number) => {
      const seen = historyOf(kind);
      put(
        id,
        kind % 6 === 2 && seen ? { ...seen, endSeenAt: kind } : seen,
        kind % 2 === 0 ? undefined : kind,
      );
    },
    remove: (id: string) => calls.delete(id),
    tell: (ids: readonly string[] | 'all') => {
      for (const listener of listeners) listener(ids);
    },
  };
};

const keyOf = (column: ColumnKey, view: CallView): SortKey =>
  COLUMNS.find(({ key }) => key === column)?.column.sortKey(view) ?? '';

/** The keys that a column that changes with every check has at the click; undefined for the others. */
const takenAt = (column: ColumnKey, source: RowSource): Map<string, SortKey> | undefined => {
  const ticks = COLUMNS.some(({ key, column: { keyOfLater } }) => key === column && keyOfLater !== undefined);
  const views = [...source.ids()].flatMap((id) => source.call(id) ?? []);
  return ticks ? new Map(views.map((view) => [view.entry.id, keyOf(column, view)])) : undefined;
};

/** The whole list sorted and filtered from the start, the plain way. */
const fully = (
  source: RowSource,
  { filter, sorting }: ReturnType<ReturnType<typeof createRows>['getState']>,
  taken?: ReadonlyMap<string, SortKey>,
): string[] => {
  const { group, text, endedSince } = filter;
  const wanted = text.trim().toLowerCase();
  const way = sorting.descending ? -1 : 1;
  const later = sorting.column === 'next' ? Infinity : -Infinity;
  return [...source.ids()]
    .flatMap((id) => {
      const view = source.call(id);
      if (!view) return [];
      const key = taken ? (taken.get(id) ?? later) : keyOf(sorting.column, view);
      return [{ id, view, key }];
    })
    .filter(({ view }) => group === 'all' || view.group === group)
    .filter(({ view }) => endedSince === undefined || (view.endedSeenAt ?? -Infinity) > endedSince)
    .filter(({ id, view }) =>
      `${id}\n${view.statusBadge.word}\n${troubleText(view) ?? ''}`.toLowerCase().includes(wanted),
    )
    .toSorted(
      (a, b) =>
        way * (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) ||
        a.view.entry.addedAt - b.view.entry.addedAt ||
        (a.id < b.id ? -1 : 1),
    )
    .map(({ id }) => id);
};

const ids = fc.array(
  fc.integer({ min: 0, max: 40 }).map((n) => `Call-${n}`),
  { minLength: 1, maxLength: 15 },
);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('put' as const), ids, kind: fc.nat(60) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('remove' as const), ids }) },
  fc.record({
    act: fc.constant('sort' as const),
    column: fc.constantFrom(...COLUMNS.map(({ key }) => key)),
  }),
  fc.record({
    act: fc.constant('filter' as const),
    filter: fc.record({
      group: fc.constantFrom<Group | 'all'>('all', 'all', 'live', 'ok', 'bad', 'not-found'),
      text: fc.constantFrom('', '', ' ', 'call-1', 'PROGRESS', 'carrier 1', '404'),
      endedSince: fc.constantFrom(undefined, undefined, 20),
    }),
  }),
);

test('after any changes the rows are what a full sort and filter gives', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { source, putKind, remove, tell } = fakeSource();
      const rows = createRows(source, 0);
      let taken: Map<string, SortKey> | undefined;
      rows.start();
      for (const each of steps) {
        switch (each.act) {
          case 'put':
            each.ids.forEach((id, at) => putKind(id, each.kind + at));
            tell(each.ids);
            break;
          case 'remove':
            each.ids.forEach(remove);
            tell(each.ids);
            break;
          case 'sort':
            taken = takenAt(each.column, source);
            rows.sortBy(each.column);
            break;
          case 'filter':
            rows.setFilter(each.filter);
        }
        const expected = fully(source, rows.getState(), taken);
        expect(rows.all()).toEqual(expected);
        expect(rows.count()).toBe(expected.length);
        expect(expected.map(rows.indexOf)).toEqual(expected.map((_, at) => at));
        expect(expected.filter(rows.isTall)).toEqual(
          expected.filter((id) => source.call(id)?.trouble !== undefined),
        );
      }
    }),
    { numRuns: 60 },
  );
});

const started = (time: string) => `2025-11-21T14:${time}Z`;

/** One call of each kind, added in this order after all of them began. */
const fourCalls = () => {
  const fake = fakeSource(1);
  const live = (duration: number) => record({ status: 'in-progress', startTime: started('28:03'), duration });
  const old = { startTime: started('00:00'), endTime: started('01:00'), duration: 60 };
  const mid = { startTime: started('10:00'), endTime: started('10:09'), duration: 9 };
  fake.put('old', seenAfter(record({ status: 'completed', ...old })));
  fake.put('mid', seenAfter(record({ status: 'failed', ...mid, error: 'carrier rejected the call' })));
  fake.put('new', seenAfter(live(299), live(300)), 25_000);
  fake.put('none', undefined, 12_000);
  return { ...fake, rows: createRows(fake.source, 0) };
};

const UPWARDS: Record<ColumnKey, string> = {
  status: 'old mid none new',
  id: 'mid new none old',
  started: 'old mid new none',
  ended: 'new none old mid',
  duration: 'none mid old new',
  checked: 'none old mid new',
  next: 'none new old mid',
  error: 'mid old new none',
  note: 'old mid new none',
};

test('by every column, both ways; another column begins anew, and equals stay as they were added', () => {
  const { rows } = fourCalls();
  expect(rows.all().join(' ')).toBe('none new mid old');
  for (const { key } of COLUMNS) {
    rows.sortBy(key);
    const isDescending = ['started', 'ended', 'duration', 'checked'].includes(key);
    expect(rows.getState().sorting.descending, key).toBe(isDescending);
    if (rows.getState().sorting.descending) rows.sortBy(key);
    expect(rows.all().join(' '), key).toBe(UPWARDS[key]);
  }
  rows.sortBy('error');
  rows.sortBy('error');
  expect(rows.all().join(' ')).toBe('old new none mid');
});

test('rows do not move because of a tick', () => {
  for (const column of ['duration', 'checked', 'next', 'error'] as const) {
    const { rows, put, tell } = fourCalls();
    put('tired', seenAfter(failed('timeout'), failed('timeout')));
    rows.start();
    rows.sortBy(column);
    const before = rows.all();
    const later = record({ status: 'failed', duration: 9999, error: 'carrier rejected the call' });
    put('mid', seenAfter(later, later, later));
    put('new', seenAfter(record({ status: 'in-progress', duration: 1 })), 90_000);
    put('tired', seenAfter(failed('timeout'), failed('timeout'), failed('timeout')));
    tell('all');
    expect(rows.all(), column).toEqual(before);
  }
});

test('the text is looked for in the searched fields, whatever the case', () => {
  const { source, putKind } = fakeSource();
  putKind('Alpha', 1);
  putKind('Beta', 3);
  const rows = createRows(source, 0);
  const found = (wanted: Partial<Filter>) => {
    rows.setFilter({ ...EVERY_CALL, ...wanted });
    return rows.all().join(' ');
  };
  expect(found({ text: ' aLPHA ' })).toBe('Alpha');
  expect(found({ text: 'in PROG' })).toBe('Alpha');
  expect(found({ text: 'carrier' })).toBe('Beta');
  expect(found({ text: 'carrier', group: 'live' })).toBe('');
  expect(found({ text: 'duration' })).toBe('');
});

test('the changes of one task are told once, and nothing is told where nothing changed', async () => {
  const { source, putKind, tell, listeners } = fakeSource();
  const rows = createRows(source, 0);
  const stop = rows.start();
  putKind('a', 1);
  expect(rows.all()).toEqual(['a']);
  await Promise.resolve();
  let told = 0;
  rows.subscribe(() => (told += 1));
  for (const id of ['b', 'c']) {
    putKind(id, 1);
    tell([id]);
  }
  expect(told).toBe(0);
  await Promise.resolve();
  expect(told).toBe(1);
  tell(['a', 'b', 'unknown']);
  await Promise.resolve();
  expect(told).toBe(1);
  stop();
  expect(listeners.size).toBe(0);
});

test('thousands of calls: put in one by one in far less time than sorting each time', () => {
  const { source, putKind, tell } = fakeSource();
  const rows = createRows(source, 0);
  rows.start();
  for (let n = 0; n < 3000; n += 1) putKind(`call-${n}`, n % 60);
  rows.count();
  let looks = 0;
  const { call } = source;
  source.call = (id) => {
    looks += 1;
    return call(id);
  };
  for (let n = 0; n < 300; n += 1) {
    putKind(`call-${n}`, (n + 1) % 60);
    tell([`call-${n}`]);
    rows.count();
  }
  // A list built anew would look at every call every time.
  expect(looks).toBeLessThan(300 * 30);
  expect(rows.all()).toEqual(fully(source, rows.getState()));
});
