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

test('a corrected ID keeps note, labels and mark', () => {
  const extras = { note: 'read it out', labels: ['P1'], failureSeen: true as const };
  const { board, store, offers, undo, ids } = open({ id: 'call_7712x', ...extras });
  watchCalls(board, ['call-7712'], { label: 'Late', replaced: 'call_7712x' });
  expect(ids()).toEqual(['call-7712']);
  expect(store.call('call-7712')?.entry).toMatchObject({ ...extras, labels: ['Late', 'P1'] });
  expect(offers).toEqual(['Watching call-7712 in place of call_7712x']);
  undo();
  expect(ids()).toEqual(['call_7712x']);
  expect(store.call('call_7712x')?.entry).toMatchObject(extras);
});

test('only one new ID corrects another', () => {
  const { board, ids } = open({ id: 'a', note: 'read it out' });
  for (const others of [['a'], ['b', 'c'], ['b']]) watchCalls(board, others, { label: '', replaced: 'a' });
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
  expect(toast?.text).toBe('Note discarded');
  toast?.action?.run();
  expect(store.call('a')?.entry).toMatchObject({ note: 'old and new', labels: ['P1'] });
});
