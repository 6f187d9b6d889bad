import { createStore, type StoreApi } from 'zustand/vanilla';
import { isInList } from '#src/features/calls/call/list-name.ts';
import type { VisibleRows, RowSource } from '#src/features/calls/board/rows.ts';

/** The last range goes from `anchor` to `reach`, both included. */
type SelectionState = {
  ids: ReadonlySet<string>;
  /** What was selected before the range. */
  base: ReadonlySet<string>;
  anchor: string | undefined;
  reach: string | undefined;
};

const startAt = (ids: ReadonlySet<string>, id?: string): SelectionState => ({
  ids,
  base: ids,
  anchor: id,
  reach: id,
});

const NONE_SELECTED = startAt(new Set());

const toggle = ({ ids }: SelectionState, id: string): SelectionState => {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return startAt(next, id);
};

/** `from` is the row that had the focus. If the last range ended at another row, a new one begins at `from`. */
const extend = (
  before: SelectionState,
  to: string,
  { from, between }: { from?: string | undefined; between: (a: string, b: string) => readonly string[] },
): SelectionState => {
  const goesOn = before.anchor !== undefined && (from === undefined || from === before.reach);
  const anchor = (goesOn ? before.anchor : from) ?? to;
  const base = goesOn ? before.base : before.ids;
  return { ids: new Set([...base, ...between(anchor, to)]), base, anchor, reach: to };
};

const dropGone = (before: SelectionState, isGone: (id: string) => boolean): SelectionState => {
  const keep = (ids: ReadonlySet<string>) => new Set([...ids].filter((id) => !isGone(id)));
  const ids = keep(before.ids);
  const { anchor } = before;
  const stays = anchor === undefined || !isGone(anchor);
  if (ids.size === before.ids.size && stays) return before;
  return stays ? { ...before, ids, base: keep(before.base) } : startAt(ids);
};

export type Selection = Pick<StoreApi<SelectionState>, 'getState' | 'getInitialState' | 'subscribe'> & {
  /** How many selected calls the filter hides. */
  countHidden: () => number;
  /** In the order of the rows, hidden ones last. */
  ids: () => string[];
  toggle: (id: string) => void;
  extend: (to: string, from?: string) => void;
  /** Selects or clears the shown calls; hidden ones stay as they are. */
  setAll: (selected: boolean) => void;
  clear: () => void;
  /** Drops calls that leave the list shown. Returns a function that stops. */
  start: () => () => void;
};

export const shownSelection = createStore<Selection | undefined>(() => undefined);

export const createSelection = (
  rows: Pick<VisibleRows, 'all' | 'has' | 'indexOf' | 'slice' | 'getState' | 'subscribe'>,
  source: Pick<RowSource, 'call' | 'onChange'>,
): Selection => {
  const store = createStore<SelectionState>()(() => NONE_SELECTED);
  const selected = store.getState;
  const set = (next: SelectionState): void => store.setState(next, true);

  /** Only the second if either is not shown. */
  const between = (a: string, b: string): string[] => {
    const to = rows.indexOf(b);
    const from = rows.indexOf(a);
    return from === -1 || to === -1 ? [b] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  };

  const isHidden = (id: string): boolean => !rows.has(id);
  const isGone = (id: string): boolean => {
    const call = source.call(id);
    return !call || !isInList(call.entry, rows.getState().view.list);
  };

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    countHidden: () => [...selected().ids].filter(isHidden).length,
    ids: () => {
      const { ids } = selected();
      return [...new Set([...rows.all().filter((id) => ids.has(id)), ...ids])];
    },
    toggle: (id) => set(toggle(selected(), id)),
    extend: (to, from) => set(extend(selected(), to, { from, between })),
    setAll: (all) => {
      const { ids } = selected();
      set(startAt(new Set(all ? [...ids, ...rows.all()] : [...ids].filter(isHidden))));
    },
    clear: () => set(NONE_SELECTED),
    start: () => {
      const drop = () => {
        if (selected().ids.size > 0) set(dropGone(selected(), isGone));
      };
      const stops = [
        source.onChange(({ affectsList }) => affectsList && drop()),
        rows.subscribe(({ view }, before) => view.list !== before.view.list && drop()),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
};

export const showSelection = (selection: Selection): (() => void) => {
  shownSelection.setState(selection, true);
  return () => shownSelection.setState(undefined, true);
};
