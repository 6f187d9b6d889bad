import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type SubmitEvent,
} from 'react';
import { useStore } from 'zustand';
import type { Config } from '#src/config.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { ColumnPicker, formatColumnLabel } from '#src/lists/ColumnPicker.tsx';
import { classes } from '#src/lib/classes.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { formatSpan } from '#src/lib/duration.ts';
import { cleanId } from '#src/lib/spreadsheet.ts';
import { useDropAnywhere } from '#src/ui/forms/FileInput.tsx';
import { Button, TextButton } from '#src/ui/forms/Button.tsx';
import { FilterBar, type FilterOption } from '#src/ui/table/FilterBar.tsx';
import { offerUndo, showToast } from '#src/ui/alerts/toasts.ts';
import { PAIR_COLUMNS, PAIR_FIELDS } from '#src/features/webhooks/change/change.ts';
import { EarlierRun, RunTitle, SourceFile } from '#src/features/webhooks/run/RunParts.tsx';
import { CheckActions } from './CheckActions.tsx';
import { CheckLines } from './CheckLines.tsx';
import { COLUMNS_SWAPPED, listOmittable } from './describe-check.ts';
import type { Draft, DraftFilter, DraftView } from './draft.ts';
import { swapColumns } from './draft-columns.ts';
import table from '#src/ui/table/Table.module.css';
import styles from './CheckView.module.css';
import list from '#src/features/webhooks/run/PairList.module.css';
import { findColumn } from '#src/lists/columns.ts';
import type { List } from '#src/lists/rows.ts';
import { SelectField } from '#src/ui/forms/Field.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { readNames } from '#src/features/webhooks/names/names-csv.ts';
import { focusInvalid, IdField } from '#src/features/webhooks/names/IdField.tsx';
import { getNames, useNameBook } from '#src/features/webhooks/names/names.ts';

const NONE = -1;

/** Takes columns of a list as the names of its IDs. */
const ListNamesDialog = ({ draft, source, onClose }: { draft: Draft; source: List; onClose: () => void }) => {
  const names = getNames(useWorkspace());
  const book = useNameBook();
  const { picked, lines } = useStore(draft);
  const header = source.rows[picked.header ?? -1];
  const [columns, setColumns] = useState({
    campaign: findColumn(header, ['campaignname', 'campaigntitle', 'kampagnenname']) ?? NONE,
    webhook: findColumn(header, ['webhookname', 'webhooktitle', 'hookname']) ?? NONE,
  });
  const [problem, setProblem] = useState<string>();
  const ids = Object.values(picked.columns);
  const others = Array.from({ length: source.width }, (_, column) => column).filter(
    (column) => !ids.includes(column),
  );
  // The IDs as shown: the user may have corrected them.
  const pairs = new Map(
    lines
      .filter(({ status }) => status !== 'invalid' && status !== 'header')
      .map((line) => [line.index, line]),
  );
  const changes = PAIR_FIELDS.filter(({ kind }) => columns[kind] !== NONE).flatMap(
    ({ kind, name }) =>
      readNames(
        source,
        { header: picked.header, columns: { kind, id: picked.columns[kind], name: columns[kind] } },
        book,
        (index) => pairs.get(index)?.[name],
      ).changes,
  );
  const changed = changes.filter(({ kind, id }) => book[kind].has(id)).length;
  const save = () => {
    const before = changes.map(({ kind, id }) => ({ kind, id, name: book[kind].get(id) ?? '' }));
    const refused = names.change(changes);
    setProblem(refused);
    if (refused) return;
    onClose();
    offerUndo(`${formatCount(changes.length, 'name')} saved`, () => names.change(before));
  };
  return (
    <ConfirmDialog
      title="Use columns as names?"
      action={changes.length === 0 ? 'Save names' : `Save ${formatCount(changes.length, 'name')}`}
      variant="primary"
      disabled={changes.length === 0}
      onBack={onClose}
      onConfirm={save}
    >
      {PAIR_FIELDS.map(({ kind }) => (
        <SelectField
          key={kind}
          label={`Names of ${kind}s`}
          isLabelShown
          value={columns[kind]}
          onChange={({ target }) => setColumns({ ...columns, [kind]: Number(target.value) })}
        >
          <option value={NONE}>None</option>
          {others.map((column) => (
            <option key={column} value={column}>
              {formatColumnLabel(source, picked.header, column)}
            </option>
          ))}
        </SelectField>
      ))}
      <p role="status">
        {formatCount(changes.length - changed, 'new name')}, {formatNumber(changed)} changed
      </p>
      {problem && <p role="alert">{problem}</p>}
    </ConfirmDialog>
  );
};

/** One ID for all lines that lack one. What the text above the list names is suggested. */
const FillForm = ({
  draft,
  lacking: { kind, at, isAll, suggested },
  isOnlyColumn,
  offerUndo: offer,
}: {
  draft: Draft;
  lacking: NonNullable<DraftView['lacking']>;
  isOnlyColumn: boolean;
  offerUndo: (text: string, undo: () => void) => void;
}) => {
  const { fill, picked } = useStore(draft);
  const used = fill?.kind === kind ? fill.id : '';
  const [typed, setTyped] = useState(used || suggested);
  const form = useRef<HTMLFormElement>(null);
  const id = cleanId(typed);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (id === used || focusInvalid(form.current)) return;
    draft.choose({ fill: id === '' ? undefined : { kind, id } });
    const text = `${formatCount(at.size, 'line')} ${id === '' ? 'without' : 'with'} ${kind} ID ${id || used}`;
    offer(text, () => {
      draft.choose({ fill });
      setTyped(used);
    });
  };
  return (
    <form ref={form} className={styles['fill']} noValidate onSubmit={submit}>
      <IdField
        kind={kind}
        label={`${kind === 'webhook' ? 'Webhook' : 'Campaign'} ID for ${isAll ? 'all lines' : 'lines without one'}`}
        mayBeSeveral
        value={typed}
        onValue={setTyped}
      />
      {id !== used && (
        <Button type="submit">{id === '' ? 'Remove' : `Use for ${formatCount(at.size, 'line')}`}</Button>
      )}
      {isOnlyColumn && (
        <Button onClick={() => draft.choose({ picked: swapColumns(picked) })}>The list has {kind} IDs</Button>
      )}
    </form>
  );
};

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
  const { counts, omitted, picked } = view;
  const title = useRef<HTMLHeadingElement>(null);
  const [isNaming, setNaming] = useState(false);
  // The focused control may have gone with the input.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) title.current?.focus();
  }, []);
  const omittable = useMemo(() => listOmittable(view, draft.pairList.list !== undefined), [view, draft]);
  const split = view.lines.filter(({ part }) => part?.at === 1).length;
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
        {PAIR_FIELDS.filter(
          ({ kind }) => picked === draft.pairList.picked && picked.columns[kind] === '',
        ).map(({ kind }) => (
          <p key={kind} className="late">
            Choose the {kind} ID column, or one ID for all lines.
          </p>
        ))}
        {view.lacking && draft.pairList.list && (
          <FillForm
            key={view.lacking.kind}
            draft={draft}
            lacking={view.lacking}
            isOnlyColumn={draft.pairList.list.width === 1}
            offerUndo={offer}
          />
        )}
        {view.columnsSwapped && (
          <p className="late">
            {COLUMNS_SWAPPED}.{' '}
            <TextButton onClick={() => draft.choose({ picked: swapColumns(picked) })}>Swap them</TextButton>
          </p>
        )}
        {view.unread !== undefined && (
          <p className={picked.header === undefined ? 'late' : 'quiet'}>{view.unread}</p>
        )}
        {omittable.map(({ kind, text, lines }) => {
          const isOmitted = omitted.includes(kind);
          const them = lines.length === 1 ? 'it' : 'them';
          return (
            <p key={kind} className={kind === 'swapped' ? 'late' : 'quiet'}>
              {text}{' '}
              {kind === 'swapped' && !isOmitted && (
                <>
                  <TextButton
                    onClick={() => offer(`${formatCount(lines.length, 'line')} swapped`, draft.swap(lines))}
                  >
                    Swap {them}
                  </TextButton>{' '}
                  or{' '}
                </>
              )}
              <TextButton
                onClick={() =>
                  draft.choose({
                    omitted: isOmitted ? omitted.filter((one) => one !== kind) : [...omitted, kind],
                  })
                }
              >
                {isOmitted ? `Send ${them} too` : `Leave ${them} out`}
              </TextButton>
            </p>
          );
        })}
        {split > 0 && (
          <p className="quiet">
            {formatCount(split, 'line')} {split === 1 ? 'has' : 'have'} several IDs: one pair for each.
          </p>
        )}
        {view.cleaned > 0 && (
          <p className="quiet">
            Hidden or odd characters were corrected in {formatCount(view.cleaned, 'line')}.
          </p>
        )}
        {view.shortened > 0 && (
          <p className="quiet">
            A spreadsheet shortened the IDs of {formatCount(view.shortened, 'line')}.{' '}
            <TextButton onClick={() => draft.choose({ takesShortened: !view.takesShortened })}>
              {view.takesShortened ? 'Leave them out' : 'Take them as they are'}
            </TextButton>
          </p>
        )}
        {isNaming && draft.pairList.list && (
          <ListNamesDialog draft={draft} source={draft.pairList.list} onClose={() => setNaming(false)} />
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
