import { EVERY_CALL, type Rows, type RowSource } from '#src/features/calls/board/rows.ts';

/** Which calls are selected, and from where to where the last range went. */
export type Selected = {
  ids: ReadonlySet<string>;
  /** What was selected when the range began; the range is added to it anew as it grows and shrinks. */
  base: ReadonlySet<string>;
  anchor: string | undefined;
  reach: string | undefined;
};

export const NONE_SELECTED: Selected = {
  ids: new Set(),
  base: new Set(),
  anchor: undefined,
  reach: undefined,
};

const only = (ids: ReadonlySet<string>, id?: string): Selected => ({ ids, base: ids, anchor: id, reach: id });

/** Selects a call or, where it is selected, leaves it out; ranges begin here from now on. */
export const toggled = ({ ids }: Selected, id: string): Selected => {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return only(next, id);
};

/**
 * Selects all from the anchor to a call. With `from`, the row that the keyboard leaves, a range that ended elsewhere is
 * left as it is and another one begins there.
 */
export const extended = (
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
export const without = (before: Selected, isGone: (id: string) => boolean): Selected => {
  const keep = (ids: ReadonlySet<string>) => new Set([...ids].filter((id) => !isGone(id)));
  const ids = keep(before.ids);
  const { anchor } = before;
  const stays = anchor === undefined || !isGone(anchor);
  if (ids.size === before.ids.size && stays) return before;
  return stays ? { ...before, ids, base: keep(before.base) } : only(ids);
};

/** The selected calls of a board; each row hears of itself alone. */
export type Selection = {
  has: (id: string) => boolean;
  count: () => number;
  /** How many of them the filter hides. */
  hidden: () => number;
  /** In the order of the rows, and after them those that the filter hides. */
  ids: () => string[];
  anchor: () => string | undefined;
  toggle: (id: string) => void;
  extend: (to: string, from?: string) => void;
  /** Selects all that are shown, or leaves all of them out. */
  setAll: (selected: boolean) => void;
  clear: () => void;
  subscribe: (listener: () => void) => () => void;
  subscribeRow: (id: string, listener: () => void) => () => void;
  /** Follows the board, so that calls that are gone are not selected, until the result is called. */
  start: () => () => void;
};

export const createSelection = (
  rows: Pick<Rows, 'all' | 'filter' | 'has' | 'indexOf' | 'slice'>,
  source: Pick<RowSource, 'call' | 'subscribeRows'>,
): Selection => {
  let selected = NONE_SELECTED;
  const listeners = new Set<() => void>();
  const rowListeners = new Map<string, Set<() => void>>();

  const set = (next: Selected): void => {
    const before = selected.ids;
    selected = next;
    if (before === next.ids) return;
    for (const [id, own] of rowListeners) {
      if (before.has(id) !== next.ids.has(id)) for (const listener of own) listener();
    }
    for (const listener of listeners) listener();
  };

  /** From one shown row to the other; the second alone where the first is not shown. */
  const between = (a: string, b: string): string[] => {
    const to = rows.indexOf(b);
    const from = rows.indexOf(a);
    return from === -1 || to === -1 ? [b] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  };

  const isHidden = (id: string): boolean => !rows.has(id);
  const isGone = (id: string): boolean => source.call(id) === undefined;

  return {
    has: (id) => selected.ids.has(id),
    count: () => selected.ids.size,
    // Asked with each change of a row, and mostly nothing is filtered.
    hidden: () => (rows.filter() === EVERY_CALL ? 0 : [...selected.ids].filter(isHidden).length),
    ids: () => {
      const shown = rows.all().filter((id) => selected.ids.has(id));
      return [...new Set([...shown, ...selected.ids])];
    },
    anchor: () => selected.anchor,
    toggle: (id) => set(toggled(selected, id)),
    extend: (to, from) => set(extended(selected, to, { from, between })),
    setAll: (all) =>
      set(only(new Set(all ? [...selected.ids, ...rows.all()] : [...selected.ids].filter(isHidden)))),
    clear: () => set(NONE_SELECTED),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribeRow: (id, listener) => {
      const own = rowListeners.get(id) ?? new Set();
      rowListeners.set(id, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) rowListeners.delete(id);
      };
    },
    start: () =>
      source.subscribeRows((ids) => {
        if (selected.ids.size === 0) return;
        if (ids === 'all' || ids.some((id) => selected.ids.has(id) && isGone(id)))
          set(without(selected, isGone));
      }),
  };
};
