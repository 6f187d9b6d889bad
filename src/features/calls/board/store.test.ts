import { expect, test } from 'playwright/test';
import { failed, record, historyAfter, STORE_OPTIONS } from '#src/features/calls/call/testing/call-kit.ts';
import { createBoardStore, MAX_CALLS, type BoardChange, type BoardStore } from './store.ts';

const live = record({ status: 'in-progress' });
const completed = record({ status: 'completed' });
const nothingUnsaved = () => false;
const entry = (id: string) => ({ id, addedAt: 1 });

const listCounts = (store: BoardStore, list = ''): string[] =>
  [...store.tallies(list).counts].map(([key, count]) => `${key} ${count}`).toSorted();

const open = (...ids: string[]) => {
  const rules = STORE_OPTIONS.readRules();
  const store = createBoardStore({
    ...STORE_OPTIONS,
    readRules: () => rules,
  });
  store.finishLoading();
  store.restore(ids.map((id) => ({ entry: entry(id) })));
  const changes: BoardChange[] = [];
  store.subscribe((change) => changes.push(change));
  const answer = (id: string, ...reads: Parameters<typeof historyAfter>) => {
    store.setHistory({ ...historyAfter(...reads), id });
  };
  return { store, changes, answer, rules };
};

test('counts follow additions, answers, edits and removals', () => {
  const { store, answer } = open('a', 'b', 'c');
  expect(store.tallies('')).toMatchObject({ total: 3, checking: 3, ended: 0 });
  expect(listCounts(store)).toEqual(['all 3', 'first-check 3']);
  answer('a', live);
  answer('b', live, completed);
  answer('c', failed('not-found', 404));
  expect(store.tallies('')).toMatchObject({ checking: 1, ended: 1 });
  expect(listCounts(store)).toEqual(['all 3', 'completed 1', 'in-progress 1', 'not-found 1']);
  store.setNote(['a'], 'x');
  expect(store.tallies('')).toMatchObject({ checking: 1, noted: 1 });
  store.unwatch(['a', 'b', 'unknown']);
  expect(store.tallies('')).toMatchObject({ total: 1, checking: 0, ended: 0, noted: 0 });
});

test('notes of a list replace others only if asked to', () => {
  const { store } = open('a', 'b');
  store.setNote(['a'], 'call back');
  const list = new Map([
    ['a', { note: 'call back, done by Ana', labels: ['VIP'] }],
    ['b', { note: 'no route' }],
  ]);
  const readNotes = () => ['a', 'b'].map((id) => store.call(id)?.entry.note);
  store.watch([], '', list);
  expect(readNotes()).toEqual(['call back', 'no route']);
  store.watch([], '', list, true);
  expect(readNotes()).toEqual(['call back, done by Ana', 'no route']);
  expect(store.call('a')?.entry.labels).toEqual(['VIP']);
});

test('each label has its counts', () => {
  const { store, answer } = open('a', 'b', 'c');
  store.changeLabels(['a', 'b'], { added: ['Renewals'], removed: [] });
  store.changeLabels(['a'], { added: ['renewals', 'VIP'], removed: [] });
  answer('a', live, record({ status: 'failed' }));
  answer('b', live);
  expect(store.call('a')?.entry.labels).toEqual(['Renewals', 'VIP']);
  expect(store.labels()).toEqual([
    { name: 'Renewals', total: 2, newFailures: 1 },
    { name: 'VIP', total: 1, newFailures: 1 },
  ]);
  expect(listCounts(store, 'vip')).toEqual(['all 1', 'failed 1', 'new-failures 1']);
  expect(store.tallies('')).toMatchObject({ total: 3, ended: 1 });
  expect(store.callsWith('RENEWALS').map(({ entry: { id } }) => id)).toEqual(['a', 'b']);
  store.changeLabels(['a', 'b'], { added: [], removed: ['Renewals'] });
  expect(store.labels()).toEqual([{ name: 'VIP', total: 1, newFailures: 1 }]);
  expect(store.call('b')?.entry.labels).toBeUndefined();
});

test('calls are watched with the label shown', () => {
  const { store } = open('old');
  store.watch(
    ['old', 'new'],
    'VIP',
    new Map([['new', { labels: ['Berlin', 'vip'], note: 'ask', failureSeen: true }]]),
  );
  expect(store.call('old')?.entry.labels).toBeUndefined();
  expect(store.call('new')?.entry).toMatchObject({
    labels: ['VIP', 'Berlin'],
    note: 'ask',
    failureSeen: true,
  });
  store.watch([], '', new Map([['old', { labels: ['Berlin'] }]]));
  expect(store.call('old')?.entry.labels).toEqual(['Berlin']);
});

test('a change says whether rows may move', () => {
  const { store, changes, answer } = open('a');
  answer('a', live);
  answer('a', live, live);
  store.setDue(['a'], 1);
  store.setDue(['a'], 1);
  answer('a', live, live, record({ status: 'in-progress', error: 'busy line' }));
  expect(changes.map(({ cause, affectsList }) => `${cause} ${affectsList}`)).toEqual([
    'checked true',
    'checked false',
    'planned false',
    'checked true',
  ]);
});

test('names changes of status, but no first answer', () => {
  const { changes, answer } = open('a');
  answer('a', live);
  answer('a', live, live);
  answer('a', live, live, completed);
  expect(changes.map(({ statusChanged }) => statusChanged)).toEqual([[], [], ['a']]);
});

test('holds 10,000 calls, and says how many did not fit', () => {
  const { store } = open('first');
  const many = Array.from({ length: 10_000 }, (_, index) => `c-${index}`);
  expect(MAX_CALLS).toBe(10_000);
  expect(store.watch(['first', ...many], '')).toMatchObject({ notAdded: 1 });
  expect(store.watch(['one more', 'first'], '')).toMatchObject({ notAdded: 1 });
  expect(store.restore([{ entry: entry('restored') }])).toBe(1);
  expect(store.size()).toBe(10_000);
  expect(store.call('c-9999')).toBeUndefined();
});

test('a call that gets stuck is counted, and named once', () => {
  const { store, changes, answer, rules } = open('a', 'b');
  rules.stuckMs = 20_000;
  // One check every five seconds: the fifth is 20 s after the first.
  const five = Array.from({ length: 5 }, () => live);
  answer('a', ...five);
  answer('a', ...five, live);
  answer('b', live);
  expect(store.tallies('').counts.get('stuck')).toBe(1);
  expect(changes.flatMap(({ gotStuck }) => gotStuck)).toEqual(['a']);
  // The user changed the time, so nothing got stuck just now.
  rules.stuckMs = 0;
  store.planAll();
  expect(store.tallies('').counts.get('stuck')).toBe(2);
  expect(changes.flatMap(({ gotStuck }) => gotStuck)).toEqual(['a']);
});

test('two tabs together stay within the limit', () => {
  const { store } = open();
  const saved = Array.from({ length: 10_002 }, (_, at) => ({ entry: { id: `c-${at}`, addedAt: at } }));
  store.mergeSaved(saved.toReversed(), nothingUnsaved);
  expect(store.dropOverflow()).toBe(2);
  expect(store.size()).toBe(10_000);
  expect(['c-9999', 'c-10000', 'c-10001'].filter((id) => store.call(id))).toEqual(['c-9999']);
});

test('of two histories the one with more checks counts', () => {
  const { store, answer } = open('a');
  answer('a', live, live);
  store.mergeSaved([{ entry: entry('a'), history: { ...historyAfter(live), id: 'a' } }], nothingUnsaved);
  expect(store.call('a')?.history?.checks).toBe(2);
  store.mergeSaved(
    [{ entry: entry('a'), history: { ...historyAfter(live, live, completed), id: 'a' } }],
    nothingUnsaved,
  );
  expect(store.call('a')).toMatchObject({ group: 'ok', history: { checks: 3 } });
  // Added again elsewhere.
  const again = { ...entry('a'), addedAt: Infinity };
  store.mergeSaved([{ entry: again, history: { ...historyAfter(live), id: 'a' } }], nothingUnsaved);
  expect(store.call('a')?.history?.checks).toBe(1);
});

test('of as many checks the later answer counts', () => {
  const { store, answer } = open('a');
  answer('a', live, live);
  const here = store.call('a')?.history;
  const elsewhere = (ms: number, read: typeof live) => {
    const history = { ...historyAfter(live, read), id: 'a' };
    const checked = history.checked && { ...history.checked, at: history.checked.at + ms };
    store.mergeSaved([{ entry: entry('a'), history: { ...history, checked } }], nothingUnsaved);
  };
  elsewhere(0, live);
  expect(store.call('a')?.history).toBe(here);
  elsewhere(1, completed);
  elsewhere(-1, live);
  expect(store.call('a')?.group).toBe('ok');
});

test('what another tab saved replaces the entry', () => {
  const { store } = open('a');
  store.setFailureSeen(['a'], true);
  store.setNote(['a'], 'mine');
  store.mergeSaved([{ entry: { ...entry('a'), note: 'theirs' } }, { entry: entry('b') }], nothingUnsaved);
  expect(store.call('a')?.entry).toEqual({ ...entry('a'), note: 'theirs' });
  expect([...store.ids()]).toEqual(['a', 'b']);
});

test('merges calls added while saved ones are read', () => {
  const store = createBoardStore(STORE_OPTIONS);
  store.restore([{ entry: { id: 'late', addedAt: 9 } }, { entry: { id: 'a', addedAt: 8 } }]);
  store.mergeSaved([{ entry: { ...entry('a'), note: 'saved' } }], nothingUnsaved);
  store.finishLoading();
  expect(store.call('a')?.entry).toEqual({ ...entry('a'), note: 'saved' });
  expect([...store.ids()]).toEqual(['a', 'late']);
});

test('a call that an address adds again keeps its labels', () => {
  const store = createBoardStore(STORE_OPTIONS);
  store.restore([{ entry: { id: 'a', addedAt: 8, labels: ['Other'] } }]);
  store.mergeSaved([{ entry: { ...entry('a'), labels: ['Renewals'] } }], nothingUnsaved);
  expect(store.call('a')?.entry.labels).toEqual(['Renewals']);
});

test('what is removed can be put back, with its history', () => {
  const { store, changes, answer } = open('a');
  answer('a', live);
  const before = store.call('a');
  store.restore(store.unwatch(['a']));
  expect(store.call('a')).toEqual(before);
  expect(changes.at(-1)).toMatchObject({ cause: 'restored', ids: ['a'] });
  // Also what the user had added to it, if it was added again meanwhile.
  store.setNote(['a'], 'ask Ana');
  const removed = store.unwatch(['a']);
  store.watch(['a'], '');
  expect(store.restore(removed)).toBe(0);
  expect(store.call('a')?.entry.note).toBe('ask Ana');
});
