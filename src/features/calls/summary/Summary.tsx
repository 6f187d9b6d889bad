import { useStore } from 'zustand';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { useClocks } from '#src/outcomes/clock.ts';
import { copyText } from '#src/ui/alerts/toasts.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { SidePanelHeader } from '#src/ui/page/PageLayout.tsx';
import { SidePanelTop, useNarrow } from '#src/ui/page/SidePanelTop.tsx';
import { Status } from '#src/ui/Status.tsx';
import { StackedBar } from '#src/ui/table/FilterBar.tsx';
import { useBoard, useOverview, useTable, useView } from '#src/features/calls/board/hooks.ts';
import { getViewSearch } from '#src/features/calls/board/view.ts';
import { BOARD_PATH } from '#src/features/calls/call/address.ts';
import { findFilter, labelFilter } from '#src/features/calls/call/filters.ts';
import { summarize } from './summarize.ts';
import { describeSummary, formatSummary, type SummaryRow, type SummarySection } from './summary-text.ts';
import styles from './Summary.module.css';

const Row = ({ label, look, bar, values }: SummaryRow) => (
  <tr data-total={bar === undefined || undefined}>
    <th scope="row">
      <span className={styles['label']}>
        {look ? <Status {...look} word={label} /> : <span title={label}>{label}</span>}
        {bar && <StackedBar {...bar} />}
      </span>
    </th>
    {values.map((value, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- columns stay in their order
      <td key={at}>{value}</td>
    ))}
  </tr>
);

const Section = ({ title, meta, columns, rows }: SummarySection) => (
  <section>
    <SidePanelHeader>
      <h2>{title}</h2>
      {meta && <span className="hint">{meta}</span>}
    </SidePanelHeader>
    <table className={styles['table']} data-kind={columns[0]}>
      <thead className="vh">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a status may be in two parts
          <Row key={`${row.label} ${at}`} {...row} />
        ))}
      </tbody>
    </table>
  </section>
);

export const SummaryPanel = ({ onClose }: { onClose: () => void }) => {
  const board = useBoard();
  const ids = useStore(useTable().rows, (rows) => rows.ids);
  const { total: watched } = useOverview();
  // Each second: a summary of 10,000 calls takes a few milliseconds.
  const { epochMs: now } = useClocks();
  const calls = board.store.find(ids);
  const summary = summarize(calls, now);
  const { total } = summary;
  const which =
    total === watched
      ? `all ${formatCount(total, 'call')}`
      : `${formatNumber(total)} of ${formatCount(watched, 'call')}`;
  const { label, filter, text } = useView().view;
  const scope = [
    filter !== 'all' && labelFilter(findFilter(filter), board.statuses),
    text !== '' && `“${escapeInvisible(text)}”`,
    label !== '' && `label ${label}`,
  ]
    .filter(Boolean)
    .join(', ');
  const copy = () => {
    const link = location.origin + BOARD_PATH + getViewSearch();
    const described = scope === '' ? which : `${which}: ${scope}`;
    void copyText(formatSummary(summary, { which: described, link, now }), 'Summary');
  };
  const Heading = useNarrow() ? 'h1' : 'h2';
  return (
    <>
      <section>
        <SidePanelTop
          backLabel="Back to calls"
          closeLabel="Close summary"
          onClose={onClose}
          actions={
            <Button variant="bare" size="sm" icon="copy" onClick={copy}>
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
      </section>
      {describeSummary(summary, now).map((section) => (
        <Section key={section.columns[0]} {...section} />
      ))}
    </>
  );
};
