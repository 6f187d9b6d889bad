import { createContext, use, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useBoard } from './board.ts';
import { createRows } from './rows.ts';
import { createSelection } from './selection.ts';
import { useHiddenColumns } from './ticking.ts';
import { DEFAULT_SORTING, useView } from './view.ts';

/** The rows of the page's view and those selected, for as long as the page is open. */
export const useCreateTable = () => {
  const board = useBoard();
  const { view } = useView();
  const isSortHidden = useHiddenColumns().includes(view.sorting.column);
  const shownView = useMemo(
    () => (isSortHidden ? { ...view, sorting: DEFAULT_SORTING } : view),
    [view, isSortHidden],
  );
  const [table] = useState(() => {
    const rows = createRows(board);
    rows.show(shownView);
    return { rows, selection: createSelection(rows, board) };
  });
  const { rows, selection } = table;
  useLayoutEffect(() => rows.show(shownView), [rows, shownView]);
  useEffect(() => {
    const stops = [rows.start(), selection.start()];
    return () => {
      for (const stop of stops) stop();
    };
  }, [rows, selection]);
  return table;
};

type Table = ReturnType<typeof useCreateTable>;

export const TableContext = createContext<Table | undefined>(undefined);

export const useTable = (): Table => {
  const table = use(TableContext);
  if (!table) throw new Error('useTable outside of TableContext');
  return table;
};
