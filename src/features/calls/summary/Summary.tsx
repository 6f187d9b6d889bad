import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { timeZone } from '#src/lib/timestamp.ts';
import { throttle } from '#src/lib/timing.ts';
import { copyText } from '#src/ui/alerts/toasts.ts';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { SidePanelHeader } from '#src/ui/PageLayout.tsx';
import { SidePanelTop, useNarrow } from '#src/ui/SidePanelTop.tsx';
import { Status, type Tone } from '#src/ui/Status.tsx';
import { useBoard } from '#src/features/calls/board/board.ts';
import { shownRows } from '#src/features/calls/board/focus-row.ts';
import { useOverview } from '#src/features/calls/board/ticking.ts';
import { summarize, type Summary } from './summarize.ts';
import {
  formatBinLength,
  formatBinStart,
  formatShare,
  formatSummary,
  listDurations,
  listErrors,
  PART_LABELS,
} from './summary-text.ts';
import styles from './Summary.module.css';

/** A summary of 10,000 calls takes a few milliseconds. */
const REFRESH_MS = 1000;

type DatedSummary = { summary: Summary; now: number };

/** Of the rows shown. Follows the view at once, answers once a second, and nothing while the page is hidden. */
const useSummary = (): DatedSummary => {
  const board = useBoard();
  const rows = useStore(shownRows);
  const read = (): DatedSummary => {
    const calls = (rows?.all() ?? []).flatMap((id) => board.call(id) ?? []);
    const now = Date.now();
    return { summary: summarize(calls, now), now };
  };
  const [dated, setDated] = useState(read);
  const update = useEffectEvent(() => {
    if (document.visibilityState === 'visible') setDated(read());
  });
  useEffect(() => {
    const updateSoon = throttle(REFRESH_MS, () => update());
    const onVisibilityChange = () => update();
    const stops = [
      board.onChange(updateSoon.call),
      rows?.subscribe(({ view }, before) => {
        if (view === before.view) updateSoon.call();
        // The rows of a new view come with the next state.
        else queueMicrotask(() => update());
      }),
      updateSoon.stop,
    ];
    updateSoon.call();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      for (const stop of stops) stop?.();
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [board, rows]);
  return dated;
};

type BarPart = { tone: Tone; count: number };

/** An SVG: widths in `style` attributes would need a looser content security policy. */
const Bar = ({ parts, of }: { parts: readonly BarPart[]; of: number }) => (
  <svg className={styles['bar']} aria-hidden="true">
    {parts.map(({ tone, count }, at) => {
      const before = parts.slice(0, at).reduce((sum, part) => sum + part.count, 0);
      return (
        <rect
          key={tone}
          data-tone={tone}
          x={`${(100 * before) / of}%`}
          width={`${(100 * count) / of}%`}
          height="8"
        />
      );
    })}
  </svg>
);

/** The bar shows the numbers of the row, so it is no cell of its own. */
const Row = ({
  label,
  bar,
  children,
}: {
  label: ReactNode;
  bar: ReactNode;
  children: readonly (string | false)[];
}) => (
  <tr>
    <th scope="row">
      <span className={styles['label']}>
        {label}
        {bar}
      </span>
    </th>
    {children.map((text, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- columns stay in their order
      <td key={at}>{text}</td>
    ))}
  </tr>
);

const Table = ({ columns, children }: { columns: readonly string[]; children: ReactNode }) => (
  <table className={styles['table']}>
    <thead className="vh">
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    {children}
  </table>
);

const Statuses = ({ summary: { statuses, total } }: { summary: Summary }) => (
  <Table columns={['Status', 'Calls', 'Share']}>
    {(['ended', 'going', 'unconfirmed'] as const).map((part) => {
      const ofPart = statuses[part];
      const count = ofPart.reduce((sum, each) => sum + each.count, 0);
      return (
        count > 0 && (
          <tbody key={part}>
            <tr className={styles['part']}>
              <th scope="rowgroup">{PART_LABELS[part]}</th>
              <td>{formatNumber(count)}</td>
              <td>{formatShare(count, total)}</td>
            </tr>
            {ofPart.map(({ look, count: own }) => (
              <Row
                key={look.word}
                label={<Status {...look} word={escapeInvisible(look.word)} />}
                bar={<Bar parts={[{ tone: look.tone, count: own }]} of={total} />}
              >
                {[formatNumber(own), formatShare(own, total)]}
              </Row>
            ))}
          </tbody>
        )
      );
    })}
  </Table>
);

const Errors = ({ summary }: { summary: Summary }) => (
  <section>
    <SidePanelHeader>
      <h2>Errors of failed calls</h2>
    </SidePanelHeader>
    <Table columns={['Error', 'Calls', 'Share']}>
      <tbody className={styles['errors']}>
        {listErrors(summary).map(({ label, count }) => (
          <Row
            key={label}
            label={<span title={label}>{label}</span>}
            bar={<Bar parts={[{ tone: 'bad', count }]} of={summary.failed} />}
          >
            {[formatNumber(count), formatShare(count, summary.failed)]}
          </Row>
        ))}
      </tbody>
    </Table>
  </section>
);

const Ends = ({ ends: { bins, binMinutes }, now }: { ends: NonNullable<Summary['ends']>; now: number }) => {
  const most = bins.reduce((max, { ended }) => Math.max(max, ended), 1);
  return (
    <section>
      <SidePanelHeader>
        <h2>Ends per {formatBinLength(binMinutes)}</h2>
      </SidePanelHeader>
      <Table columns={['From', 'Ended', 'Failed']}>
        <tbody className={styles['times']}>
          {bins.map((bin) => {
            const { from, ended, completed, failed } = bin;
            const parts = [
              { tone: 'ok', count: completed },
              { tone: 'bad', count: failed },
              { tone: 'other', count: ended - completed - failed },
            ] as const;
            return (
              <Row
                key={from}
                label={formatBinStart(bin, binMinutes, now)}
                bar={<Bar parts={parts} of={most} />}
              >
                {[formatNumber(ended), failed > 0 && `${formatNumber(failed)} failed`]}
              </Row>
            );
          })}
        </tbody>
      </Table>
    </section>
  );
};

export const SummaryPanel = ({ onClose }: { onClose: () => void }) => {
  useStore(timeZone);
  const { summary, now } = useSummary();
  const { total: watched } = useOverview();
  const { total, failed, durations, ends } = summary;
  const which =
    total === watched
      ? `all ${formatCount(total, 'call')}`
      : `${formatNumber(total)} of ${formatCount(watched, 'call')}`;
  const Heading = useNarrow() ? 'h1' : 'h2';
  return (
    <>
      <section>
        <SidePanelTop
          backLabel="Back to calls"
          closeLabel="Close summary"
          onClose={onClose}
          actions={
            <Button
              variant="bare"
              size="sm"
              icon="copy"
              onClick={() => void copyText(formatSummary(summary, which, now), 'Summary')}
            >
              Copy as text
            </Button>
          }
        >
          <Heading className={styles['title']}>Summary</Heading>
        </SidePanelTop>
        <p className={styles['which']}>
          {total === 0 ? 'No calls shown' : `Of ${formatNumber(total)} shown`}
          {total < watched && `, ${formatNumber(watched - total)} filtered out`}
        </p>
        {total > 0 && <Statuses summary={summary} />}
      </section>
      {failed > 0 && <Errors summary={summary} />}
      {durations && (
        <section>
          <SidePanelHeader>
            <h2>Duration</h2>
            <span className="meta">of {formatCount(durations.count, 'ended call')}</span>
          </SidePanelHeader>
          <DescriptionList items={listDurations(summary)} />
        </section>
      )}
      {ends && <Ends ends={ends} now={now} />}
    </>
  );
};
