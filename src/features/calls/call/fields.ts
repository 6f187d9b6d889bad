import type { CallView } from './derived.ts';
import { errorSummary, problemSummary } from './summaries.ts';

/**
 * A field of a call: the one place that says what it is called, how it is read, and where it appears. The filter, the
 * detail and the exports go through these rows, each in this order.
 */
export type CallField = {
  key: string;
  /** In the detail, and as a heading. */
  label: string;
  /** The value as it came, without a format; undefined where there is none. */
  read: (view: CallView) => unknown;
  /** The board's filter looks for its text here. */
  search?: true;
  /** When the detail shows it: always, or only once there is a record, or only until then. */
  detail?: 'always' | 'recorded' | 'unrecorded';
  /** Its heading in the CSV export; the value must be a text or a number then. */
  csv?: string;
  /** Its key in the JSON export. */
  json?: string;
};

const recordOf = ({ seen }: CallView) => seen?.last?.record;
const iso = (epochMs: number): string => new Date(epochMs).toISOString();

const checkedAt = ({ seen }: CallView) => seen?.checked && iso(seen.checked.at);

const historyOf = ({ seen }: CallView) =>
  seen?.runs.map(({ from, until, ...run }) => ({ ...run, from: iso(from), until: iso(until) }));

const errorOf = (view: CallView) => {
  const error = recordOf(view)?.error;
  return error === undefined ? undefined : errorSummary(error);
};

const ROWS = [
  {
    key: 'id',
    label: 'Call ID',
    read: ({ entry }) => entry.id,
    search: true,
    csv: 'Call ID',
    json: 'callId',
  },
  {
    key: 'status',
    label: 'Status',
    read: ({ statusBadge }) => statusBadge.word,
    search: true,
    json: 'shownAs',
  },
  {
    key: 'reported',
    label: 'Status',
    read: ({ state, statusBadge }) => (state.kind === 'reported' ? state.status : statusBadge.word),
    csv: 'Status',
  },
  {
    key: 'started',
    label: 'Started',
    read: (view) => recordOf(view)?.startTime,
    detail: 'recorded',
    csv: 'Started',
  },
  {
    key: 'ended',
    label: 'Ended',
    read: (view) => recordOf(view)?.endTime,
    detail: 'recorded',
    csv: 'Ended',
  },
  {
    key: 'duration',
    label: 'Duration',
    read: (view) => recordOf(view)?.duration,
    detail: 'recorded',
    csv: 'Duration in seconds',
  },
  { key: 'problem', label: 'Error', read: (view) => problemSummary(view)?.text, search: true },
  { key: 'error', label: 'Error', read: errorOf, csv: 'Error' },
  { key: 'record', label: 'Record', read: recordOf, json: 'record' },
  { key: 'checkedAt', label: 'Last checked', read: checkedAt, csv: 'Last checked', json: 'lastChecked' },
  {
    key: 'added',
    label: 'Added',
    read: ({ entry }) => iso(entry.addedAt),
    detail: 'unrecorded',
    csv: 'Added',
    json: 'added',
  },
  {
    key: 'checks',
    label: 'Checks',
    read: ({ seen }) => seen?.checks ?? 0,
    detail: 'unrecorded',
    json: 'checks',
  },
  { key: 'history', label: 'Status history', read: historyOf, json: 'seen' },
  { key: 'lastCheck', label: 'Last check', read: checkedAt, detail: 'always' },
  { key: 'nextCheck', label: 'Next check', read: ({ due }) => due, detail: 'always' },
] as const satisfies readonly CallField[];

export type FieldKey = (typeof ROWS)[number]['key'];

export const CALL_FIELDS: readonly (CallField & { key: FieldKey })[] = ROWS;

/** The value of a field where it is a text or a number. */
export const plainValue = ({ read }: CallField, view: CallView): string | number | undefined => {
  const value = read(view);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
};

const SEARCHED = CALL_FIELDS.filter(({ search }) => search);

/** Whether a text, in lower case, stands in one of the fields that are searched. */
export const hasText = (view: CallView, text: string): boolean =>
  SEARCHED.some((field) =>
    String(plainValue(field, view) ?? '')
      .toLowerCase()
      .includes(text),
  );
