import { expect, test } from 'playwright/test';
import { parseView } from '#src/features/calls/board/view.ts';
import { callWith } from '#src/features/calls/call/testing/call-kit.ts';
import { createSelection } from './visible-rows.ts';
import type { BoardChange } from './store.ts';

const fakeBoard = (...given: string[]) => {
  const board = { ids: given, shown: given };
  const listeners = new Set<(change: BoardChange) => void>();
  const selection = createSelection(
    {
      getState: () => ({ view: parseView(''), ids: board.shown, isOutdated: false }),
      subscribe: () => () => undefined,
    },
    {
      call: (id) => (board.ids.includes(id) ? callWith(undefined, { id }) : undefined),
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  );
  return {
    board,
    selection,
    remove: (...gone: string[]) => {
      board.ids = board.ids.filter((id) => !gone.includes(id));
      board.shown = board.shown.filter((id) => !gone.includes(id));
      for (const listener of listeners)
        listener({ cause: 'edited', ids: gone, affectsList: true, statusChanged: [], gotStuck: [] });
    },
  };
};

test('a toggle selects and clears', () => {
  const { selection } = fakeBoard('a', 'b', 'c');
  selection.toggle('b');
  selection.toggle('a');
  expect(selection.ids()).toEqual(['a', 'b']);
  selection.toggle('b');
  expect(selection.ids()).toEqual(['a']);
  expect(selection.getState().ids.has('b')).toBe(false);
});

test('a range grows and shrinks from its anchor', () => {
  const { selection } = fakeBoard('a', 'b', 'c', 'd', 'e', 'f');
  selection.toggle('a');
  selection.toggle('d');
  selection.extend('f');
  expect(selection.ids()).toEqual(['a', 'd', 'e', 'f']);
  selection.extend('e');
  expect(selection.ids()).toEqual(['a', 'd', 'e']);
  selection.extend('c');
  expect(selection.ids()).toEqual(['a', 'c', 'd']);
});

test('the keyboard begins or continues a range at its row', () => {
  const { selection } = fakeBoard('a', 'b', 'c', 'd', 'e', 'f');
  selection.extend('b', 'a');
  selection.extend('c', 'b');
  expect(selection.ids()).toEqual(['a', 'b', 'c']);
  selection.extend('b', 'c');
  expect(selection.ids()).toEqual(['a', 'b']);
  selection.extend('f', 'e');
  expect(selection.ids()).toEqual(['a', 'b', 'e', 'f']);
});

test('a range without a shown anchor is one row', () => {
  const fake = fakeBoard('a', 'b', 'c');
  fake.selection.extend('b');
  expect(fake.selection.ids()).toEqual(['b']);
  fake.selection.toggle('a');
  fake.board.shown = ['b', 'c'];
  fake.selection.extend('c');
  expect(fake.selection.ids()).toEqual(['b', 'c', 'a']);
});

test('a selection survives sorting and filtering', () => {
  const fake = fakeBoard('a', 'b', 'c');
  fake.selection.setAll(true);
  fake.board.shown = ['c', 'a'];
  expect(fake.selection.ids()).toEqual(['c', 'a', 'b']);
  expect(fake.selection.countHidden()).toBe(1);
  fake.selection.setAll(false);
  expect(fake.selection.ids()).toEqual(['b']);
  fake.selection.clear();
  expect(fake.selection.getState().ids.size).toBe(0);
});

test('drops removed calls', () => {
  const fake = fakeBoard('a', 'b', 'c');
  const stop = fake.selection.start();
  fake.selection.toggle('a');
  fake.selection.extend('c');
  fake.remove('b');
  expect(fake.selection.ids()).toEqual(['a', 'c']);
  expect(fake.selection.getState().anchor).toBe('a');
  fake.remove('a');
  expect(fake.selection.ids()).toEqual(['c']);
  expect(fake.selection.getState().anchor).toBeUndefined();
  stop();
  fake.remove('c');
  expect(fake.selection.getState().ids.size).toBe(1);
});
