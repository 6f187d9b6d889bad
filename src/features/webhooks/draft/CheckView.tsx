import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Config } from '#src/config.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { ColumnPicker, formatColumnLabel } from '#src/lists/ColumnPicker.tsx';
import { classes } from '#src/lib/classes.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { formatSpan } from '#src/lib/duration.ts';
import { useDropAnywhere } from '#src/ui/forms/FileInput.tsx';
import { Button, TextButton } from '#src/ui/forms/Button.tsx';
import { FilterBar, type FilterOption } from '#src/ui/table/FilterBar.tsx';
import { offerUndo, showToast } from '#src/ui/alerts/toasts.ts';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import { EarlierRun, RunTitle, SourceFile } from '#src/features/webhooks/run/RunParts.tsx';
import { CheckActions } from './CheckActions.tsx';
import { CheckLines } from './CheckLines.tsx';
import { COLUMNS_SWAPPED } from './describe-check.ts';
import { isDoubted, type Draft, type DraftFilter, type DraftView } from './draft.ts';
import { ListNamesDialog } from './ListNames.tsx';
import { findUnread, PAIR_COLUMNS, swapColumns } from './draft-check.ts';
import table from '#src/ui/table/Table.module.css';
import list from '#src/features/webhooks/run/PairList.module.css';

/** What was read and what to know of it, beside the actions. */
const CheckHead = ({
  draft,
  offerUndo: offer,
  children,
}: {
  draft: Draft;
  offerUndo: (text: string, undo: () => void) => void;
  children: ReactNode;
}) => {
  const view = useStore(draft);
  const { operation, counts, omitsRepeated, omitsDetached, omitsDoubted, picked } = view;
  const title = useRef<HTMLHeadingElement>(null);
  const [isNaming, setNaming] = useState(false);
  // The focused control may have gone with the input.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) title.current?.focus();
  }, []);
  const repeated = view.lines.filter((line) => line.last).length;
  const them = repeated === 1 ? 'it' : 'them';
  const detached = view.lines.filter((line) => line.detached).length;
  const themDetached = detached === 1 ? 'it' : 'them';
  const swapped = view.lines.filter(
    ({ status, warnings }) => status === 'ready' && warnings.includes('swapped'),
  );
  const doubted = view.lines.filter(isDoubted).length;
  const themDoubted = doubted === 1 ? 'it' : 'them';
  const unread = useMemo(() => findUnread(draft.pairList, picked), [draft, picked]);
  return (
    <div className={list['head']}>
      <div>
        <h2 ref={title} tabIndex={-1}>
          Check {formatCount(counts.all, 'line')}
          <SourceFile {...view} />
        </h2>
        <EarlierRun {...view} isNumbered={draft.pairList.isNumbered} />
        {view.note !== undefined && <p className="late">{view.note}</p>}
        {draft.pairList.list && (
          <ColumnPicker
            list={draft.pairList.list}
            wanted={PAIR_COLUMNS}
            picked={view.picked}
            onPick={(next) => draft.choose({ picked: next })}
          >
            <Button onClick={() => draft.choose({ picked: swapColumns(view.picked) })}>Swap columns</Button>
            {draft.pairList.list.width > 2 && (
              <Button onClick={() => setNaming(true)}>Use a column as names…</Button>
            )}
          </ColumnPicker>
        )}
        {view.columnsSwapped && (
          <p className="late">
            {COLUMNS_SWAPPED}.{' '}
            <TextButton onClick={() => draft.choose({ picked: swapColumns(picked) })}>Swap them</TextButton>
          </p>
        )}
        {draft.pairList.list &&
          unread.map((column) => (
            <p key={column} className="late">
              {draft.pairList.list && formatColumnLabel(draft.pairList.list, picked.header, column)}, isn’t
              read
            </p>
          ))}
        {view.unread !== undefined && (
          <p className={picked.header === undefined ? 'late' : 'quiet'}>{view.unread}</p>
        )}
        {swapped.length > 0 && (
          <p className="late">
            {formatCount(swapped.length, 'line')} may be swapped.{' '}
            <TextButton
              onClick={() => offer(`${formatCount(swapped.length, 'line')} swapped`, draft.swap(swapped))}
            >
              Swap {swapped.length === 1 ? 'it' : 'them'}
            </TextButton>
          </p>
        )}
        {doubted > 0 && draft.pairList.list && (
          <p className="quiet">
            {formatCount(doubted, 'line')} {doubted === 1 ? 'has a warning' : 'have warnings'}.{' '}
            <TextButton onClick={() => draft.choose({ omitsDoubted: !omitsDoubted })}>
              {omitsDoubted ? `Send ${themDoubted} too` : `Leave ${themDoubted} out`}
            </TextButton>
          </p>
        )}
        {view.cleaned > 0 && (
          <p className="quiet">Hidden characters were removed from {formatCount(view.cleaned, 'line')}.</p>
        )}
        {view.shortened > 0 && (
          <p className="quiet">
            A spreadsheet shortened the IDs of {formatCount(view.shortened, 'line')}.{' '}
            <TextButton onClick={() => draft.choose({ takesShortened: !view.takesShortened })}>
              {view.takesShortened ? 'Leave them out' : 'Take them as they are'}
            </TextButton>
          </p>
        )}
        {repeated > 0 && (
          <p className="quiet">
            This browser already {VERBS[operation].done.toLowerCase()} {formatNumber(repeated)} of these
            pairs.{' '}
            <TextButton onClick={() => draft.choose({ omitsRepeated: !omitsRepeated })}>
              {omitsRepeated ? `Send ${them} too` : `Leave ${them} out`}
            </TextButton>
          </p>
        )}
        {detached > 0 && (
          <p className="quiet">
            This browser detached {formatNumber(detached)} of these pairs.{' '}
            <TextButton onClick={() => draft.choose({ omitsDetached: !omitsDetached })}>
              {omitsDetached ? `Send ${themDetached} too` : `Leave ${themDetached} out`}
            </TextButton>
          </p>
        )}
        {isNaming && draft.pairList.list && (
          <ListNamesDialog draft={draft} list={draft.pairList.list} onClose={() => setNaming(false)} />
        )}
        <RunTitle value={view.title} onSave={(typed) => draft.choose({ title: typed.trim() })} />
      </div>
      {children}
    </div>
  );
};

const listFilterOptions = (counts: DraftView['counts']): FilterOption<DraftFilter>[] => {
  const { ready, repeated } = counts;
  const optional: Omit<FilterOption<DraftFilter>, 'count'>[] = [
    { value: 'repeated', label: 'Sent before', tone: 'other', icon: 'refresh' },
    // In the bar they are part of the ready ones.
    { value: 'warned', label: 'With warnings', tone: 'warn', share: 0 },
    { value: 'omitted', label: 'Left out', tone: 'other', icon: 'skip' },
    { value: 'invalid', label: 'Invalid', tone: 'bad' },
    { value: 'duplicate', label: 'Duplicates', tone: 'other', icon: 'duplicate' },
    { value: 'header', label: 'Header', tone: 'none', icon: 'skip' },
  ];
  return [
    { value: 'all', label: 'All', count: counts.all },
    { value: 'ready', label: 'Ready', tone: 'live', icon: 'dot', count: ready, share: ready - repeated },
    ...optional.map((option) => Object.assign(option, { count: counts[option.value], isOptional: true })),
  ];
};

/** How long an answer usually takes, in milliseconds. */
const USUAL_ANSWER_MS = 300;

/** `About 1 min, 4 at a time`, by the configured rate or by the usual time of an answer. */
const estimateRun = (count: number, { maxConcurrentWrites, maxRequestsPerSecond }: Config['api']): string => {
  const byRateMs = (count / maxRequestsPerSecond) * 1000;
  const byAnswersMs = (count / maxConcurrentWrites) * USUAL_ANSWER_MS;
  const aboutMs = Math.max(byRateMs, byAnswersMs, 1000);
  return `About ${formatSpan(aboutMs)}, ${formatNumber(maxConcurrentWrites)} at a time`;
};

export const CheckView = ({ draft }: { draft: Draft }) => {
  const { config } = useWorkspace();
  const { counts, pairs } = useStore(draft);
  const [filter, setFilter] = useState<DraftFilter>('all');
  const [editing, setEditing] = useState<number>();
  const [dismissals] = useState<(() => void)[]>([]);
  // A line of a list that was sent or discarded can't come back.
  useEffect(() => () => dismissals.forEach((dismiss) => dismiss()), [dismissals]);
  const offer = (text: string, undo: () => void) => void dismissals.push(offerUndo(text, undo).dismiss);
  useDropAnywhere(() => showToast({ tone: 'plain', text: 'Discard this list to read another file' }));
  return (
    <div className={list['screen']}>
      <CheckHead draft={draft} offerUndo={offer}>
        <CheckActions draft={draft} isEditing={editing !== undefined} />
      </CheckHead>
      <FilterBar
        className={list['filterBar']}
        label="Lines by check"
        options={listFilterOptions(counts)}
        value={filter}
        onChange={setFilter}
      />
      <CheckLines draft={draft} filter={filter} editing={editing} onEdit={setEditing} offerUndo={offer} />
      <footer className={classes(table['foot'], list['foot'])}>
        {estimateRun(pairs.length, config.api)}
      </footer>
    </div>
  );
};
