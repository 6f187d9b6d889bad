import { formatMinute } from '#src/lib/timestamp.ts';
import type { CallView } from './call.ts';
import { listStatusChanges } from './history.ts';

const HOUR_MS = 3_600_000;

/** Of its status, its end, or its getting stuck, in epoch milliseconds as this browser saw it. */
const getLastChange = ({ history, stuckAt = -Infinity }: CallView): number | undefined => {
  if (!history) return undefined;
  const statusAt = listStatusChanges(history).at(-1)?.from ?? -Infinity;
  return Math.max(statusAt, history.endedSeenAt ?? -Infinity, stuckAt);
};

const TIMES = {
  started: { label: 'Started', read: ({ startedAt }: CallView) => startedAt },
  changed: { label: 'Changed', read: getLastChange },
} as const;

export type TimeField = keyof typeof TIMES;

/** Part of addresses: a preset, or two moments in UTC, as `changed-20261128T091200Z..20261128T100000Z`. One may be missing. */
export type TimeKey = `${TimeField}-${string}`;

/** In epoch milliseconds, both included. */
type TimeRange = { field: TimeField; from?: number | undefined; until?: number | undefined };

const getHourAgo = (now: number): number => now - HOUR_MS;
const getStartOfDay = (now: number): number => new Date(now).setHours(0, 0, 0, 0);

export const TIME_PRESETS = [
  { key: 'started-hour', label: 'Started in the last hour', field: 'started', since: getHourAgo },
  { key: 'started-today', label: 'Started today', field: 'started', since: getStartOfDay },
  { key: 'changed-hour', label: 'Changed in the last hour', field: 'changed', since: getHourAgo },
  { key: 'changed-today', label: 'Changed today', field: 'changed', since: getStartOfDay },
] as const;

const MOMENT = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

const formatKeyMoment = (epochMs: number | undefined): string =>
  epochMs === undefined ? '' : new Date(epochMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');

const readMoment = (text: string): number | undefined => {
  const epochMs = Date.parse(text.replace(MOMENT, '$1-$2-$3T$4:$5:$6Z'));
  return Number.isNaN(epochMs) ? undefined : epochMs;
};

/** Seconds are rounded down. */
export const formatTimeRange = ({ field, from, until }: TimeRange): TimeKey =>
  `${field}-${formatKeyMoment(from)}..${formatKeyMoment(until)}`;

/** Undefined for a preset, and for what is no range. */
export const readTimeRange = (key: string): TimeRange | undefined => {
  const [, field, start = '', end = ''] = /^(started|changed)-(\w*)\.\.(\w*)$/.exec(key) ?? [];
  if (field !== 'started' && field !== 'changed') return undefined;
  const range = { field, from: readMoment(start), until: readMoment(end) } as const;
  const { from = -Infinity, until = Infinity } = range;
  const isRange = start + end !== '' && from <= until && formatTimeRange(range) === key;
  return isRange ? range : undefined;
};

const findPreset = (key: string) => TIME_PRESETS.find((preset) => preset.key === key);

/** "" if it can't be read. */
export const readTimeKey = (text: string): TimeKey | '' => {
  const range = readTimeRange(text);
  return findPreset(text)?.key ?? (range ? formatTimeRange(range) : '');
};

/** `Changed since 09:12` */
export const labelTime = (key: TimeKey | '', now = Date.now()): string => {
  const range = readTimeRange(key);
  if (!range) return findPreset(key)?.label ?? '';
  const { field, from, until } = range;
  const { label } = TIMES[field];
  if (from === undefined) return `${label} until ${formatMinute(until ?? now, now)}`;
  if (until === undefined) return `${label} since ${formatMinute(from, now)}`;
  return `${label} ${formatMinute(from, now)} to ${formatMinute(until, from)}`;
};

/** A call without that time passes no time filter. */
export const createTimeTest = (key: TimeKey | '', now: number): ((call: CallView) => boolean) => {
  const preset = findPreset(key);
  const range = preset ? { field: preset.field, from: preset.since(now) } : readTimeRange(key);
  if (!range) return () => true;
  const { field, from = -Infinity, until = Infinity }: TimeRange = range;
  return (call) => {
    const at = TIMES[field].read(call) ?? Number.NaN;
    return at >= from && at <= until && at !== -Infinity;
  };
};
