import { memo, useEffect, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import { classes } from '#src/lib/classes.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { timeZone } from '#src/lib/timestamp.ts';
import field from '#src/ui/forms/Field.module.css';
import { useBoard } from './board/board.ts';
import { describeBoard } from './board/overview.ts';
import { CallTable } from './table/CallTable.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { readFieldToFocus, showRows } from './board/focus-row.ts';
import { ErrorGroups } from './ErrorGroups.tsx';
import { NoMatch, StatusFilterBar } from './StatusFilterBar.tsx';
import { createRows } from './board/rows.ts';
import { MAX_FILTER_LENGTH, useView, type View } from './board/view.ts';
import { WallLists } from './Wall.tsx';
import { SEARCHED_LABEL } from './call/fields.ts';
import { createSelection, showSelection } from './table/selection.ts';
import { useCallCommands } from './table/use-call-commands.ts';
import styles from './Board.module.css';
import { useOverview } from './board/ticking.ts';

const FILTER_ID = 'call-filter';
const FILTER_LABEL = `Filter by ${SEARCHED_LABEL}`;

/** Browsers refuse more than about ten changes of the address a second. */
const APPLY_AFTER_MS = 150;

/** Escape empties the field, then leaves it. */
const FilterField = () => {
  const { view, change } = useView();
  // A draft belongs to its view, so Back discards it.
  const [draft, setDraft] = useState<{ text: string; view: View }>();
  const typed = draft?.view === view ? draft.text : undefined;
  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => change({ text: typed }, true), APPLY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed, change]);
  useEffect(() => {
    if (readFieldToFocus() === 'call-filter') document.getElementById(FILTER_ID)?.focus();
  }, []);
  return (
    <input
      type="search"
      id={FILTER_ID}
      className={classes(field['in'], styles['filter'])}
      aria-label={FILTER_LABEL}
      placeholder={FILTER_LABEL}
      autoComplete="off"
      maxLength={MAX_FILTER_LENGTH}
      spellCheck={false}
      value={typed ?? view.text}
      onChange={({ target }) => setDraft({ text: target.value, view })}
      onBlur={() => typed !== undefined && change({ text: typed }, true)}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape') return;
        if (currentTarget.value === '') currentTarget.blur();
        else change({ text: '' }, true);
      }}
    />
  );
};

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
    const [rows] = useState(() => {
      const created = createRows(board);
      created.show(view);
      return created;
    });
    const [selection] = useState(() => createSelection(rows, board));
    useEffect(() => {
      const stops = [rows.start(), selection.start(), showRows(rows), showSelection(selection)];
      return () => {
        for (const stop of stops) stop();
      };
    }, [rows, selection]);
    useLayoutEffect(() => rows.show(view), [rows, view]);
    useCallCommands({ board, rows, selection, opened, open: onOpen, close: onClose });
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
          <StatusFilterBar isWall={isWall}>
            <FilterField />
          </StatusFilterBar>
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
          <SelectionBar rows={rows} selection={selection} />
        ) : (
          <BoardFooter isWall={isWall} />
        )}
      </>
    );
  },
);
