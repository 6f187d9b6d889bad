import { memo, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { classes } from '#src/lib/classes.ts';
import { timeZone } from '#src/lib/timestamp.ts';
import field from '#src/ui/forms/Field.module.css';
import { SegmentedChoice } from '#src/ui/forms/Choice.tsx';
import { lazyPart } from '#src/ui/lazy.tsx';
import { copyText } from '#src/ui/alerts/toasts.ts';
import { useBoard } from './board/board.ts';
import { footerWords } from './board/overview.ts';
import { CallTable } from './table/CallTable.tsx';
import { SelectionBar } from './table/SelectionBar.tsx';
import { exportCalls } from './export.ts';
import { askedField, showRows } from './board/focus-row.ts';
import { ErrorGroups } from './ErrorGroups.tsx';
import { GroupTally, NoneShown } from './GroupTally.tsx';
import type { Choice } from './tally-keys.ts';
import { createRows, EVERY_CALL, type VisibleRows } from './board/rows.ts';
import { SEARCHED_WORDS } from './call/fields.ts';
import { createSelection } from './table/selection.ts';
import { stopWatching } from './board/edits.ts';
import { useCallKeys } from './table/use-call-keys.ts';
import styles from './Board.module.css';
import { useOverview } from './board/ticking.ts';

const Timeline = lazyPart(async () => (await import('./timeline/Timeline.tsx')).Timeline);

const VIEWS = [
  { value: 'table', label: 'Table' },
  { value: 'timeline', label: 'Timeline' },
] as const;

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
      <span className="quiet">
        {overview.isKept ? 'Kept in this browser only' : 'Not kept: this browser refuses storage'}
      </span>
    </footer>
  );
};

/** The watched calls: what is counted, which of them are shown, and those as a table or over time. */
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
    const overview = useOverview();
    const [rows] = useState(() => createRows(board));
    const [selection] = useState(() => createSelection(rows, board));
    useEffect(() => {
      const stops = [rows.start(), selection.start(), showRows(rows)];
      return () => {
        for (const stop of stops) stop();
      };
    }, [rows, selection]);
    useCallKeys({ board, rows, selection, opened, open: onOpen, close: onClose });
    const [view, setView] = useState<'table' | 'timeline'>('table');
    const { group, text, stuck, endedSince } = useStore(rows, (shown) => shown.filter);
    useStore(timeZone);
    const isNone = useStore(rows, () => rows.count() === 0);
    const hasSelected = useStore(selection, ({ ids }) => ids.size > 0);
    const { lastVisitedAt } = overview;
    useEffect(() => {
      // Turned away once more: the key counts from then on, and so does its filter.
      const { filter } = rows.getState();
      if (filter.endedSince !== undefined) rows.setFilter({ ...filter, endedSince: lastVisitedAt });
    }, [rows, lastVisitedAt]);
    const choice: Choice = stuck ? 'stuck' : endedSince === undefined ? group : 'since';
    const choose = (next: Choice) =>
      rows.setFilter({
        text,
        group: next === 'since' || next === 'stuck' ? 'all' : next,
        stuck: next === 'stuck' || undefined,
        endedSince: next === 'since' ? lastVisitedAt : undefined,
      });
    const isFiltered = choice !== 'all' || text !== '';
    return (
      <>
        <div className={styles['counts']}>
          <GroupTally chosen={choice} onChoose={choose}>
            <FilterField rows={rows} />
            <SegmentedChoice label="Show as" choices={VIEWS} value={view} onChoose={setView} />
          </GroupTally>
          <ErrorGroups rows={rows} />
        </div>
        {isNone && isFiltered ? (
          <NoneShown
            choice={choice}
            text={text}
            total={overview.total}
            onShowAll={() => rows.setFilter(EVERY_CALL)}
          />
        ) : view === 'table' ? (
          <CallTable board={board} rows={rows} opened={opened} onOpen={onOpen} selection={selection} />
        ) : (
          <Timeline board={board} rows={rows} opened={opened} onOpen={onOpen} />
        )}
        <BoardFooter />
        {hasSelected && (
          <SelectionBar
            rows={rows}
            selection={selection}
            onStop={(ids) => stopWatching(board, ids)}
            onCopy={(ids) => void copyText(ids.join('\n'), ids.length === 1 ? 'ID' : `${ids.length} IDs`)}
            onExport={(ids, format) => exportCalls(board, ids, format)}
          />
        )}
      </>
    );
  },
);
