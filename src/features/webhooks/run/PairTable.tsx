import type { ReactNode } from 'react';
import { splitForDisplay } from '#src/lib/ids.ts';
import { escapeId } from '#src/lib/invisible.ts';
import type { Pages } from '#src/ui/table/pages.ts';
import { Table } from '#src/ui/table/Table.tsx';
import type { NameKind } from '#src/features/webhooks/names/names.ts';
import { Named } from '#src/features/webhooks/names/NameEdit.tsx';
import table from '#src/ui/table/Table.module.css';
import styles from './PairList.module.css';

/** Each is a class of the stylesheet: its width, and its place in a row of two lines. */
type Column = 'number' | 'first' | 'second' | 'check' | 'status' | 'note';

type PairHead = { column: Column; text: string };

/** `isNumbered`: the lines have the numbers of the user's own list. */
export const listPairHeads = (isNumbered: boolean): PairHead[] => [
  { column: 'number', text: isNumbered ? 'Line' : 'No.' },
  { column: 'first', text: 'Campaign ID' },
  { column: 'second', text: 'Webhook ID' },
];

export type RowContent = { cells: ReactNode; className?: string | undefined };

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
  pages,
  renderRow,
  tallAt,
}: {
  label: string;
  caption: string;
  heads: readonly PairHead[];
  /** A new array when rows come, leave or move. */
  rowKeys: readonly string[];
  pages: Pages;
  renderRow: (position: number) => RowContent;
  /** The row that is higher than the others. */
  tallAt?: number | undefined;
}) => (
  <Table
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
    rowKeys={rowKeys}
    pages={pages}
    hasArrowKeys
    renderRow={(position) => {
      const { cells, className } = renderRow(position);
      return (
        <tr aria-rowindex={position + 2} className={className} data-tall={position === tallAt || undefined}>
          {cells}
        </tr>
      );
    }}
  />
);
