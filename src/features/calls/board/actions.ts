import { formatBoardLink, takeCallsThatFit } from '#src/features/calls/call/address.ts';
import { isEnded } from '#src/features/calls/call/call.ts';
import { CALL_FIELDS, readPlainValue } from '#src/features/calls/call/fields.ts';
import { DEFAULT_LIST, describeOtherLists, isInList, labelList } from '#src/features/calls/call/list-name.ts';
import { formatTickets } from '#src/features/calls/call/ticket.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { omitEmptyColumn, type CsvCell } from '#src/lib/csv.ts';
import { copyText, offerUndo, showToast } from '#src/ui/alerts/toasts.ts';
import { downloadCsv } from '#src/ui/download.ts';
import type { Board } from './board.ts';
import { focusTableIfLost } from './focus-row.ts';
import { getViewSearch } from './view.ts';

/** Of several, leaves out those that ended. */
export const checkNow = ({ store, poller }: Board, ids: readonly string[]): void => {
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return void poller.checkNow(only);
  poller.checkSoon(ids);
  if (store.find(ids).every(isEnded)) showToast({ tone: 'plain', text: 'Not checked: all have ended' });
};

/** Settles with the check. */
export const checkMostOverdue = async ({ store, poller }: Board): Promise<void> => {
  const planned = [...store.calls()].filter(({ due }) => due !== undefined);
  const [first] = planned.toSorted((a, b) => (a.due ?? 0) - (b.due ?? 0));
  if (first) await poller.checkNow(first.entry.id);
};

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
  if (length > 0) offerUndo(text, undo);
  else showToast({ tone: 'plain', text });
};

export const moveToList = (board: Board, ids: readonly string[], list: string): void => {
  const before = groupBy(board.store.find(ids), ({ entry }) => entry.list ?? DEFAULT_LIST);
  board.store.moveToList(ids, list);
  offerUndo(`Moved ${formatCount(ids.length, 'call')} to “${labelList(list)}”`, () => {
    const stillThere = new Set(board.store.idsIn(list));
    for (const [name, calls] of before)
      board.store.moveToList(
        calls.map(({ entry }) => entry.id).filter((id) => stillThere.has(id)),
        name,
      );
    const left = ids.filter((id) => !stillThere.has(id)).length;
    return describeUndone(ids.length, left, `${formatCount(left, 'call')} stayed: moved or removed since.`);
  });
};

/** Of calls that were added to a list: moves those that are in other lists. */
export const offerMove = (board: Board, already: readonly string[], list: string): void => {
  const calls = board.store.find(already);
  const ids = calls.filter(({ entry }) => !isInList(entry, list)).map(({ entry }) => entry.id);
  const text = describeOtherLists(calls, list);
  const action = { label: `Move to “${labelList(list)}”`, run: () => moveToList(board, ids, list) };
  if (text) showToast({ tone: 'plain', text, action });
};

/** A list with a name stays until it is deleted. */
export const keepList = ({ settings }: Board, name: string): void => {
  const { lists = [] } = settings.getState();
  if (name !== DEFAULT_LIST && !lists.includes(name)) settings.change({ lists: [...lists, name] });
};

export const hasList = ({ settings, store }: Board, name: string): boolean =>
  settings.getState().lists?.includes(name) === true || store.idsIn(name).length > 0;

export const renameList = ({ settings, store }: Board, from: string, to: string): void => {
  const { lists = [] } = settings.getState();
  settings.change({ lists: [...lists.filter((name) => name !== from), to] });
  store.moveToList(store.idsIn(from), to);
};

export const deleteList = (board: Board, name: string): void => {
  const lists = board.settings.getState().lists?.filter((each) => each !== name);
  board.settings.change({ lists: lists?.length === 0 ? undefined : lists });
  offerUndo(`Deleted the list “${name}”`, () => keepList(board, name));
};

export const markAsSeen = ({ store }: Board, ids: readonly string[]): void => {
  store.setFailureSeen(ids, true);
  offerUndo(`${formatCount(ids.length, 'failure')} marked as seen`, () => store.setFailureSeen(ids, false));
};

/** "" deletes the notes. `began`: the note that an edit of one call began with. */
export const saveNote = ({ store }: Board, ids: readonly string[], text: string, began?: string): void => {
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
  offerUndo(`Note of ${of} ${saved === undefined ? 'deleted' : 'saved'}${over}`, () => {
    // A later note is never lost, also one of another tab.
    const unchanged = changed.filter(({ id }) => readNote(id) === saved);
    store.restoreNotes(unchanged);
    const left = changed.length - unchanged.length;
    return describeUndone(changed.length, left, `${formatCount(left, 'note')} kept: changed since.`);
  });
};

/** `Link with 3 calls`, or `Link with 2 of 3 calls` if not all fit. */
const describeCopied = (what: string, count: number, all: number): string => {
  if (all === 1) return what;
  return `${what} ${what === 'Link' ? 'with' : 'of'} ${count < all ? `${formatNumber(count)} of ` : ''}${formatCount(all, 'call')}`;
};

export const selectLinkedCalls = (ids: readonly string[]): readonly string[] =>
  takeCallsThatFit(location.origin, ids, getViewSearch());

export const copyLink = (ids: readonly string[]): void => {
  const linked = selectLinkedCalls(ids);
  const link = formatBoardLink(location.origin, linked, getViewSearch(), ids.length);
  void copyText(link, describeCopied('Link', linked.length, ids.length));
};

export const copyForTicket = (board: Board, ids: readonly string[]): void => {
  const calls = board.store.find(ids);
  const { text, count } = formatTickets(calls, location.origin);
  void copyText(text, describeCopied('Details', count, calls.length));
};

export const copyIds = (ids: readonly string[]): void =>
  void copyText(ids.join('\n'), ids.length === 1 ? 'ID' : `${formatNumber(ids.length)} IDs`);

export const exportCalls = (board: Board, ids: readonly string[]): void => {
  const fields = CALL_FIELDS.filter(({ csv }) => csv !== undefined);
  const calls = board.store.find(ids);
  const rows = calls.map((call) => fields.map((field) => readPlainValue(field, call)));
  const table = fields.reduce<CsvCell[][]>(
    (all, { csv, omitIfEmpty }) => (csv !== undefined && omitIfEmpty ? omitEmptyColumn(all, csv) : all),
    [fields.map(({ csv }) => csv), ...rows],
  );
  const { list } = calls[0]?.entry ?? {};
  downloadCsv(table, list ? `calls-${list}` : 'calls', formatCount(calls.length, 'call'));
};
