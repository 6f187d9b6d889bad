import { useEffect, useLayoutEffect, useState } from 'react';
import { createStore } from 'zustand/vanilla';
import { hasLabel } from '#src/features/calls/call/labels.ts';
import { createRequiredContext } from '#src/ui/required-context.ts';
import { useBoard } from './board.ts';
import { measureSeconds } from './freshness.ts';
import { createRows, type VisibleRows, type RowSource } from './rows.ts';
import { useView } from './view.ts';

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

export const createSelection = (
  rows: Pick<VisibleRows, 'all' | 'indexOf' | 'slice' | 'getState' | 'subscribe'>,
  source: Pick<RowSource, 'call' | 'subscribe'>,
) => {
  const store = createStore<SelectionState>()(() => NONE_SELECTED);
  const selected = store.getState;
  const set = (next: SelectionState): void => store.setState(next, true);

  /** Only the second if either is not shown. */
  const between = (a: string, b: string): string[] => {
    const to = rows.indexOf(b);
    const from = rows.indexOf(a);
    return from === -1 || to === -1 ? [b] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  };

  const listShown = (): string[] => rows.all().filter((id) => selected().ids.has(id));
  const isGone = (id: string): boolean => {
    const call = source.call(id);
    return !call || !hasLabel(call.entry, rows.getState().view.label);
  };

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    /** How many selected calls the filter hides. */
    countHidden: (): number => selected().ids.size - listShown().length,
    /** In the order of the rows, hidden ones last. */
    ids: (): string[] => [...new Set([...listShown(), ...selected().ids])],
    toggle: (id: string): void => set(toggle(selected(), id)),
    extend: (to: string, from?: string): void => set(extend(selected(), to, { from, between })),
    /** Selects or clears the shown calls; hidden ones stay as they are. */
    setAll: (all: boolean): void => {
      const ids = new Set(selected().ids);
      for (const id of rows.all())
        if (all) ids.add(id);
        else ids.delete(id);
      set(startAt(ids));
    },
    clear: (): void => set(NONE_SELECTED),
    /** Drops calls without the label shown. Returns a function that stops. */
    start: (): (() => void) => {
      const drop = () => {
        if (selected().ids.size > 0) set(dropGone(selected(), isGone));
      };
      const stops = [
        source.subscribe(({ affectsList }) => affectsList && drop()),
        rows.subscribe(({ view }, before) => view.label !== before.view.label && drop()),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
};

/** The rows of the page's view and those selected, for as long as the page is open. */
export const useCreateTable = () => {
  const board = useBoard();
  const { view } = useView();
  const [table] = useState(() => {
    const rows = createRows(board.store, (call, now) => measureSeconds(board, call, now));
    rows.show(view);
    return { rows, selection: createSelection(rows, board.store) };
  });
  const { rows, selection } = table;
  useLayoutEffect(() => rows.show(view), [rows, view]);
  useEffect(() => {
    const stops = [rows.start(), selection.start()];
    return () => {
      for (const stop of stops) stop();
    };
  }, [rows, selection]);
  return table;
};

type Table = ReturnType<typeof useCreateTable>;

export const [TableContext, useTable] = createRequiredContext<Table>('useTable');
