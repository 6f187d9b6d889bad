import { expect, test } from 'playwright/test';
import { STORE_OPTIONS } from '#src/features/calls/call/testing/call-kit.ts';
import { toasts } from '#src/ui/alerts/toasts.ts';
import { saveNote } from './actions.ts';
import { watchCalls, type EditableBoard } from './board.ts';
import { createBoardStore } from './store.ts';

const open = (entry: { id: string; note?: string; labels?: string[]; failureSeen?: true }) => {
  const store = createBoardStore(STORE_OPTIONS);
  store.finishLoading();
  store.restore([{ entry: { addedAt: 1, ...entry } }]);
  const offers: string[] = [];
  let undo: () => string | void = () => {};
  const board: EditableBoard = {
    store,
    restore: store.restore,
    offerUndo: (text, act) => {
      offers.push(text);
      undo = act;
    },
  };
  return { board, store, offers, undo: () => undo(), ids: () => [...store.ids()] };
};

type Extras = Omit<Parameters<typeof open>[0], 'id'>;

/** What the call has that is corrected, and the one that the new ID is of, before and after. */
const CORRECTIONS: readonly [what: string, wrong: Extras, right: Extras | undefined, after: Extras][] = [
  ['new', { note: 'read', labels: ['P1'] }, undefined, { note: 'read', labels: ['Late', 'P1'] }],
  ['watched', { note: 'read', labels: ['P1'] }, { labels: ['VIP'] }, { note: 'read', labels: ['VIP', 'P1'] }],
  ['watched, with the same note', { note: 'read' }, { note: 'read' }, { note: 'read' }],
  ['watched, without anything to move', {}, { note: 'own' }, { note: 'own' }],
];

for (const [what, wrong, right, after] of CORRECTIONS)
  test(`a corrected ID takes the place: ${what}`, () => {
    const { board, store, offers, undo, ids } = open({ id: 'call_7712x', ...wrong });
    if (right) store.restore([{ entry: { id: 'call-7712', addedAt: 1, ...right } }]);
    watchCalls(board, ['call-7712'], { label: 'Late', replaced: 'call_7712x' });
    expect(ids()).toEqual(['call-7712']);
    expect(store.call('call-7712')?.entry).toMatchObject(after);
    expect(offers).toEqual(['Watching call-7712 in place of call_7712x']);
    expect(undo()).toBeUndefined();
    expect(store.call('call_7712x')?.entry).toEqual({ id: 'call_7712x', addedAt: 1, ...wrong });
    expect(store.call('call-7712')?.entry).toEqual(right && { id: 'call-7712', addedAt: 1, ...right });
  });

test('a note stays if the right call has its own', () => {
  const { board, store, offers } = open({ id: 'a', note: 'one', labels: ['P1'] });
  store.restore([{ entry: { id: 'b', addedAt: 1, note: 'two' } }]);
  watchCalls(board, ['b'], { label: '', replaced: 'a' });
  expect(store.find(['a', 'b']).map(({ entry }) => entry)).toEqual([
    { id: 'a', addedAt: 1, note: 'one', labels: ['P1'] },
    { id: 'b', addedAt: 1, note: 'two' },
  ]);
  expect(offers).toEqual([]);
  expect(toasts.getState()[0]?.text).toBe('b is already watched; the note stays at a');
  toasts.setState([], true);
});

test('only one other ID corrects another', () => {
  const { board, ids } = open({ id: 'a', note: 'read it out' });
  for (const others of [['a'], ['b', 'c']]) watchCalls(board, others, { label: '', replaced: 'a' });
  expect(ids()).toEqual(['a', 'b', 'c']);
});

test('a note of a call no longer watched is offered', () => {
  const { board, store } = open({ id: 'a', note: 'old', labels: ['P1'] });
  const known = store.find(['a']);
  store.dropRemoved(['a']);
  saveNote(board, known, 'old', 'old');
  expect(toasts.getState()).toEqual([]);
  saveNote(board, known, 'old and new', 'old');
  const [toast] = toasts.getState();
  expect(toast?.text).toBe('Note not saved: a no longer watched');
  toast?.action?.run();
  expect(store.call('a')?.entry).toMatchObject({ note: 'old and new', labels: ['P1'] });
});
