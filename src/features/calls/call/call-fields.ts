import { MAX_SECONDS } from '#src/lib/duration.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { fold } from '#src/lib/fold.ts';
import {
  formatIsoDay,
  formatMoment,
  formatTimeTitle,
  formatUtc,
  type Timestamp,
} from '#src/lib/timestamp.ts';
import { measureOngoing, summarizeError, type CallView, type WatchedCall } from './call.ts';
import { EXTRAS } from './extras.ts';

export type SortKey = string | number;

type Column = {
  /** All of one type: strings or numbers. `seconds`: the duration that the table shows. */
  sortKey: (call: CallView, seconds?: number) => SortKey;
  /** Present if the key changes with time. Rows must not move then: they keep the key they had when the column was clicked. */
  sortKeyOfNewCalls?: SortKey;
  /** The first click sorts the newest or longest first. */
  descending?: true;
};

/** The table, the filter, the detail and the exports show these fields in the order of their rows. */
type CallField = {
  key: string;
  label: string;
  /** Shown as a time of day. */
  time?: (call: CallView) => Timestamp;
  /** The value without a format. */
  read: (call: CallView) => unknown;
  column?: Column;
  /** The text filter searches the field. */
  search?: true;
  /** `filled`: left out of the detail if it has no value. */
  detail?: 'always' | 'filled';
  /** Its heading in the CSV export and its label in a ticket; for texts and numbers. */
  csv?: string;
  /** Left out of a CSV in which no call has a value. */
  omitIfEmpty?: true;
};

const getRecord = ({ history }: CallView) => history?.last?.record;

const formatReadable = (time: Timestamp) => (time.kind === 'instant' ? formatUtc(time.epochMs) : undefined);

const readUnreadable = (time: Timestamp) =>
  time.kind === 'local' || time.kind === 'raw' ? time.text : undefined;

/** Of the last answer with a status, or else of the last try, as the table has it. */
const readCheckedAt = ({ history }: CallView) => {
  const tried = history?.last ?? history?.checked;
  return tried && formatUtc(tried.at);
};

/** Of the last check, if it was answered. */
const readRequestId = ({ history }: CallView) =>
  history?.checked?.status === undefined ? undefined : history.answer?.requestId;

/**
 * As shown. Calls that show no duration, or 0, are ranked by how long they have been going on: stuck ones among the others,
 * so that the longest stuck is first, all others below.
 */
const rankDuration = (call: CallView, seconds = -Infinity): number => {
  const ongoing = seconds > 0 ? undefined : measureOngoing(call);
  if (ongoing === undefined) return seconds;
  return ongoing / 1000 / (call.stuckAt === undefined ? MAX_SECONDS : 1);
};

/** The smallest difference between two of today's times: fractions of a millisecond keep the order in storage. */
const ORDER_STEP_MS = 2 ** -12;

/** Longer than 10,000 steps. */
const BATCH_MS = 4;

/** The same for all calls that were added together. */
const getBatch = ({ addedAt }: WatchedCall): number => Math.floor(addedAt / BATCH_MS) * BATCH_MS;

/** How many calls of its batch were added before it. */
const getPlaceInBatch = (entry: WatchedCall): number => (entry.addedAt - getBatch(entry)) / ORDER_STEP_MS;

export const computeAddedAt = (now: number, index: number): number =>
  Math.floor(now / BATCH_MS) * BATCH_MS + index * ORDER_STEP_MS;

/** So many calls of a batch wait above the others for their first answer. More would hide the answers for minutes. */
const MAX_WAITING_ABOVE = 20;

/** A call without a start is sorted by when it was added. */
const measureStart = ({ startedAt, group, entry }: CallView): number => {
  if (startedAt !== undefined) return startedAt;
  const waitsBelow = group === 'first' && getPlaceInBatch(entry) >= MAX_WAITING_ABOVE;
  return waitsBelow ? -Infinity : getBatch(entry);
};

const readError = (call: CallView) => {
  const error = getRecord(call)?.error;
  return error === undefined ? undefined : summarizeError(error);
};

const FIELDS = [
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
    search: true,
    csv: 'Call ID',
  },
  // A row of its own, since the filter has the status after the ID.
  { key: 'shownAs', label: 'Status', read: ({ statusBadge }) => statusBadge.word, search: true },
  {
    key: 'exportedStatus',
    label: 'Status',
    read: (call) => getRecord(call)?.status,
    csv: 'Status',
  },
  {
    key: 'failedCheck',
    label: 'Check failed',
    read: ({ failedCheck }) => failedCheck,
    csv: 'Check failed',
  },
  {
    key: 'started',
    label: 'Started',
    time: ({ started }) => started,
    read: ({ started }) => formatReadable(started),
    column: { sortKey: measureStart, descending: true },
    detail: 'always',
    csv: 'Started (UTC)',
  },
  {
    key: 'startedText',
    label: 'Started',
    read: ({ started }) => readUnreadable(started),
    csv: 'Started, as received',
    omitIfEmpty: true,
  },
  {
    key: 'ended',
    label: 'Ended',
    time: ({ ended }) => ended,
    read: ({ ended }) => formatReadable(ended),
    column: { sortKey: ({ endedAt }) => endedAt ?? -Infinity, descending: true },
    detail: 'always',
    csv: 'Ended (UTC)',
  },
  {
    key: 'endedText',
    label: 'Ended',
    read: ({ ended }) => readUnreadable(ended),
    csv: 'Ended, as received',
    omitIfEmpty: true,
  },
  {
    key: 'duration',
    label: 'Duration',
    read: (call) => getRecord(call)?.duration,
    column: {
      sortKey: rankDuration,
      sortKeyOfNewCalls: -Infinity,
      descending: true,
    },
    detail: 'always',
    csv: 'Duration in seconds',
  },
  { key: 'exportedError', label: 'Error', read: readError, csv: 'Error' },
  {
    key: 'lastCheck',
    label: 'Checked',
    read: readCheckedAt,
    detail: 'always',
    csv: 'Last checked (UTC)',
  },
  { key: 'added', label: 'Added', read: ({ entry }) => formatUtc(entry.addedAt), csv: 'Added (UTC)' },
  {
    key: 'requestId',
    label: 'Request ID',
    read: readRequestId,
    detail: 'filled',
    csv: 'Request ID',
    omitIfEmpty: true,
  },
  {
    key: 'checked',
    label: 'Checked',
    read: readCheckedAt,
    column: {
      sortKey: ({ history }) => (history?.last ?? history?.checked)?.mono ?? -Infinity,
      sortKeyOfNewCalls: -Infinity,
      descending: true,
    },
  },
  {
    key: 'error',
    label: 'Error',
    read: ({ errorText }) => errorText,
    column: { sortKey: ({ errorText }) => errorText?.toLowerCase() ?? '\uFFFF' },
    search: true,
  },
  {
    key: 'note',
    label: 'Note',
    read: ({ entry }) => EXTRAS.note.format(entry),
    column: { sortKey: ({ entry }) => entry.note?.toLowerCase() ?? '\uFFFF' },
    search: true,
    detail: 'always',
    csv: EXTRAS.note.csv,
  },
  {
    key: 'labels',
    label: 'Labels',
    read: ({ entry }) => EXTRAS.labels.format(entry),
    search: true,
    detail: 'filled',
    csv: EXTRAS.labels.csv,
  },
  {
    key: 'seen',
    label: 'Failure seen',
    read: ({ entry }) => EXTRAS.failureSeen.format(entry),
    csv: EXTRAS.failureSeen.csv,
    omitIfEmpty: true,
  },
] as const satisfies readonly CallField[];

export type FieldKey = (typeof FIELDS)[number]['key'];

export type ColumnKey = Extract<(typeof FIELDS)[number], { column: unknown }>['key'];

export const CALL_FIELDS: readonly (CallField & { key: FieldKey })[] = FIELDS;

export const COLUMNS: readonly (CallField & { key: ColumnKey; column: Column })[] = FIELDS.filter(
  (row) => 'column' in row,
);

export const readPlainValue = ({ read }: CallField, call: CallView): string | number | undefined => {
  const value = read(call);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
};

const SEARCHED = CALL_FIELDS.filter(({ search }) => search);

/** Fewer digits are found by chance. */
const MIN_DIGITS = 6;

/** Without the code of a country, which has 1 to 3 digits. */
const MIN_NATIONAL_DIGITS = 7;

/** `+44 (0)7700` as `+447700`. */
const joinDigits = (text: string): string => text.replaceAll(/\(0\)|[\s()./\p{Pd}]/gu, '');

/** No other number begins with 0 or + and is as long. */
export const isPhoneNumber = (text: string): boolean => /^(?:\+\d+|0\d{9,16})$/.test(joinDigits(fold(text)));

/** Finds a phone number with or without its prefix, whatever is between its digits. Undefined if the text is none. */
const createPhoneTest = (text: string): ((value: string) => boolean) | undefined => {
  const digits = joinDigits(text);
  if (!/^\+?\d+$/.test(digits) || digits.length < MIN_DIGITS) return undefined;
  const number = digits.replace(/^\+?0*/, '');
  const needle = number.length < MIN_DIGITS ? digits : number;
  const most = /^(?:\+|00)/.test(digits) ? Math.min(3, number.length - MIN_NATIONAL_DIGITS) : 0;
  const national = Array.from({ length: Math.max(0, most) }, (_, at) => number.slice(at + 1));
  // After another digit, it is the end of another number.
  const starts = national.length > 0 ? new RegExp(`(?:^|\\D|0)(?:${national.join('|')})`) : undefined;
  return (value) => {
    const joined = joinDigits(value);
    return joined.includes(needle) || starts?.test(joined) === true;
  };
};

/** In characters, since mail and chat programs cut long links. */
export const MAX_FILTER_LENGTH = 200;

/** The text that finds the calls with exactly this error. */
export const formatErrorFilter = (error: string): string => cutText(`=${error}`, MAX_FILTER_LENGTH).trim();

/** Also a phone number in another form. With `=` before it, an error as a whole. */
export const createTextTest = (text: string): ((call: CallView) => boolean) => {
  const needle = fold(text.trim());
  if (needle === '') return () => true;
  const testPhone = createPhoneTest(needle);
  return (call) =>
    (text.startsWith('=') && call.errorText !== undefined && formatErrorFilter(call.errorText) === text) ||
    SEARCHED.some((field) => {
      const value = fold(String(readPlainValue(field, call) ?? ''));
      return value.includes(needle) || (field.key !== 'id' && testPhone?.(value) === true);
    });
};

const shortenLocalTime = (text: string, nowEpoch: number): string => {
  const [day = '', time = ''] = text.split(/[T ]/);
  return day === formatIsoDay(nowEpoch) && time !== '' ? time : `${day} ${time}`.trim();
};

export const formatReceivedTitle = ({ epochMs, raw }: Timestamp & { kind: 'instant' }): string =>
  `${formatTimeTitle(epochMs)}, as received: ${raw}`;

export const formatShortTime = (
  time: Timestamp,
  nowEpoch: number,
): { text: string; title: string } | undefined => {
  switch (time.kind) {
    case 'absent':
      return undefined;
    case 'instant':
      return {
        text: formatMoment(time.epochMs, nowEpoch),
        title: formatReceivedTitle(time),
      };
    case 'local':
      return { text: shortenLocalTime(time.text, nowEpoch), title: `${time.text}, zone not stated` };
    case 'raw':
      return { text: time.text, title: time.text };
  }
};
