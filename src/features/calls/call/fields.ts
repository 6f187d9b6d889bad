import { listWords } from '#src/lib/list-words.ts';
import { formatDate, formatTime, formatWhen, parseTimestamp } from '#src/lib/timestamp.ts';
import { summarizeError, isEnded, type CallView } from './call.ts';
import { isRefused } from './next-check.ts';

export type SortKey = string | number;

type Column = {
  /** Of one type in all rows of a column. */
  sortKey: (view: CallView) => SortKey;
  /** The key changes with every check, but rows must not move then: they keep the key of the click, later calls have this one. */
  keyOfLater?: SortKey;
  /** The first click sorts the newest or longest first. */
  descending?: true;
};

/** A field of a call. The table, the filter, the detail and the exports show these rows, each in this order. */
export type CallField = {
  key: string;
  label: string;
  /** Shown as a time of day, in the chosen zone. */
  isMoment?: true;
  /** The value without a format. */
  read: (view: CallView) => unknown;
  column?: Column;
  /** The text filter searches the field, under this name. */
  search?: string;
  detail?: true;
  /** Its heading in the CSV export and its label in a ticket; for texts and numbers. */
  csv?: string;
  /** Its key in the JSON export. */
  json?: string;
};

const getRecord = ({ history }: CallView) => history?.last?.record;
const toIso = (epochMs: number): string => new Date(epochMs).toISOString();

const readCheckedAt = ({ history }: CallView) => history?.checked && toIso(history.checked.at);

const readIntervals = ({ history }: CallView) =>
  history?.intervals.map(({ from, until, ...interval }) => ({
    ...interval,
    from: toIso(from),
    until: toIso(until),
  }));

const readError = (view: CallView) => {
  const error = getRecord(view)?.error;
  return error === undefined ? undefined : summarizeError(error);
};

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
  // Again, since the filter and the JSON export have it after the ID.
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
    read: (view) => getRecord(view)?.startTime,
    // Without a start by the time it was added.
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
    read: (view) => getRecord(view)?.endTime,
    column: { sortKey: ({ ended }) => ended ?? -Infinity, descending: true },
    detail: true,
    csv: 'Ended',
  },
  {
    key: 'duration',
    label: 'Duration',
    read: (view) => getRecord(view)?.duration,
    column: {
      sortKey: (view) => getRecord(view)?.duration ?? -Infinity,
      keyOfLater: -Infinity,
      descending: true,
    },
    detail: true,
    csv: 'Duration in seconds',
  },
  { key: 'exportedError', label: 'Error', read: readError, csv: 'Error' },
  { key: 'record', label: 'Record', read: getRecord, json: 'record' },
  {
    key: 'exportedCheck',
    label: 'Last checked',
    read: readCheckedAt,
    csv: 'Last checked (UTC)',
    json: 'lastChecked',
  },
  {
    key: 'added',
    label: 'Added',
    read: ({ entry }) => toIso(entry.addedAt),
    csv: 'Added (UTC)',
    json: 'added',
  },
  {
    key: 'checks',
    label: 'Checks',
    read: ({ history }) => history?.checks ?? 0,
    json: 'checks',
  },
  { key: 'history', label: 'Status history', read: readIntervals, json: 'history' },
  { key: 'lastCheck', label: 'Last check', read: readCheckedAt, detail: true },
  {
    key: 'checked',
    label: 'Checked',
    isMoment: true,
    read: readCheckedAt,
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
    read: ({ errorText }) => errorText,
    column: { sortKey: ({ errorText }) => errorText?.toLowerCase() ?? '\uFFFF' },
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

export type FieldKey = (typeof ROWS)[number]['key'];
export type ColumnKey = Extract<(typeof ROWS)[number], { column: unknown }>['key'];

export const CALL_FIELDS: readonly (CallField & { key: FieldKey })[] = ROWS;

export const COLUMNS: readonly (CallField & { key: ColumnKey; column: Column })[] = ROWS.filter(
  (row) => 'column' in row,
);

export const readPlainValue = ({ read }: CallField, view: CallView): string | number | undefined => {
  const value = read(view);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
};

const SEARCHED = CALL_FIELDS.filter(({ search }) => search !== undefined);

export const SEARCHED_LABEL = listWords(
  SEARCHED.flatMap(({ search }) => search ?? []),
  'or',
);

/** `text` is in lower case. */
export const matchesText = (view: CallView, text: string): boolean =>
  SEARCHED.some((field) =>
    String(readPlainValue(field, view) ?? '')
      .toLowerCase()
      .includes(text),
  );

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

export const describeNoNextCheck = (view: CallView): string => {
  const { entry, state } = view;
  if (isEnded(view)) return '–';
  if (entry.paused) return 'Paused';
  return state.kind === 'failing' && state.failure.problem && isRefused(state.failure.problem)
    ? 'Stopped'
    : '–';
};
