import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'playwright/test';
import { keyOfCall } from '#src/features/calls/call/queries.ts';
import { failed, record, seenAfter, STATUSES } from '#src/features/calls/call/testing/call-kit.ts';
import { createRows, EVERY_CALL } from './rows.ts';
import { createBoardStore, type BoardChange } from './store.ts';

const live = record({ status: 'in-progress' });
const completed = record({ status: 'completed' });
const entry = (id: string) => ({ id, addedAt: 1 });

const open = (...ids: string[]) => {
  const queryClient = new QueryClient();
  const store = createBoardStore(queryClient, STATUSES);
  store.add(
    ids.map((id) => ({ entry: entry(id) })),
    'entriesChanged',
  );
  const changes: BoardChange[] = [];
  store.subscribe((change) => changes.push(change));
  const answer = (id: string, ...reads: Parameters<typeof seenAfter>) => {
    queryClient.setQueryData(keyOfCall(id), { ...seenAfter(...reads), id });
    store.applyResult(id, store.call(id)?.due);
    store.tellAnswers();
  };
  return { store, changes, answer, queryClient };
};

test('what is counted follows every addition, answer, plan, pause and removal', () => {
  const { store, answer } = open('a', 'b', 'c');
  expect(store.tallies()).toMatchObject({ total: 3, checking: 0, ended: 0, counts: { live: 0, ok: 0 } });
  store.setDue([
    ['a', 100],
    ['b', 100],
  ]);
  answer('a', live);
  answer('b', live, completed);
  answer('c', failed('not-found', 404));
  expect(store.tallies()).toMatchObject({
    checking: 2,
    ended: 1,
    counts: { live: 1, ok: 1, 'not-found': 1 },
  });
  store.setDue([['b', undefined]]);
  store.updateEntries(['a'], (before) => ({ ...before, paused: true }));
  expect(store.tallies()).toMatchObject({ checking: 1, paused: 1 });
  store.remove(['a', 'b', 'nobody']);
  expect(store.tallies()).toMatchObject({
    total: 1,
    checking: 0,
    paused: 0,
    ended: 0,
    counts: { live: 0, ok: 0, 'not-found': 1 },
  });
});

test('ends are counted since the person last visited', () => {
  const { store, answer } = open('a', 'b', 'c');
  answer('a', live, completed);
  expect(store.tallies().endedSince).toBe(0);
  store.setLastVisitedAt(14_999);
  expect(store.tallies().endedSince).toBe(1);
  store.setLastVisitedAt(15_000);
  expect(store.tallies()).toMatchObject({ endedSince: 0, lastVisitedAt: 15_000 });
  answer('b', live, live, completed);
  answer('c', live, live, live);
  expect(store.tallies().endedSince).toBe(1);
  store.remove(['b']);
  expect(store.tallies().endedSince).toBe(0);
});

test('a change names what moved in sorting and filtering, and nothing else', () => {
  const { store, changes, answer } = open('a');
  answer('a', live);
  answer('a', live, live);
  store.setDue([['a', 1]]);
  store.setDue([['a', 1]]);
  store.setDue([['a', 2]]);
  answer('a', live, live, record({ status: 'in-progress', error: 'busy line' }));
  expect(changes.map(({ cause, moved }) => `${cause} ${moved.join(' ')}`)).toEqual([
    'checked a',
    'checked ',
    'planned a',
    'planned ',
    'checked a',
  ]);
});

test('of ten thousand calls seven are stuck: counted, named once, and found by the filter alone', () => {
  const { store, changes, answer } = open(...Array.from({ length: 10_000 }, (_, at) => String(at)));
  store.setStuckAfter(20_000);
  // One check every five seconds: the fifth is 20 s after the first.
  const five = Array.from({ length: 5 }, () => live);
  const seven = ['7', '70', '700', '7000', '77', '770', '7700'];
  for (const id of seven) answer(id, ...five);
  answer('1', live);
  answer('2', ...five, completed);
  expect(store.tallies().stuck).toBe(7);
  expect(changes.flatMap(({ gotStuck }) => gotStuck)).toEqual(seven);
  for (const id of seven) answer(id, ...five, live);
  expect(changes.flatMap(({ gotStuck }) => gotStuck)).toEqual(seven);

  const rows = createRows({ ...store, untold: () => [], subscribeRows: () => () => undefined });
  rows.setFilter({ ...EVERY_CALL, stuck: 1 });
  expect(new Set(rows.all())).toEqual(new Set(seven));
  // Another time is the person's doing: nobody needs to be told.
  changes.length = 0;
  store.setStuckAfter(0);
  expect(store.tallies().stuck).toBe(8);
  expect(changes).toMatchObject([{ cause: 'planned', moved: ['1'], gotStuck: [] }]);
  store.setStuckAfter(60_000);
  expect(store.tallies().stuck).toBe(0);
  answer('7', completed);
  store.remove(['70']);
  expect(store.tallies().stuck).toBe(0);
});

test('changes of status are named, a first answer is none', () => {
  const { changes, answer } = open('a');
  answer('a', live);
  answer('a', live, live);
  answer('a', live, live, completed);
  expect(changes.map(({ statusChanged }) => statusChanged)).toEqual([[], [], ['a']]);
});

test('of the ended calls those leave first whose end was seen first', () => {
  const { store, answer } = open('running', 'late', 'early');
  answer('running', live);
  answer('late', live, live, completed);
  answer('early', live, completed);
  expect(store.oldestEnded(0)).toEqual([]);
  expect(store.oldestEnded(1)).toEqual(['early']);
  expect(store.oldestEnded(9)).toEqual(['early', 'late']);
});

test('of what two pages saw of a call the newer counts; what was only added takes nothing away', () => {
  const { store, answer } = open('a');
  store.updateEntries(['a'], (before) => ({ ...before, paused: true }));
  answer('a', live, live);
  store.hydrate(
    [{ entry: entry('a'), seen: { ...seenAfter(live), id: 'a' } }, { entry: entry('b') }],
    'loaded',
  );
  expect(store.call('a')).toMatchObject({ entry: { paused: true }, seen: { checks: 2 } });
  store.hydrate(
    ['a', 'unknown'].map((id) => ({ entry: entry(id), seen: { ...seenAfter(live, live, completed), id } })),
    'checked elsewhere',
  );
  expect(store.call('a')).toMatchObject({ group: 'ok', seen: { checks: 3 } });
  expect([...store.ids()]).toEqual(['a', 'b']);
});

test('what is removed can be put back, with what was seen of it', () => {
  const { store, changes, answer } = open('a');
  answer('a', live);
  const before = store.call('a');
  store.remove(['a']);
  expect(before && store.add([before], 'restored')).toBeUndefined();
  expect(store.call('a')).toEqual(before);
  expect(changes.at(-1)).toMatchObject({ cause: 'restored', ids: ['a'] });
});
