import { createStore, type StoreApi } from 'zustand/vanilla';
import type { VisibleRows, RowSource } from '#src/features/calls/board/rows.ts';

/** The last range goes from `anchor` to `reach`. */
type Selected = {
  ids: ReadonlySet<string>;
  /** What was selected before the range. */
  base: ReadonlySet<string>;
  anchor: string | undefined;
  reach: string | undefined;
};

const startAt = (ids: ReadonlySet<string>, id?: string): Selected => ({
  ids,
  base: ids,
  anchor: id,
  reach: id,
});

const NONE_SELECTED = startAt(new Set());

const toggle = ({ ids }: Selected, id: string): Selected => {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return startAt(next, id);
};

/** With `from`, the row that the focus leaves, a range that ended elsewhere stays and another one begins there. */
const extend = (
  before: Selected,
  to: string,
  { from, between }: { from?: string | undefined; between: (a: string, b: string) => readonly string[] },
): Selected => {
  const goesOn = before.anchor !== undefined && (from === undefined || from === before.reach);
  const anchor = (goesOn ? before.anchor : from) ?? to;
  const base = goesOn ? before.base : before.ids;
  return { ids: new Set([...base, ...between(anchor, to)]), base, anchor, reach: to };
};

const drop = (before: Selected, isGone: (id: string) => boolean): Selected => {
  const keep = (ids: ReadonlySet<string>) => new Set([...ids].filter((id) => !isGone(id)));
  const ids = keep(before.ids);
  const { anchor } = before;
  const stays = anchor === undefined || !isGone(anchor);
  if (ids.size === before.ids.size && stays) return before;
  return stays ? { ...before, ids, base: keep(before.base) } : startAt(ids);
};

export type Selection = Pick<StoreApi<Selected>, 'getState' | 'getInitialState' | 'subscribe'> & {
  /** How many of them the filter hides. */
  hidden: () => number;
  /** In the order of the rows, hidden ones last. */
  ids: () => string[];
  toggle: (id: string) => void;
  extend: (to: string, from?: string) => void;
  /** Of the shown calls. */
  setAll: (selected: boolean) => void;
  clear: () => void;
  /** Drops removed calls until the result is called. */
  start: () => () => void;
};

export const shownSelection = createStore<Selection | undefined>(() => undefined);

export const createSelection = (
  rows: Pick<VisibleRows, 'all' | 'has' | 'indexOf' | 'slice'>,
  source: Pick<RowSource, 'call' | 'onChange'>,
): Selection => {
  const store = createStore<Selected>()(() => NONE_SELECTED);
  const selected = store.getState;
  const set = (next: Selected): void => store.setState(next, true);

  /** The second alone if the first is not shown. */
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
    toggle: (id) => set(toggle(selected(), id)),
    extend: (to, from) => set(extend(selected(), to, { from, between })),
    setAll: (all) => {
      const { ids } = selected();
      set(startAt(new Set(all ? [...ids, ...rows.all()] : [...ids].filter(isHidden))));
    },
    clear: () => set(NONE_SELECTED),
    start: () =>
      source.onChange(({ isListed }) => {
        if (isListed && selected().ids.size > 0) set(drop(selected(), isGone));
      }),
  };
};

export const showSelection = (selection: Selection): (() => void) => {
  shownSelection.setState(selection, true);
  return () => shownSelection.setState(undefined, true);
};
