import { memo, useMemo } from 'react';
import type { Line } from '#src/log/run.ts';
import { classes } from '#src/lib/classes.ts';
import { formatNumber } from '#src/lib/count.ts';
import { Status } from '#src/ui/Status.tsx';
import { usePages } from '#src/ui/table/pages.ts';
import { listPairHeads, NamedId, PairTable } from '#src/features/webhooks/run/PairTable.tsx';
import { describeLineReason, formatLineLabel, getLineLook } from '#src/features/webhooks/run/describe-run.ts';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import table from '#src/features/webhooks/run/PairList.module.css';
import styles from './RunScreen.module.css';

type CellsProps = { index: number; line: Line; onOpen: (index: number) => void };

const Cells = memo(({ index, line, onOpen }: CellsProps) => {
  const verb = line.operation && VERBS[line.operation].capital;
  const answer = [verb, describeLineReason(line)].filter(Boolean).join(', ');
  const status = getLineLook(line.state, line.withMessage);
  return (
    <>
      <td className={table['number']}>{formatNumber(line.sourceLine ?? index + 1)}</td>
      <td className={classes(table['first'], 'mono')}>
        <NamedId kind="campaign" id={line.campaignId} />
      </td>
      <td className={classes(table['second'], 'mono')}>
        <NamedId kind="webhook" id={line.webhookId} />
      </td>
      <td className={table['status']}>
        <button
          type="button"
          className={styles['open']}
          data-opens-row
          aria-label={`${status.word}, details of ${formatLineLabel(line, index).toLowerCase()}`}
          onClick={() => onOpen(index)}
        >
          <Status {...status} />
        </button>
      </td>
      <td className={classes(table['note'], 'quiet')} title={answer.length > 20 ? answer : undefined}>
        {answer}
      </td>
    </>
  );
});

/** Memoized: while a run is sent, the screen around it is drawn every second. */
export const RunRows = memo(
  ({
    lines,
    rows,
    filter,
    onOpen,
  }: {
    lines: readonly Line[];
    rows: readonly number[];
    filter: string;
    onOpen: (index: number) => void;
  }) => {
    const pages = usePages(filter);
    const rowKeys = useMemo(() => rows.map(String), [rows]);
    const renderRow = (position: number) => {
      const index = rows[position] ?? 0;
      const line = lines[index];
      return { cells: line && <Cells index={index} line={line} onOpen={onOpen} /> };
    };
    return (
      <PairTable
        label="Pairs"
        caption="Pairs and their answers"
        heads={[
          ...listPairHeads(lines[0]?.sourceLine !== undefined),
          { column: 'status', text: 'Result' },
          { column: 'note', text: 'Answer' },
        ]}
        rowKeys={rowKeys}
        pages={pages}
        renderRow={renderRow}
      />
    );
  },
);
