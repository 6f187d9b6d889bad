import { memo, useMemo } from 'react';
import { Link } from 'wouter';
import { pairLine } from '#src/api/client.ts';
import type { Line, Run } from '#src/log/run.ts';
import { classes } from '#src/lib/classes.ts';
import { formatNumber } from '#src/lib/count.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import { listRequestId, RequestText } from '#src/outcomes/Outcome.tsx';
import { OUTCOMES } from '#src/outcomes/messages.ts';
import { DescriptionList, type Description } from '#src/ui/DescriptionList.tsx';
import { Fold } from '#src/ui/Fold.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { Status } from '#src/ui/Status.tsx';
import { usePages } from '#src/ui/table/pages.ts';
import { Named } from '#src/features/webhooks/names/NameEdit.tsx';
import { listPairHeads, NamedId, PairTable } from '#src/features/webhooks/run/PairTable.tsx';
import { describeLineReason, getLineWording } from '#src/features/webhooks/run/describe-run.ts';
import { formatPairPath, VERBS } from '#src/features/webhooks/change/change.ts';
import table from '#src/features/webhooks/run/PairList.module.css';

/** `Line 7` as the user's list counts, else `No. 7`, its place in the run. */
const formatLineLabel = ({ sourceLine }: Line, index: number): string =>
  sourceLine === undefined ? `No. ${formatNumber(index + 1)}` : `Line ${formatNumber(sourceLine)}`;

type CellsProps = { index: number; line: Line; onOpen: (index: number) => void };

const Cells = memo(({ index, line, onOpen }: CellsProps) => {
  const verb = line.operation && VERBS[line.operation].capital;
  const answer = [verb, describeLineReason(line)].filter(Boolean).join(', ');
  const { look } = getLineWording(line);
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
          data-opens-row
          aria-label={`${look.word}, details of ${formatLineLabel(line, index).toLowerCase()}`}
          onClick={() => onOpen(index)}
        >
          <Status {...look} />
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

const describeLine = (line: Line, epochMs: number): Description[] => {
  const { campaignId, webhookId, sentAt, message } = line;
  const answer = OUTCOMES[line.state].answer(line);
  const items: (Description | false)[] = [
    { label: 'Campaign ID', value: <Named kind="campaign" id={campaignId} /> },
    { label: 'Webhook ID', value: <Named kind="webhook" id={webhookId} /> },
    sentAt !== undefined && { label: 'Sent', value: formatMoment(sentAt, epochMs) },
    answer !== '' && {
      label: 'Answer',
      value: (
        <>
          {answer} {message !== undefined && <q>{message}</q>}
        </>
      ),
    },
  ];
  return items.filter((item) => item !== false);
};

export const LineDialog = ({
  run,
  line,
  index,
  epochMs,
  onClose,
}: {
  run: Run;
  line: Line;
  index: number;
  epochMs: number;
  onClose: () => void;
}) => {
  const { operation = run.operation } = line;
  const { look, advice, sentence } = getLineWording(line);
  const next = line.checked ? sentence(VERBS[line.checked]).join('') : advice(VERBS[operation], line.status);
  return (
    <Dialog title={formatLineLabel(line, index)} wide onClose={onClose}>
      <p>
        <Status {...look} />
      </p>
      {next !== '' && <p className="second">{next}</p>}
      <DescriptionList items={describeLine(line, epochMs)} />
      {run.status === 'finished' && (
        <p>
          <Link href={formatPairPath(line)}>Attach or detach it as one pair</Link>
        </p>
      )}
      <Fold summary="Details">
        <DescriptionList
          items={[
            { label: 'Request', value: <RequestText request={pairLine(operation, line)} /> },
            ...listRequestId(line.requestId),
          ]}
        />
      </Fold>
    </Dialog>
  );
};
