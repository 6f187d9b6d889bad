import { createContext, use, useEffect, useLayoutEffect, useState } from 'react';
import { useBoard } from './board.ts';
import { createRows } from './rows.ts';
import { createSelection } from './selection.ts';
import { useView } from './view.ts';

/** The rows of the page's view and those selected, for as long as the page is open. */
export const useCreateTable = () => {
  const board = useBoard();
  const { view } = useView();
  const [table] = useState(() => {
    const rows = createRows(board.store);
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

export const TableContext = createContext<Table | undefined>(undefined);

export const useTable = (): Table => {
  const table = use(TableContext);
  if (!table) throw new Error('useTable outside of TableContext');
  return table;
};
