import { CALL_FIELDS, readPlainValue } from '#src/features/calls/call/call-fields.ts';
import { isEnded, type SavedCall } from '#src/features/calls/call/call.ts';
import { formatTickets } from '#src/features/calls/call/ticket.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { omitEmptyColumn, type CsvCell } from '#src/lib/csv.ts';
import { copyText, offerUndo, showToast } from '#src/ui/alerts/toasts.ts';
import { downloadCsv } from '#src/ui/download.ts';
import { type Board, type EditableBoard, nameCalls, describeUndone } from './board.ts';
import { focusTableIfLost } from './focus.ts';
import type { LabelChange } from './store.ts';
import { getViewSearch, parseView } from './view.ts';

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

/** Of several, leaves out those that ended. */
export const checkNow = async ({ store, poller, overview }: Board, ids: readonly string[]): Promise<void> => {
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) await poller.checkNow(only);
  else poller.checkSoon(ids);
  const haveEnded = others.length > 0 && store.find(ids).every(isEnded);
  const isOffline = overview().blocker?.reason === 'offline';
  const why = haveEnded ? 'all have ended' : isOffline && 'this browser is offline';
  if (why) showToast({ tone: 'plain', text: `Not checked: ${why}` });
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
    // Another tab did it meanwhile.
    const undo = () => {
      board.restore(known);
      saveNote(board, known, text);
    };
    return void offerUndo(`Note not saved: ${nameCalls(ids)} no longer watched`, undo);
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
