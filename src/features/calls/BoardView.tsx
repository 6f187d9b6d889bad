import { memo, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useWorkspace } from '#src/log/workspace.ts';
import { timeZone } from '#src/lib/timestamp.ts';
import { lazyPart } from '#src/ui/lazy.tsx';
import { useBoard } from './board/board.ts';
import { describeBoard } from './board/overview.ts';
import { CallTable } from './table/CallTable.tsx';
import { exportCalls } from './board/export.ts';
import { SelectedCalls } from './SelectedCalls.tsx';
import { showRows } from './board/focus-row.ts';
import { ErrorGroups } from './ErrorGroups.tsx';
import { NoteDialog } from './NoteDialog.tsx';
import { NoMatch, StatusFilterBar } from './StatusFilterBar.tsx';
import { createRows } from './board/rows.ts';
import { DEFAULT_SORTING, useView } from './board/view.ts';
import { createSelection, showSelection } from './table/selection.ts';
import { useCallCommands } from './table/use-call-commands.ts';
import styles from './Board.module.css';
import { useHiddenColumns, useOverview } from './board/ticking.ts';

const WallLists = lazyPart(async () => (await import('./Wall.tsx')).WallLists);

const BoardFooter = ({ isWall }: { isWall: boolean }) => {
  const overview = useOverview();
  const perSecond = useStore(useWorkspace().service.queue.store, (queue) => queue.perSecond);
  return (
    <footer className={styles['foot']}>
      <span>{describeBoard(overview, perSecond)}</span>
      {isWall ? (
        <span>
          Press <kbd>Esc</kbd> or tap to leave
        </span>
      ) : (
        <span className="quiet">
          {overview.canSave ? 'Saved in this browser only' : 'For this page only'}
        </span>
      )}
    </footer>
  );
};

export const BoardView = memo(
  ({
    opened,
    isWall,
    onOpen,
    onClose,
  }: {
    opened: string | undefined;
    isWall: boolean;
    onOpen: (id: string, replace?: boolean) => void;
    onClose: () => void;
  }) => {
    const board = useBoard();
    const { view } = useView();
    const hiddenColumns = useHiddenColumns();
    const isSortHidden = hiddenColumns.includes(view.sorting.column);
    const shownView = useMemo(
      () => (isSortHidden ? { ...view, sorting: DEFAULT_SORTING } : view),
      [view, isSortHidden],
    );
    const [rows] = useState(() => {
      const created = createRows(board);
      created.show(shownView);
      return created;
    });
    const [selection] = useState(() => createSelection(rows, board));
    useEffect(() => {
      const stops = [rows.start(), selection.start(), showRows(rows), showSelection(selection)];
      return () => {
        for (const stop of stops) stop();
      };
    }, [rows, selection]);
    useLayoutEffect(() => rows.show(shownView), [rows, shownView]);
    const [notedIds, setNotedIds] = useState<readonly string[]>();
    useCallCommands({
      board,
      rows,
      selection,
      opened,
      open: onOpen,
      close: onClose,
      note: setNotedIds,
      exportCsv: (ids) => exportCalls(board, ids, 'csv'),
    });
    useStore(timeZone);
    const isEmpty = useStore(rows, ({ ids }) => ids.length === 0);
    const isFiltered = view.filter !== 'all' || view.text !== '' || view.error !== '';
    const hasSelected = useStore(selection, ({ ids }) => ids.size > 0);
    useEffect(() => {
      board.setOpened(opened);
      return () => board.setOpened(undefined);
    }, [board, opened]);
    return (
      <>
        <div>
          <StatusFilterBar isWall={isWall} />
          {!isWall && <ErrorGroups />}
        </div>
        {isWall ? (
          <WallLists />
        ) : isEmpty && isFiltered ? (
          <NoMatch />
        ) : (
          <CallTable rows={rows} opened={opened} onOpen={onOpen} selection={selection} />
        )}
        {hasSelected && !isWall ? (
          <SelectedCalls rows={rows} selection={selection} onNote={setNotedIds} />
        ) : (
          <BoardFooter isWall={isWall} />
        )}
        {notedIds && <NoteDialog ids={notedIds} onClose={() => setNotedIds(undefined)} />}
      </>
    );
  },
);
