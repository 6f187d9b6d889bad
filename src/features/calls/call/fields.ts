import { listWords } from '#src/lib/list-words.ts';
import { formatDate, formatTime, formatWhen, parseTimestamp } from '#src/lib/timestamp.ts';
import { summarizeError, isEnded, type CallView } from './call.ts';
import { isRefused } from './next-check.ts';

/** What a row is sorted by; of one type in all rows of a column. */
export type SortKey = string | number;

/** How a field stands in the table. */
type Column = {
  /** What is sorted by it; where there is nothing, the call stands with the oldest, the latest to come or without error. */
  sortKey: (view: CallView) => SortKey;
  /**
   * The key changes with every check, and rows must not move because of a tick: they are sorted by what it is at the
   * click, and a call that comes later by this one.
   */
  keyOfLater?: SortKey;
  /** The first click sorts the other way round: the newest or longest first. */
  descending?: true;
};

/**
 * A field of a call: the one place that says what it is called, how it is read, and where it appears. The table, its
 * order and filter, the detail and the exports go through these rows, each in this order. A column also has a cell in
 * table/CallRow.tsx and a width in CallTable.module.css, which says where it leaves for want of room.
 */
export type CallField = {
  key: string;
  /** In the detail, and as a heading. */
  label: string;
  /** Shown as a time of day, in the chosen zone. */
  isMoment?: true;
  /** The value as it came, without a format; undefined where there is none. */
  read: (view: CallView) => unknown;
  column?: Column;
  /** The board's filter looks for its text here, and calls the field so. */
  search?: string;
  /** Whether the detail shows it. */
  detail?: true;
  /** Its heading in the CSV export; the value must be a text or a number then. What this browser noted itself is in UTC. */
  csv?: string;
  /** Its key in the JSON export. */
  json?: string;
};

const recordOf = ({ history }: CallView) => history?.last?.record;
const iso = (epochMs: number): string => new Date(epochMs).toISOString();

const checkedAt = ({ history }: CallView) => history?.checked && iso(history.checked.at);

const historyOf = ({ history }: CallView) =>
  history?.intervals.map(({ from, until, ...interval }) => ({
    ...interval,
    from: iso(from),
    until: iso(until),
  }));

const errorOf = (view: CallView) => {
  const error = recordOf(view)?.error;
  return error === undefined ? undefined : summarizeError(error);
};

/** Why there is no record, or the call's own error, in one line. `quiet`: nothing has gone wrong. */
export const troubleText = ({ trouble }: CallView): string | undefined =>
  trouble && trouble.text + (trouble.tried ?? '');

const ROWS = [
  {
    key: 'status',
    label: 'Status',
    read: ({ statusBadge }) => statusBadge.word,
    column: { sortKey: ({ statusBadge }) => statusBadge.word.toLowerCase() },
  },
  {
    key: 'id',
    label: 'Call ID',
    read: ({ entry }) => entry.id,
    column: { sortKey: ({ entry }) => entry.id },
    search: 'ID',
    csv: 'Call ID',
    json: 'callId',
  },
  // The status again: the column stands before the ID, but the filter and the JSON export name it after the ID.
  {
    key: 'shownAs',
    label: 'Status',
    read: ({ statusBadge }) => statusBadge.word,
    search: 'status',
    json: 'shownAs',
  },
  {
    key: 'exportedStatus',
    label: 'Status',
    read: ({ state, statusBadge }) => (state.kind === 'reported' ? state.status : statusBadge.word),
    csv: 'Status',
  },
  {
    key: 'started',
    label: 'Started',
    isMoment: true,
    read: (view) => recordOf(view)?.startTime,
    // A call that has not named its start takes its place by when it was added, those of one moment in their order.
    column: {
      sortKey: ({ started, entry }) => started ?? Math.floor(entry.addedAt),
      descending: true,
    },
    detail: true,
    csv: 'Started',
  },
  {
    key: 'ended',
    label: 'Ended',
    isMoment: true,
    read: (view) => recordOf(view)?.endTime,
    column: { sortKey: ({ ended }) => ended ?? -Infinity, descending: true },
    detail: true,
    csv: 'Ended',
  },
  {
    key: 'duration',
    label: 'Duration',
    read: (view) => recordOf(view)?.duration,
    column: {
      sortKey: (view) => recordOf(view)?.duration ?? -Infinity,
      keyOfLater: -Infinity,
      descending: true,
    },
    detail: true,
    csv: 'Duration in seconds',
  },
  { key: 'exportedError', label: 'Error', read: errorOf, csv: 'Error' },
  { key: 'record', label: 'Record', read: recordOf, json: 'record' },
  {
    key: 'exportedCheck',
    label: 'Last checked',
    read: checkedAt,
    csv: 'Last checked (UTC)',
    json: 'lastChecked',
  },
  {
    key: 'added',
    label: 'Added',
    read: ({ entry }) => iso(entry.addedAt),
    csv: 'Added (UTC)',
    json: 'added',
  },
  {
    key: 'checks',
    label: 'Checks',
    read: ({ history }) => history?.checks ?? 0,
    json: 'checks',
  },
  { key: 'history', label: 'Status history', read: historyOf, json: 'history' },
  { key: 'lastCheck', label: 'Last check', read: checkedAt, detail: true },
  {
    key: 'checked',
    label: 'Checked',
    isMoment: true,
    read: checkedAt,
    column: {
      sortKey: ({ history }) => history?.checked?.mono ?? -Infinity,
      keyOfLater: -Infinity,
      descending: true,
    },
  },
  {
    key: 'next',
    label: 'Next check',
    read: ({ due }) => due,
    column: { sortKey: ({ due }) => due ?? Infinity, keyOfLater: Infinity },
    detail: true,
  },
  {
    key: 'error',
    label: 'Error',
    read: troubleText,
    column: { sortKey: ({ trouble }) => trouble?.text.toLowerCase() ?? '\uFFFF' },
    search: 'error',
  },
  {
    key: 'note',
    label: 'Note',
    read: ({ entry }) => entry.note,
    column: { sortKey: ({ entry }) => entry.note?.toLowerCase() ?? '\uFFFF' },
    search: 'note',
    detail: true,
    csv: 'Note',
    json: 'note',
  },
] as const satisfies readonly CallField[];

type Row = (typeof ROWS)[number];
export type FieldKey = Row['key'];
export type ColumnKey = Extract<Row, { column: unknown }>['key'];

export const CALL_FIELDS: readonly (CallField & { key: FieldKey })[] = ROWS;

/** The columns of the table, from left to right. */
export const COLUMNS: readonly (CallField & { key: ColumnKey; column: Column })[] = ROWS.filter(
  (row) => 'column' in row,
);

/** The value of a field where it is a text or a number. */
export const readPlainValue = ({ read }: CallField, view: CallView): string | number | undefined => {
  const value = read(view);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
};

const SEARCHED = CALL_FIELDS.filter(({ search }) => search !== undefined);

/** The searched fields by name: "ID, status or error". */
export const SEARCHED_WORDS = listWords(
  SEARCHED.flatMap(({ search }) => search ?? []),
  'or',
);

/** Whether a text, in lower case, stands in one of the fields that are searched. */
export const matchesText = (view: CallView, text: string): boolean =>
  SEARCHED.some((field) =>
    String(readPlainValue(field, view) ?? '')
      .toLowerCase()
      .includes(text),
  );

/** A timestamp in short, with the value as it came. Undefined where the service reported none. */
export const formatShortTime = (
  value: string | number | undefined,
  nowEpoch: number = Date.now(),
): { text: string; title: string } | undefined => {
  const time = parseTimestamp(value);
  switch (time.kind) {
    case 'absent':
      return undefined;
    case 'instant': {
      const isToday = formatDate(time.epochMs) === formatDate(nowEpoch);
      return {
        text: isToday ? formatTime(time.epochMs) : formatWhen(time.epochMs, nowEpoch),
        title: time.raw,
      };
    }
    case 'local':
      return { text: time.text.split(/[T ]/)[1] ?? time.text, title: `${time.text}, zone not stated` };
    case 'raw':
      return { text: time.text, title: time.text };
  }
};

/** What stands in the column "Next check" where no time can be named. */
export const describeNoNextCheck = (view: CallView): string => {
  const { entry, state } = view;
  if (isEnded(view)) return '–';
  if (entry.paused) return 'Paused';
  return state.kind === 'failing' && state.failure.problem && isRefused(state.failure.problem)
    ? 'Stopped'
    : '–';
};
