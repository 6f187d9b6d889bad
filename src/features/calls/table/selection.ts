import { createStore, type StoreApi } from 'zustand/vanilla';
import type { VisibleRows, RowSource } from '#src/features/calls/board/rows.ts';

/** Which calls are selected, and from where to where the last range went. */
type Selected = {
  ids: ReadonlySet<string>;
  /** What was selected when the range began; the range is added to it anew as it grows and shrinks. */
  base: ReadonlySet<string>;
  anchor: string | undefined;
  reach: string | undefined;
};

const only = (ids: ReadonlySet<string>, id?: string): Selected => ({ ids, base: ids, anchor: id, reach: id });

const NONE_SELECTED = only(new Set());

/** Selects a call or, where it is selected, leaves it out; ranges begin here from now on. */
const toggled = ({ ids }: Selected, id: string): Selected => {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return only(next, id);
};

/**
 * Selects all from the anchor to a call. With `from`, the row that the keyboard leaves, a range that ended elsewhere is
 * left as it is and another one begins there.
 */
const extended = (
  before: Selected,
  to: string,
  { from, between }: { from?: string | undefined; between: (a: string, b: string) => readonly string[] },
): Selected => {
  const goesOn = before.anchor !== undefined && (from === undefined || from === before.reach);
  const anchor = (goesOn ? before.anchor : from) ?? to;
  const base = goesOn ? before.base : before.ids;
  return { ids: new Set([...base, ...between(anchor, to)]), base, anchor, reach: to };
};

/** Leaves out calls that are gone. The same object where none of them was selected. */
const without = (before: Selected, isGone: (id: string) => boolean): Selected => {
  const keep = (ids: ReadonlySet<string>) => new Set([...ids].filter((id) => !isGone(id)));
  const ids = keep(before.ids);
  const { anchor } = before;
  const stays = anchor === undefined || !isGone(anchor);
  if (ids.size === before.ids.size && stays) return before;
  return stays ? { ...before, ids, base: keep(before.base) } : only(ids);
};

/** The selected calls of a board. */
export type Selection = Pick<StoreApi<Selected>, 'getState' | 'getInitialState' | 'subscribe'> & {
  /** How many of them the filter hides. */
  hidden: () => number;
  /** In the order of the rows, and after them those that the filter hides. */
  ids: () => string[];
  toggle: (id: string) => void;
  extend: (to: string, from?: string) => void;
  /** Selects all that are shown, or leaves all of them out. */
  setAll: (selected: boolean) => void;
  clear: () => void;
  /** Follows the board, so that calls that are gone are not selected, until the result is called. */
  start: () => () => void;
};

export const createSelection = (
  rows: Pick<VisibleRows, 'all' | 'has' | 'indexOf' | 'slice'>,
  source: Pick<RowSource, 'call' | 'onChange'>,
): Selection => {
  const store = createStore<Selected>()(() => NONE_SELECTED);
  const selected = store.getState;
  const set = (next: Selected): void => store.setState(next, true);

  /** From one shown row to the other; the second alone where the first is not shown. */
  const between = (a: string, b: string): string[] => {
    const to = rows.indexOf(b);
    const from = rows.indexOf(a);
    return from === -1 || to === -1 ? [b] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  };

  const isHidden = (id: string): boolean => !rows.has(id);
  const isGone = (id: string): boolean => source.call(id) === undefined;

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    hidden: () => [...selected().ids].filter(isHidden).length,
    ids: () => {
      const { ids } = selected();
      return [...new Set([...rows.all().filter((id) => ids.has(id)), ...ids])];
    },
    toggle: (id) => set(toggled(selected(), id)),
    extend: (to, from) => set(extended(selected(), to, { from, between })),
    setAll: (all) => {
      const { ids } = selected();
      set(only(new Set(all ? [...ids, ...rows.all()] : [...ids].filter(isHidden))));
    },
    clear: () => set(NONE_SELECTED),
    start: () =>
      source.onChange(({ isListed }) => {
        if (isListed && selected().ids.size > 0) set(without(selected(), isGone));
      }),
  };
};
