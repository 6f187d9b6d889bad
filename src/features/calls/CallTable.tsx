import { classes } from '#src/lib/classes.ts';
import { Icon } from '#src/ui/Icon.tsx';
import table from '#src/ui/Table.module.css';
import type { Board } from './board.ts';
import { CallRow } from './CallRow.tsx';
import { NEWEST_FIRST, type Column, type Sorting } from './order.ts';
import styles from './CallTable.module.css';

/** The columns that sort. */
const HEADS: readonly (readonly [column: Column, label: string])[] = [
  ['status', 'Status'],
  ['id', 'Call ID'],
  ['started', 'Started'],
  ['ended', 'Ended'],
  ['duration', 'Duration'],
  ['checked', 'Checked'],
];

/** The watched calls. */
export const CallTable = ({
  board,
  ids,
  opened,
  sorting,
  onSort,
}: {
  board: Board;
  ids: readonly string[];
  opened: string | undefined;
  sorting: Sorting;
  onSort: (column: Column) => void;
}) => {
  const way = sorting.descending ? 'descending' : 'ascending';
  return (
    <div
      className={classes(table['scroll'], styles['scroll'])}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must take the keyboard
      tabIndex={0}
      role="region"
      aria-label="Watched calls"
    >
      <table className={classes(table['table'], styles['calls'])}>
        <caption className="vh">
          Watched calls, {sorting === NEWEST_FIRST ? 'newest first' : `by ${sorting.column}, ${way}`}
        </caption>
        <thead>
          <tr>
            {HEADS.map(([column, label]) => {
              const isSorted = column === sorting.column;
              return (
                <th
                  key={column}
                  scope="col"
                  className={styles[column]}
                  aria-sort={isSorted ? way : undefined}
                >
                  <button type="button" className={table['sort']} onClick={() => onSort(column)}>
                    {label}
                    {isSorted && <Icon name="sortd" />}
                  </button>
                </th>
              );
            })}
            <th scope="col" className={styles['next']}>
              Next check
            </th>
            <th scope="col" className={styles['error']}>
              Error
            </th>
          </tr>
        </thead>
        <tbody id="calls-rows">
          {ids.map((id) => (
            <CallRow key={id} id={id} board={board} isOpen={id === opened} />
          ))}
        </tbody>
      </table>
    </div>
  );
};
