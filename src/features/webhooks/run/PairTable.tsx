import { useCallback, type ReactNode, type Ref } from 'react';
import { splitForDisplay } from '#src/lib/ids.ts';
import { escapeId } from '#src/lib/invisible.ts';
import table from '#src/ui/table/Table.module.css';
import { VirtualTable, type VirtualTableHandle } from '#src/ui/table/VirtualTable.tsx';
import type { NameKind } from '#src/features/webhooks/names/names.ts';
import { Named } from '#src/features/webhooks/names/Named.tsx';
import styles from './PairList.module.css';

/** Each is a class of the stylesheet: its width, and its place in a row of two lines. */
type Column = 'number' | 'first' | 'second' | 'check' | 'status' | 'note';

export type PairHead = { column: Column; text: string };

/** `isNumbered`: the lines have the numbers of the user's own list. */
export const listPairHeads = (isNumbered: boolean): PairHead[] => [
  { column: 'number', text: isNumbered ? 'Line' : 'No.' },
  { column: 'first', text: 'Campaign ID' },
  { column: 'second', text: 'Webhook ID' },
];

export type PairRow = { cells: ReactNode; className?: string | undefined };

/** An ID in a narrow cell: its end stays visible, hidden characters are escaped, and text direction doesn't leak. */
const PairId = ({ id }: { id: string }) => {
  const shown = escapeId(id);
  const [head, tail] = splitForDisplay(shown);
  if (tail === '') {
    return (
      <span className={table['id']}>
        <span dir="auto">{head}</span>
      </span>
    );
  }
  return (
    <>
      <bdi className="vh">{shown}</bdi>
      <span className={table['id']} aria-hidden="true">
        <span dir="auto">{head}</span>
        <span dir="auto">{tail}</span>
      </span>
    </>
  );
};

export const NamedId = ({ kind, id }: { kind: NameKind; id: string }) => (
  <span className={styles['id']}>
    <Named kind={kind} id={id}>
      <PairId id={id} />
    </Named>
  </span>
);

export const PairTable = ({
  label,
  caption,
  heads,
  rowKeys,
  view,
  renderRow,
  tallAt,
  ref,
}: {
  label: string;
  caption: string;
  heads: readonly PairHead[];
  /** A new array when rows come, leave or move. */
  rowKeys: readonly string[];
  /** The table scrolls to the top when it changes. */
  view?: unknown;
  renderRow: (position: number) => PairRow;
  /** The row that is higher than the others. It stays rendered when it is scrolled out of sight. */
  tallAt?: number | undefined;
  ref?: Ref<VirtualTableHandle>;
}) => (
  <VirtualTable
    ref={ref}
    label={label}
    caption={caption}
    className={styles['scroll']}
    tableProps={{ className: styles['table'] }}
    head={
      <tr aria-rowindex={1}>
        {heads.map(({ column, text }) => (
          <th key={column} scope="col" className={styles[column]}>
            {text}
          </th>
        ))}
      </tr>
    }
    count={rowKeys.length}
    rowKeys={rowKeys}
    view={view}
    hasArrowKeys
    keptIndex={tallAt ?? -1}
    isTall={useCallback((position: number) => position === tallAt, [tallAt])}
    renderRow={(position) => {
      const { cells, className } = renderRow(position);
      return (
        <tr
          key={rowKeys[position]}
          aria-rowindex={position + 2}
          className={className}
          data-tall={position === tallAt || undefined}
        >
          {cells}
        </tr>
      );
    }}
  />
);
