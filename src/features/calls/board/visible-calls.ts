import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { useStore } from 'zustand';
import type { RowKeys, VirtualTableHandle } from '#src/ui/table/VirtualTable.tsx';
import type { Board } from './board.ts';
import type { VisibleRows } from './rows.ts';

/** The board hears of what is on screen at most so often. */
const ATTEND_MS = 250;

/** The rows as they were told last: what is drawn between two changes is drawn in one order. */
export const useRowKeys = (
  rows: Pick<VisibleRows, 'getState' | 'getInitialState' | 'subscribe'>,
): { ids: readonly string[]; keys: RowKeys } => {
  const { view, ids } = useStore(rows);
  const keys = {
    order: ids,
    view,
    keyOf: (index: number) => ids[index],
    indexOf: (id: string) => ids.indexOf(id),
  };
  return { ids, keys };
};

/** Tells the board which calls are on screen in a table; what this gives is for its `onScroll`. */
export const useVisibleCalls = ({
  board,
  rows,
  opened,
  table,
}: {
  board: Pick<Board, 'setVisibleCalls'>;
  rows: Pick<VisibleRows, 'slice' | 'subscribe'>;
  opened: string | undefined;
  table: RefObject<VirtualTableHandle | null>;
}): (() => void) => {
  const soon = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: string | undefined;
    const tell = () => {
      timer = undefined;
      const { from, to } = table.current?.inSight() ?? { from: 0, to: 0 };
      const ids = rows.slice(from, to);
      const now = ids.join('\n');
      if (now !== last) board.setVisibleCalls(opened, ids);
      last = now;
    };
    soon.current = () => {
      timer ??= setTimeout(tell, ATTEND_MS);
    };
    tell();
    const leave = rows.subscribe(soon.current);
    return () => {
      leave();
      clearTimeout(timer);
      board.setVisibleCalls(undefined, []);
    };
  }, [board, rows, opened, table]);
  return useCallback(() => soon.current?.(), []);
};
