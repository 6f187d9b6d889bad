import { expect, test } from 'playwright/test';
import { computeDuration, type CallView } from '#src/features/calls/call/call.ts';
import { COLUMNS, type ColumnKey } from '#src/features/calls/call/call-fields.ts';
import { failed, record, historyAfter, STORE_OPTIONS } from '#src/features/calls/call/testing/call-kit.ts';
import { createRows } from './visible-rows.ts';
import { createBoardStore } from './store.ts';
import { toggleSorting, parseView, type View } from './view.ts';

const START = 1_763_735_000;
const SEEN: Record<string, ReturnType<typeof historyAfter>> = {
  live: historyAfter(record({ status: 'in-progress', startTime: START + 2, duration: 9 })),
  done: historyAfter(record({ status: 'completed', startTime: START + 1, endTime: START + 5, duration: 4 })),
  bad: historyAfter(record({ status: 'failed', startTime: START + 3, endTime: START + 4, error: 'Busy' })),
  gone: historyAfter(failed('not-found', 404)),
  queued: historyAfter(record({ status: 'queued', duration: 0 })),
  late: historyAfter(
    record({ status: 'in-progress', duration: 7 }),
    record({ status: 'in-progress', duration: 12 }),
  ),
};

const measureSeconds = (call: CallView) => computeDuration(call, 20_000, true);

/** A board that watches calls with these histories, the first added first. */
const createTestBoard = (...ids: string[]) => {
  const store = createBoardStore(STORE_OPTIONS);
  let count = 0;
  const add = (...added: string[]) =>
    store.restore(
      added.map((id) => {
        count += 1;
        const history = SEEN[id];
        return { entry: { id, addedAt: 4 * count }, history: history && { ...history, id } };
      }),
    );
  add(...ids);
  const rows = createRows(store, measureSeconds);
  const leave = rows.start();
  const answer = (id: string, history: ReturnType<typeof historyAfter>) => {
    store.setHistory({ ...history, id });
  };
  return { store, rows, add, answer, leave };
};

type Rows = ReturnType<typeof createRows>;

const filter = (rows: Rows, view: Partial<View>) => rows.show({ ...parseView(''), ...view });
const sort = (rows: Rows, column: ColumnKey) => {
  const { view } = rows.getState();
  rows.show({ ...view, sorting: toggleSorting(view, column) });
};

test('sorts by start, or else by when a call was added', () => {
  const { rows } = createTestBoard('live', 'first', 'done', 'bad');
  expect(rows.all()).toEqual(['bad', 'live', 'done', 'first']);
});

test('of many new calls, only some wait above the answered ones', () => {
  const { rows, store, answer } = createTestBoard();
  const ids = Array.from({ length: 30 }, (_, at) => `new-${at}`);
  store.watch(ids, '');
  expect(rows.all()).toEqual(ids);
  const { live } = SEEN;
  for (const id of ['new-0', 'new-29']) if (live) answer(id, live);
  rows.flush();
  expect(rows.all()).toEqual([...ids.slice(1, 20), 'new-0', 'new-29', ...ids.slice(20, 29)]);
});

test('equal sort keys keep the order of adding', () => {
  const { rows } = createTestBoard('c', 'a', 'b');
  sort(rows, 'status');
  expect(rows.all()).toEqual(['c', 'a', 'b']);
  sort(rows, 'status');
  expect(rows.all()).toEqual(['c', 'a', 'b']);
});

test('every column sorts both ways', () => {
  const { rows, store } = createTestBoard(...Object.keys(SEEN));
  store.setNote(['done'], 'x');
  for (const { key, column } of COLUMNS) {
    for (const way of ['first', 'second']) {
      sort(rows, key);
      const { descending } = rows.getState().view.sorting;
      const keys = store.find(rows.all()).map((call) => column.sortKey(call, measureSeconds(call)));
      const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(keys, `${key}, ${way} click`).toEqual(descending ? sorted.toReversed() : sorted);
    }
  }
});

test('a group and a text narrow the rows down', () => {
  const { rows } = createTestBoard(...Object.keys(SEEN), 'other');
  filter(rows, { filter: 'not-found' });
  expect(rows.all()).toEqual(['gone']);
  filter(rows, { text: ' BUSY ' });
  expect(rows.all()).toEqual(['bad']);
  filter(rows, { filter: 'failed', text: 'another' });
  expect(rows.all()).toEqual([]);
});

test('shows at once what the user adds or removes', () => {
  const { rows, store, add } = createTestBoard('a');
  add('b');
  expect(rows.all()).toEqual(['b', 'a']);
  store.unwatch(['a']);
  expect(rows.all()).toEqual(['b']);
  expect([rows.has('a'), rows.has('b'), rows.indexOf('b')]).toEqual([false, true, 0]);
});

test('answers move rows four times a second at most', async () => {
  const ids = Array.from({ length: 30 }, (_, at) => `call-${at}`);
  const { rows, answer } = createTestBoard(...ids);
  filter(rows, { filter: 'in-progress' });
  let changes = 0;
  rows.subscribe(() => (changes += 1));
  const from = performance.now();
  for (const id of ids) {
    const { live } = SEEN;
    if (live) answer(id, live);
  }
  await expect.poll(() => rows.all().length).toBe(30);
  expect(changes).toBeLessThanOrEqual(1 + (performance.now() - from) / 250);
});

test('sorts by the duration that the rows show', () => {
  const { rows } = createTestBoard('gone', 'queued', 'late', 'done', 'live');
  sort(rows, 'duration');
  // 19 s by now, 17, 4, 0, none.
  expect(rows.all()).toEqual(['live', 'late', 'done', 'queued', 'gone']);
});

test('a new call is sorted by its first answer', () => {
  const { rows, add, answer } = createTestBoard('done');
  sort(rows, 'duration');
  add('new');
  expect(rows.all()).toEqual(['done', 'new']);
  if (SEEN['live']) answer('new', SEEN['live']);
  rows.flush();
  expect(rows.all()).toEqual(['new', 'done']);
});

test('a call that ends is sorted by its final duration', () => {
  const { rows, answer } = createTestBoard('live', 'done');
  sort(rows, 'duration');
  expect(rows.all()).toEqual(['live', 'done']);
  answer('live', historyAfter(record({ status: 'failed', endTime: START + 4, duration: 2 })));
  rows.flush();
  expect(rows.all()).toEqual(['done', 'live']);
});

test('no row moves because a check changes its sort key', () => {
  const ticking: ColumnKey[] = ['duration', 'checked'];
  for (const column of ticking) {
    const { rows, answer } = createTestBoard('live', 'done');
    sort(rows, column);
    const before = rows.all();
    const longer = record({ status: 'in-progress', startTime: START + 2, duration: 1 });
    answer('live', historyAfter(longer, longer, longer));
    rows.flush();
    expect(rows.all(), column).toEqual(before);
  }
});
