import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { classes } from '#src/lib/classes.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Checkbox, SelectField } from '#src/ui/forms/Field.tsx';
import { Dialog, startHere } from '#src/ui/overlays/Dialog.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { DropHere, Reading } from '#src/ui/forms/FileInput.tsx';
import { ColumnPicker, formatColumnLabel } from '#src/lists/ColumnPicker.tsx';
import { nextTask } from '#src/lib/timing.ts';
import { READ_FAILURES, readList } from '#src/lists/read-list.ts';
import { useBoard, useOverview } from '#src/features/calls/board/board.ts';
import { MAX_CALLS } from '#src/features/calls/board/store.ts';
import { describeExtras, findMissing, type CallExtras } from '#src/features/calls/call/extras.ts';
import type { WatchedCall } from '#src/features/calls/call/call.ts';
import {
  EVERY_VALUE,
  guessOptions,
  hasPairs,
  readListedIds,
  WANTED_COLUMNS,
  type ImportOptions,
} from './listed-ids.ts';
import { joinWrapped } from './prose.ts';
import { ImportPreview } from './ImportPreview.tsx';
import { readLinkedIds, describeIds, type IdSummary, type ImportInput } from './read-ids.ts';
import styles from './Import.module.css';

const FAILURES = {
  ...READ_FAILURES,
  pairs: { title: 'These look like pairs for Bulk', text: 'Open it there, in Webhooks, or choose a column.' },
};

type FindEntry = (id: string) => WatchedCall | undefined;

/** Of the notes that differ. */
const MAX_COMPARED = 8;

const DEFAULT_OPTIONS: ImportOptions = { header: undefined, columns: { callId: EVERY_VALUE } };

/** Reading stops when the dialog closes, and nothing of it stays in the cache. */
const useImport = (input: ImportInput, isWatched: (id: string) => boolean) => {
  const id = useId();
  const [chosen, setOptions] = useState<ImportOptions>();
  const { data, isError } = useQuery({
    queryKey: ['import', id],
    queryFn: async ({ signal }) => {
      if (input.kind === 'ids') return input.ids;
      const text = input.kind === 'text' ? { ...input, text: joinWrapped(input.text) } : input;
      const read = await readList(text, WANTED_COLUMNS, signal);
      if (typeof read === 'string') return read;
      // Guessing and showing are two tasks, so that neither is long.
      const guessed = guessOptions(read, location.origin);
      await nextTask();
      return { list: read, guessed };
    },
    gcTime: 0,
  });
  const { list, guessed } = typeof data === 'object' && 'list' in data ? data : {};
  const isPairs = list !== undefined && chosen === undefined && hasPairs(list);
  const options: ImportOptions = chosen ?? guessed ?? DEFAULT_OPTIONS;
  const summary = useMemo(() => {
    const context = { isWatched, origin: location.origin };
    if (typeof data !== 'object' || isPairs) return undefined;
    return 'list' in data
      ? readListedIds(data.list, options, context)
      : readLinkedIds(data, context, options.takesShortened);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- calls that are watched meanwhile don't change the preview
  }, [data, options, isPairs]);
  const failure: keyof typeof FAILURES | undefined = isError
    ? 'unreadable'
    : typeof data === 'string'
      ? data
      : isPairs
        ? 'pairs'
        : undefined;
  /** Not of a plain list. */
  const hasChoices =
    list !== undefined &&
    (list.width > 1 || guessed?.header !== undefined || guessed?.columns.callId !== EVERY_VALUE);
  return { list: hasChoices ? list : undefined, lines: list?.lines, options, setOptions, summary, failure };
};

/** What the calls to watch get, and what those watched already lack, or have another note. */
const findExtras = (
  summary: IdSummary | undefined,
  ids: readonly string[],
  { findEntry, replacesNotes }: { findEntry: FindEntry; replacesNotes: boolean },
): ReadonlyMap<string, CallExtras> => {
  const found = new Map<string, CallExtras>();
  if (!summary || summary.extras.size === 0) return found;
  for (const id of [...ids, ...summary.already]) {
    const missing = findMissing(findEntry(id), summary.extras.get(id), replacesNotes);
    if (missing) found.set(id, missing);
  }
  return found;
};

/** Of watched calls. */
const findOtherNotes = (summary: IdSummary, findEntry: FindEntry) =>
  summary.already.flatMap((id) => {
    const own = findEntry(id);
    const note = findMissing(own, summary.extras.get(id), true)?.note;
    return own?.note === undefined || note === undefined ? [] : [{ id, mine: own.note, note }];
  });

const OtherNotes = ({ notes }: { notes: ReturnType<typeof findOtherNotes> }) => (
  <ul className={styles['lines']}>
    {notes.slice(0, MAX_COMPARED).map(({ id, mine, note }) => (
      <li key={id}>
        <bdi className="mono">{escapeInvisible(id)}</bdi>
        <DescriptionList
          items={[
            { label: 'Yours', value: mine },
            { label: 'List', value: note },
          ]}
        />
      </li>
    ))}
    {notes.length > MAX_COMPARED && <li>and {formatNumber(notes.length - MAX_COMPARED)} more</li>}
  </ul>
);

export const ImportDialog = ({
  input,
  label,
  onWatch,
  onClose,
}: {
  input: ImportInput;
  /** What the calls get; "" for none. */
  label: string;
  onWatch: (ids: readonly string[], extras: ReadonlyMap<string, CallExtras>, replacesNotes: boolean) => void;
  onClose: () => void;
}) => {
  const board = useBoard();
  const watched = useOverview((overview) => overview.watched);
  const room = MAX_CALLS - watched;
  const { list, lines, options, setOptions, summary, failure } = useImport(
    input,
    (id) => board.store.call(id) !== undefined,
  );
  const reasonId = useId();
  /** IDs that the user ticked or unticked. */
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());

  const isReading = !summary && !failure;
  const { fresh = [], optional = [] } = summary ?? {};
  const kept = fresh.slice(0, room).filter((id) => ticks.get(id) !== false);
  const ids = [...kept, ...optional.filter((id) => ticks.get(id))].slice(0, room);
  const [wantsTheirs, setWantsTheirs] = useState(false);
  const findEntry: FindEntry = (id) => board.store.call(id)?.entry;
  const otherNotes = summary ? findOtherNotes(summary, findEntry) : [];
  const replacesNotes = wantsTheirs && otherNotes.length > 0;
  const extras = findExtras(summary, ids, { findEntry, replacesNotes });
  const noteWord = otherNotes.length === 1 ? 'note' : 'notes';
  const already = summary?.already ?? [];
  const addition =
    ids.length > 0
      ? `Watch ${formatCount(ids.length, 'call')}`
      : extras.size > 0 && `${replacesNotes ? 'Change' : 'Add'} ${describeExtras(extras)}`;
  const hasNothing = summary !== undefined && !addition;
  const action = addition || (already.length > 0 && `Show ${formatCount(already.length, 'call')}`);
  const act = () => {
    // Substrings would keep the whole text in memory.
    const added = addition && ids.length === 0 ? [] : [...ids, ...already];
    onWatch(structuredClone(added), structuredClone(extras), replacesNotes);
  };
  return (
    <Dialog
      title={`${action || 'Watch calls'}?`}
      wide
      onClose={onClose}
      footer={
        <>
          {hasNothing && (
            <span className={classes('second', styles['reason'])} id={reasonId}>
              No new call IDs
            </span>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            ref={startHere}
            variant="primary"
            busy={isReading}
            aria-describedby={hasNothing ? reasonId : undefined}
            {...(!isReading && !action && { 'aria-disabled': true })}
            onClick={() => action && act()}
          >
            {action || 'Watch'}
          </Button>
        </>
      }
    >
      <div className={classes('stack', styles['preview'])}>
        <p className="second">
          From {input.kind === 'file' ? input.file.name : input.kind === 'text' ? 'pasted text' : 'a link'}
          {lines !== undefined && `, ${formatCount(lines, 'line')}`}
          {extras.size > 0 && `, with ${describeExtras(extras)}`}
          {label !== '' && `, labelled “${label}”`}
        </p>
        <p className="vh" role="status">
          {summary && describeIds(summary)}
        </p>
        {list && (
          <ColumnPicker
            list={list}
            wanted={WANTED_COLUMNS}
            picked={options}
            onPick={(picked) => setOptions({ ...options, ...picked })}
          >
            {typeof options.columns.callId === 'number' && (
              <SelectField
                label="Use as note"
                isLabelShown
                value={options.note === options.columns.callId ? '' : (options.note ?? '')}
                onChange={({ target: { value } }) =>
                  setOptions({ ...options, note: value === '' ? undefined : Number(value) })
                }
              >
                <option value="">No column</option>
                {Array.from(
                  { length: list.width },
                  (_, column) =>
                    column !== options.columns.callId && (
                      <option key={column} value={column}>
                        {formatColumnLabel(list, options.header, column)}
                      </option>
                    ),
                )}
              </SelectField>
            )}
          </ColumnPicker>
        )}
        {isReading && <Reading />}
        {failure && (
          <Alert tone="bad" title={FAILURES[failure].title} live="alert">
            {FAILURES[failure].text}
          </Alert>
        )}
        {summary && (
          <>
            {summary.cleaned > 0 && (
              <p className="second">
                Hidden or odd characters were corrected in {formatCount(summary.cleaned, 'ID')}.
              </p>
            )}
            {summary.shortened > 0 && (
              <Checkbox
                checked={options.takesShortened === true}
                onChange={({ target }) => setOptions({ ...options, takesShortened: target.checked })}
              >
                Take {formatCount(summary.shortened, 'ID')} that a spreadsheet shortened
              </Checkbox>
            )}
            {otherNotes.length > 0 && (
              <Alert
                tone="info"
                title={`${formatCount(otherNotes.length, 'note')} ${otherNotes.length === 1 ? 'differs' : 'differ'}`}
                actions={
                  <Checkbox checked={wantsTheirs} onChange={({ target }) => setWantsTheirs(target.checked)}>
                    Use the {noteWord} of the list
                  </Checkbox>
                }
                details={<OtherNotes notes={otherNotes} />}
              >
                Your own {otherNotes.length === 1 ? 'note is' : 'notes are'}{' '}
                {wantsTheirs ? 'replaced' : 'kept'}.
              </Alert>
            )}
            <ImportPreview
              summary={summary}
              room={room}
              ticks={ticks}
              onTick={(id, isTicked) => setTicks(new Map(ticks).set(id, isTicked))}
            />
          </>
        )}
      </div>
    </Dialog>
  );
};

export const ImportDrop = () => <DropHere>Drop the file to read call IDs from it</DropHere>;
