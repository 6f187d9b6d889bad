import { CALL_FIELDS, readPlainValue } from '#src/features/calls/call/fields.ts';
import { formatTickets } from '#src/features/calls/call/ticket.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { omitEmptyColumn, type CsvCell } from '#src/lib/csv.ts';
import { copyText, showToast } from '#src/ui/alerts/toasts.ts';
import { downloadCsv } from '#src/ui/download.ts';
import type { Board } from './board.ts';
import { focusTableIfLost } from './focus.ts';
import type { LabelChange } from './store.ts';
import { getViewSearch, parseView } from './view.ts';

/** Undefined if nothing was left. */
const describeUndone = (all: number, left: number, why: string): string | undefined => {
  if (left === 0) return undefined;
  return left === all ? why : `Undone for ${formatNumber(all - left)} of ${formatCount(all, 'call')}. ${why}`;
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

/** `Label “VIP” added`, `Labels changed` */
const describeLabels = ({ added, removed }: LabelChange): string => {
  const [only, ...others] = [...added, ...removed];
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
    store.restoreLabels(unchanged.map(({ entry }) => entry));
    const left = changed.length - unchanged.length;
    return describeUndone(
      changed.length,
      left,
      `${formatCount(left, 'call')} left as they are: changed since.`,
    );
  });
};

/** "" deletes the notes. `began`: the note that an edit of one call began with. */
export const saveNote = (board: Board, ids: readonly string[], text: string, began?: string): void => {
  const { store } = board;
  const before = store.find(ids).map(({ entry }) => entry);
  store.setNote(ids, text);
  const readNote = (id: string) => store.call(id)?.entry.note;
  const changed = before.filter(({ id, note }) => readNote(id) !== note);
  const [first, ...others] = changed;
  if (!first) return;
  const saved = readNote(first.id);
  const of = others.length === 0 ? first.id : formatCount(changed.length, 'call');
  // Another tab may have saved one meanwhile.
  const replaced = began === undefined || first.note === (began || undefined) ? undefined : first.note;
  const over = replaced === undefined ? '' : `, in place of “${cutText(replaced, 40)}”`;
  board.offerUndo(`Note of ${of} ${saved === undefined ? 'deleted' : 'saved'}${over}`, () => {
    // A later note is never lost, also one of another tab.
    const unchanged = changed.filter(({ id }) => readNote(id) === saved);
    store.restoreNotes(unchanged);
    const left = changed.length - unchanged.length;
    return describeUndone(changed.length, left, `${formatCount(left, 'note')} kept: changed since.`);
  });
};

export const copyForTicket = (board: Board, ids: readonly string[]): void => {
  const calls = board.store.find(ids);
  const { text, count } = formatTickets(calls, location.origin);
  const part = count < calls.length ? `${formatNumber(count)} of ` : '';
  void copyText(
    text,
    calls.length === 1 ? 'Details' : `Details of ${part}${formatCount(calls.length, 'call')}`,
  );
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
  downloadCsv(table, label ? `calls-${label}` : 'calls', formatCount(calls.length, 'call'));
};
