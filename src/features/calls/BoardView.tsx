import { memo, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { classes } from '#src/lib/classes.ts';
import { timeZone } from '#src/lib/timestamp.ts';
import field from '#src/ui/forms/Field.module.css';
import { useBoard } from './board/board.ts';
import { footerWords } from './board/overview.ts';
import { CallTable } from './table/CallTable.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { askedField, showRows } from './board/focus-row.ts';
import { ErrorGroups } from './ErrorGroups.tsx';
import { GroupTally, NoneShown } from './GroupTally.tsx';
import { createRows, type VisibleRows } from './board/rows.ts';
import { choiceOf, followAddress, LONGEST_TEXT, viewOfSearch } from './board/view.ts';
import { SEARCHED_WORDS } from './call/fields.ts';
import { createSelection, showSelection } from './table/selection.ts';
import { useCallKeys } from './table/use-call-keys.ts';
import styles from './Board.module.css';
import { useOverview } from './board/ticking.ts';

const FILTER_ID = 'call-filter';
const FILTER_LABEL = `Filter by ${SEARCHED_WORDS}`;

/** Narrows the table down to what has a text in it. Escape empties it, then leaves it. */
const FilterField = ({ rows }: { rows: VisibleRows }) => {
  const filter = useStore(rows, (shown) => shown.filter);
  const setText = (next: string) => rows.setFilter({ ...filter, text: next });
  useEffect(() => {
    if (askedField() === 'call-filter') document.getElementById(FILTER_ID)?.focus();
  }, []);
  return (
    <input
      type="search"
      id={FILTER_ID}
      className={classes(field['in'], styles['filter'])}
      aria-label={FILTER_LABEL}
      placeholder={FILTER_LABEL}
      autoComplete="off"
      maxLength={LONGEST_TEXT}
      spellCheck={false}
      value={filter.text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        if (filter.text === '') event.currentTarget.blur();
        setText('');
      }}
    />
  );
};

const BoardFooter = () => {
  const overview = useOverview();
  return (
    <footer className={styles['foot']}>
      <span>{footerWords(overview)}</span>
      <span className="quiet">{overview.canSave ? 'Saved in this browser only' : 'For this page only'}</span>
    </footer>
  );
};

/** The watched calls: how many there are of each kind, and a table of those that the filter shows. */
export const BoardView = memo(
  ({
    opened,
    onOpen,
    onClose,
  }: {
    opened: string | undefined;
    onOpen: (id: string, replace?: boolean) => void;
    onClose: () => void;
  }) => {
    const board = useBoard();
    const [rows] = useState(() => {
      const created = createRows(board);
      created.show(viewOfSearch(location.search, board.overview()));
      return created;
    });
    const [selection] = useState(() => createSelection(rows, board));
    useEffect(() => {
      const stops = [
        rows.start(),
        selection.start(),
        followAddress(rows, board.overview),
        showRows(rows),
        showSelection(selection),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    }, [board, rows, selection]);
    useCallKeys({ board, rows, selection, opened, open: onOpen, close: onClose });
    const filter = useStore(rows, (shown) => shown.filter);
    useStore(timeZone);
    const isNone = useStore(rows, () => rows.count() === 0);
    const isFiltered = choiceOf(filter) !== 'all' || filter.text !== '';
    const hasSelected = useStore(selection, ({ ids }) => ids.size > 0);
    useEffect(() => {
      board.setOpened(opened);
      return () => board.setOpened(undefined);
    }, [board, opened]);
    useEffect(() => {
      board.showStuckAfter(filter.stuck);
      return () => board.showStuckAfter(undefined);
    }, [board, filter.stuck]);
    return (
      <>
        <div>
          <GroupTally rows={rows}>
            <FilterField rows={rows} />
          </GroupTally>
          <ErrorGroups rows={rows} />
        </div>
        {isNone && isFiltered ? (
          <NoneShown rows={rows} />
        ) : (
          <CallTable rows={rows} opened={opened} onOpen={onOpen} selection={selection} />
        )}
        {hasSelected ? <SelectionBar rows={rows} selection={selection} /> : <BoardFooter />}
      </>
    );
  },
);
