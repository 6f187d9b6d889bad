import type { ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import { Icon } from '#src/ui/Icon.tsx';
import table from '#src/ui/Table.module.css';
import type { Board } from './board.ts';
import { CallRow } from './CallRow.tsx';
import type { Column, Sorting } from './order.ts';
import styles from './CallTable.module.css';

const CAPTIONS: Record<Column, readonly [ascending: string, descending: string]> = {
  status: ['by status', 'by status, last first'],
  id: ['by call ID', 'by call ID, last first'],
  started: ['oldest first', 'newest first'],
  ended: ['first ended first', 'last ended first'],
  duration: ['shortest first', 'longest first'],
  checked: ['checked longest ago first', 'just checked first'],
};

const Head = ({
  column,
  className,
  sorting,
  onSort,
  right = false,
  children,
}: {
  column: Column;
  className: string | undefined;
  sorting: Sorting;
  onSort: (column: Column) => void;
  right?: boolean;
  children: ReactNode;
}) => {
  const isSorted = sorting.column === column;
  return (
    <th
      scope="col"
      className={classes(className, right && table['right'])}
      aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className={table['sort']} onClick={() => onSort(column)}>
        {children}
        {isSorted && <Icon name="sortd" />}
      </button>
    </th>
  );
};

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
  const head = { sorting, onSort };
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
          Watched calls, {CAPTIONS[sorting.column][sorting.descending ? 1 : 0]}
        </caption>
        <thead>
          <tr>
            <Head column="status" className={styles['status']} {...head}>
              Status
            </Head>
            <Head column="id" className={styles['id']} {...head}>
              Call ID
            </Head>
            <Head column="started" className={styles['started']} {...head}>
              Started
            </Head>
            <Head column="ended" className={styles['ended']} {...head}>
              Ended
            </Head>
            <Head column="duration" className={styles['duration']} right {...head}>
              Duration
            </Head>
            <Head column="checked" className={styles['checked']} right {...head}>
              Checked
            </Head>
            <th scope="col" className={classes(styles['next'], table['right'])}>
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
