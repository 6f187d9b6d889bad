import { describeExtras, EXTRA_KEYS, findMissing, type CallExtras } from '#src/features/calls/call/extras.ts';
import { CALL_FIELDS, readPlainValue } from '#src/features/calls/call/call-fields.ts';
import { mergeLabels } from '#src/features/calls/call/labels.ts';
import type { SavedCall, WatchedCall } from '#src/features/calls/call/call.ts';
import { formatTickets } from '#src/features/calls/call/ticket.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { omitEmptyColumn, type CsvCell } from '#src/lib/csv.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { copyText, offerDiscarded, showToast } from '#src/ui/alerts/toasts.ts';
import { downloadCsv } from '#src/ui/download.ts';
import type { Board } from './board.ts';
import { focusTableIfLost } from './focus.ts';
import { describeNotAdded, type LabelChange } from './store.ts';
import { getViewSearch, parseView } from './view.ts';

export type EditableBoard = Pick<Board, 'store' | 'restore' | 'offerUndo'>;

const MAX_SHOWN_ID = 40;
const NAME_ENDING = 12;

/** The ID of one call, cut if it is long; the count of several. */
export const nameCalls = (ids: readonly string[]): string => {
  const [only = '', ...others] = ids;
  if (others.length > 0) return formatCount(ids.length, 'call');
  const name = escapeInvisible(only);
  return name.length <= MAX_SHOWN_ID
    ? name
    : `${cutText(name, MAX_SHOWN_ID - NAME_ENDING)}…${name.slice(-NAME_ENDING)}`;
};

/** Undefined if nothing was left. */
const describeUndone = (all: number, left: number, why: string): string | undefined => {
  if (left === 0) return undefined;
  return left === all ? why : `Undone for ${formatNumber(all - left)} of ${formatCount(all, 'call')}. ${why}`;
};

const describeWatched = (
  added: readonly WatchedCall[],
  others: ReadonlyMap<string, CallExtras>,
  { label, replacesNotes }: { label: string; replacesNotes: boolean },
) =>
  [
    added.length > 0 && `Watching ${formatCount(added.length, 'call')}`,
    added.length > 0 && label !== '' && `labelled “${label}”`,
    others.size > 0 && `${describeExtras(others)} ${replacesNotes ? 'changed' : 'added'}`,
  ]
    .filter(Boolean)
    .join(', ');

/**
 * Watches calls, adds what watched ones lack of their extras or replaces their notes, and offers to undo both. Of several
 * calls, those that are watched already get the label, too. `replaced`: the ID that the one of the new call corrects. Its
 * call leaves the board, and its extras go to the new one.
 */
export const watchCalls = (
  board: EditableBoard,
  ids: readonly string[],
  {
    label,
    extras = new Map(),
    replacesNotes = false,
    replaced,
  }: {
    label: string;
    extras?: ReadonlyMap<string, CallExtras>;
    replacesNotes?: boolean;
    replaced?: string | undefined;
  },
): void => {
  const { store } = board;
  // Saved calls are still being read: these may be among them.
  const isUndoable = !store.isLoading();
  const given = new Map(extras);
  const [only = '', ...more] = ids;
  const isCorrection = isUndoable && more.length === 0 && store.call(only) === undefined;
  const corrected = isCorrection && replaced !== undefined ? store.call(replaced)?.entry : undefined;
  if (corrected) given.set(only, { ...corrected, ...given.get(only) });
  if (label !== '' && ids.length > 1)
    for (const id of ids)
      given.set(id, { ...given.get(id), labels: mergeLabels(given.get(id)?.labels, [label]) });
  const before = store
    .find(given.keys())
    .filter(({ entry }) => findMissing(entry, given.get(entry.id), replacesNotes))
    .map(({ entry }) => entry);
  const { added, notAdded } = store.watch(ids, label, given, replacesNotes);
  if (notAdded > 0) showToast({ tone: 'bad', text: describeNotAdded(notAdded) });
  const after = store.find([...added, ...before].map(({ id }) => id)).map(({ entry }) => entry);
  if (!isUndoable || after.length === 0) return;
  const removed = corrected && added.length > 0 ? store.unwatch([corrected.id]) : [];
  const undo = () => {
    const afterById = new Map(after.map((entry) => [entry.id, entry]));
    const isUnchanged = ({ id }: WatchedCall): boolean => {
      const now = store.call(id)?.entry;
      const then = afterById.get(id);
      return [...EXTRA_KEYS, 'addedAt' as const].every((key) => String(now?.[key]) === String(then?.[key]));
    };
    const isThere = ({ id }: WatchedCall) => store.call(id) !== undefined;
    const changed = [...added, ...before].filter((entry) => isThere(entry) && !isUnchanged(entry));
    store.unwatch(added.filter(isUnchanged).map(({ id }) => id));
    store.restoreExtras(before.filter(isUnchanged), EXTRA_KEYS);
    board.restore(removed);
    focusTableIfLost();
    return describeUndone(
      after.length,
      changed.length,
      `${formatCount(changed.length, 'call')} kept: changed since.`,
    );
  };
  const gained = new Map(
    before.flatMap((entry) => {
      const missing = findMissing(entry, given.get(entry.id), replacesNotes);
      return missing ? [[entry.id, missing]] : [];
    }),
  );
  // A single call opens, so it needs no message.
  const isPlain = after.length === 1 && added.length === 1 && ids.length === 1 && label === '';
  if (corrected && removed.length > 0)
    return board.offerUndo(`Watching ${nameCalls(ids)} in place of ${nameCalls([corrected.id])}`, undo);
  board.offerUndo(describeWatched(added, gained, { label, replacesNotes }), undo, isPlain ? 'none' : 'brief');
};

/** Of calls that failed. */
export const markFailures = (board: Board, ids: readonly string[], isSeen: boolean): void => {
  const { find, setFailureSeen } = board.store;
  const changed = find(ids)
    .filter(({ group, newFailure }) => group === 'bad' && newFailure === isSeen)
    .map(({ entry }) => entry.id);
  setFailureSeen(changed, isSeen);
  const text = `${formatCount(changed.length, 'failure')} marked as ${isSeen ? 'seen' : 'new'}`;
  if (changed.length > 0) board.offerUndo(text, () => setFailureSeen(changed, !isSeen));
};

/** Stops watching, with an offer to undo. */
export const stopWatching = (board: Board, ids: Iterable<string>): void => {
  const removed = board.store.unwatch(ids);
  const { length } = removed;
  const undo = () => {
    const left = board.restore(removed);
    focusTableIfLost();
    return describeUndone(length, left, `${formatCount(left, 'call')} left out: the board is full.`);
  };
  const text = `Stopped watching ${formatCount(length, 'call')}`;
  if (length > 0) board.offerUndo(text, undo);
  else showToast({ tone: 'plain', text });
};

/** `Label “VIP” added`, `3 labels added`, `Labels changed` */
const describeLabels = ({ added, removed }: LabelChange): string => {
  const [only, ...others] = [...added, ...removed];
  if (removed.length === 0 && added.length > 1) return `${formatCount(added.length, 'label')} added`;
  if (only === undefined || others.length > 0) return 'Labels changed';
  return `Label “${only}” ${added.length > 0 ? 'added' : 'removed'}`;
};

export const changeLabels = (board: Board, ids: readonly string[], change: LabelChange): void => {
  const { store } = board;
  const before = store.find(ids).map(({ entry }) => entry);
  store.changeLabels(ids, change);
  const readLabels = (id: string): string => (store.call(id)?.entry.labels ?? []).join();
  const changed = before
    .filter(({ id, labels = [] }) => readLabels(id) !== labels.join())
    .map((entry) => ({ entry, after: readLabels(entry.id) }));
  if (changed.length === 0) return;
  board.offerUndo(`${describeLabels(change)}: ${formatCount(changed.length, 'call')}`, () => {
    const unchanged = changed.filter(({ entry, after }) => readLabels(entry.id) === after);
    store.restoreExtras(
      unchanged.map(({ entry }) => entry),
      ['labels'],
    );
    const left = changed.length - unchanged.length;
    return describeUndone(
      changed.length,
      left,
      `${formatCount(left, 'call')} left as they are: changed since.`,
    );
  });
};

/** "" deletes the notes. `known`: the calls as last shown. `began`: the note that an edit of one call began with. */
export const saveNote = (
  board: EditableBoard,
  known: readonly SavedCall[],
  text: string,
  began?: string,
): void => {
  const { store } = board;
  const ids = known.map(({ entry }) => entry.id);
  const before = store.find(ids).map(({ entry }) => entry);
  store.setNote(ids, text);
  const readNote = (id: string) => store.call(id)?.entry.note;
  const changed = before.filter(({ id, note }) => readNote(id) !== note);
  const [first, ...others] = changed;
  if (before.length === 0 && text.trim() !== (began ?? '')) {
    // Another tab stopped watching meanwhile.
    return offerDiscarded('Note', () => {
      board.restore(known);
      saveNote(board, known, text);
    });
  }
  if (!first) return;
  const saved = readNote(first.id);
  const of = others.length === 0 ? first.id : formatCount(changed.length, 'call');
  // Another tab may have saved one meanwhile.
  const replaced = began === undefined || first.note === (began || undefined) ? undefined : first.note;
  const over = replaced === undefined ? '' : `, in place of “${cutText(replaced, 40)}”`;
  board.offerUndo(`Note of ${of} ${saved === undefined ? 'deleted' : 'saved'}${over}`, () => {
    // A later note is never lost, also one of another tab.
    const unchanged = changed.filter(({ id }) => readNote(id) === saved);
    store.restoreExtras(unchanged, ['note']);
    const left = changed.length - unchanged.length;
    return describeUndone(changed.length, left, `${formatCount(left, 'note')} kept: changed since.`);
  });
};

export const copyForTicket = (board: Board, ids: readonly string[]): void => {
  const calls = board.store.find(ids);
  const { text, count } = formatTickets(calls, location.origin);
  const part = count < calls.length ? `${formatNumber(count)} of ` : '';
  void copyText(text, `Details of ${part}${nameCalls(ids)}`);
};

export const exportCalls = (board: Board, ids: readonly string[]): void => {
  const fields = CALL_FIELDS.filter(({ csv }) => csv !== undefined);
  const calls = board.store.find(ids);
  const rows = calls.map((call) => fields.map((field) => readPlainValue(field, call)));
  const table = fields.reduce<CsvCell[][]>(
    (all, { csv, omitIfEmpty }) => (csv !== undefined && omitIfEmpty ? omitEmptyColumn(all, csv) : all),
    [fields.map(({ csv }) => csv), ...rows],
  );
  const { label } = parseView(getViewSearch());
  downloadCsv(table, label ? `calls-${label}` : 'calls', nameCalls(ids));
};
