import { useStore } from 'zustand';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { formatClock } from '#src/lib/duration.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { copyText } from '#src/ui/alerts/toasts.ts';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Button, TextButton } from '#src/ui/forms/Button.tsx';
import { SidePanelHeader, SidePanelTop, useNarrow } from '#src/ui/page/PageLayout.tsx';
import { StackedBar } from '#src/ui/table/FilterBar.tsx';
import { useBoard, useOverview, type Board } from '#src/features/calls/board/board.ts';
import { focusTableIfLost } from '#src/features/calls/board/focus.ts';
import { useTable } from '#src/features/calls/board/visible-rows.ts';
import { createTextAndLabelTest, useView, type View } from '#src/features/calls/board/view.ts';
import { findFilter, labelFilter } from '#src/features/calls/call/filters.ts';
import { labelTime } from '#src/features/calls/call/time-filter.ts';
import { formatShare, formatSummary, summarize, type Summary } from './summarize.ts';
import styles from './Summary.module.css';

/** Press one to see its calls, and again to see all failed ones. */
const Errors = ({ errors, failed }: Summary) => {
  const { view, change } = useView();
  // It would cover the calls.
  const closes = useNarrow();
  return (
    <section>
      <SidePanelHeader>
        <h2>Errors of failed calls</h2>
      </SidePanelHeader>
      <table className={styles['table']}>
        <thead className="vh">
          <tr>
            <th scope="col">Error</th>
            <th scope="col">Calls</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ filter: text, label, count }) => {
            const isShown = view.filter === 'failed' && view.text === text;
            return (
              <tr key={label}>
                <th scope="row">
                  {text === undefined ? (
                    <span>{label}</span>
                  ) : (
                    <TextButton
                      aria-pressed={isShown}
                      onClick={() => {
                        change({
                          filter: 'failed',
                          text: isShown ? '' : text,
                          summary: view.summary && !closes,
                        });
                        focusTableIfLost();
                      }}
                    >
                      {label}
                    </TextButton>
                  )}
                  <StackedBar parts={[{ tone: 'bad', count }]} of={failed} />
                </th>
                <td>{formatNumber(count)}</td>
                <td>{formatShare(count, failed)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
};

/** The summary without the text of the view; undefined unless it is one of the errors of failed calls. */
const rankAround = (board: Board, view: View) => {
  if (view.filter !== 'failed' || view.text === '') return undefined;
  const isShown = createTextAndLabelTest({ ...view, text: '' });
  const { passes } = findFilter(view.filter);
  const all = summarize([...board.store.calls()].filter((call) => passes(call) && isShown(call)));
  return all.errors.some(({ filter }) => filter === view.text) ? all : undefined;
};

export const SummaryPanel = ({ onClose }: { onClose: () => void }) => {
  const board = useBoard();
  const ids = useStore(useTable().rows, (rows) => rows.ids);
  // The whole overview, which changes with each of its calls.
  const { total: watched } = useOverview((overview) => overview);
  const { view } = useView();
  const summary = summarize(board.store.find(ids));
  // The ranking stays while it filters by one of its errors.
  const ranking = rankAround(board, view) ?? summary;
  const { total, ended, failed, median } = summary;
  const which =
    total === watched
      ? `all ${formatCount(total, 'call')}`
      : `${formatNumber(total)} of ${formatCount(watched, 'call')}`;
  const { label, filter, time, text } = view;
  const scope = [
    filter !== 'all' && labelFilter(findFilter(filter), board.statuses),
    labelTime(time),
    text !== '' && `“${escapeInvisible(text)}”`,
    label !== '' && `label ${label}`,
  ]
    .filter(Boolean)
    .join(', ');
  const copy = () => {
    const described = scope === '' ? which : `${which}: ${scope}`;
    void copyText(formatSummary(summary, { which: described }), 'Summary');
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
          <Heading>Summary</Heading>
        </SidePanelTop>
        <p className="second">
          {total === 0 ? 'No calls shown' : `Of ${formatNumber(total)} shown`}
          {total > 0 && ended === 0 && ', none has ended'}
          {total < watched && `, ${formatNumber(watched - total)} filtered out`}
        </p>
        <DescriptionList
          items={[
            ...(ended > 0
              ? [
                  {
                    label: 'Failed',
                    value: `${formatShare(failed, ended)}, ${formatNumber(failed)} of ${formatNumber(ended)} ended`,
                  },
                ]
              : []),
            ...(median === undefined ? [] : [{ label: 'Median duration', value: formatClock(median) }]),
          ]}
        />
      </section>
      {ranking.failed > 0 && <Errors {...ranking} />}
    </>
  );
};
