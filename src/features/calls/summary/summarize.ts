import { findPart, type CallGroup, type CallPart, type CallView } from '#src/features/calls/call/call.ts';
import { describeFailure, labelFailure } from '#src/features/calls/call/history.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { MAX_SECONDS } from '#src/lib/duration.ts';
import { zoneOffsetMs } from '#src/lib/timestamp.ts';
import type { StatusLook } from '#src/ui/Status.tsx';

export type StatusCount = { look: StatusLook; group: CallGroup; count: number };
export type ErrorCount = { error: string; count: number };

/** Calls that ended within one bin. `from` is in epoch milliseconds. */
export type EndBin = { from: number; ended: number; completed: number; failed: number };

export type Summary = {
  total: number;
  /** Each call is in one of them. */
  statuses: Readonly<Record<CallPart, readonly StatusCount[]>>;
  /** All that ended or failed. */
  ended: number;
  failed: number;
  /** Of failed calls, the most frequent first. */
  errors: readonly ErrorCount[];
  /** In seconds, of ended calls with a duration. */
  durations: { count: number; median: number; percentile95: number } | undefined;
  ends: { binMinutes: number; bins: readonly EndBin[] } | undefined;
};

const ORDER: Record<CallGroup, number> = {
  ok: 0,
  bad: 1,
  live: 2,
  other: 3,
  problems: 4,
  'not-found': 5,
  first: 6,
};

const lookOf = ({ state, statusBadge }: CallView): StatusLook =>
  state.kind === 'failing'
    ? { tone: statusBadge.tone, word: labelFailure(describeFailure(state.failure)) }
    : statusBadge;

const listStatuses = (calls: readonly CallView[] = []): StatusCount[] =>
  [...groupBy(calls, (call) => lookOf(call).word).values()]
    .flatMap(([first, ...others]) =>
      first ? { look: lookOf(first), group: first.group, count: 1 + others.length } : [],
    )
    .toSorted((a, b) => ORDER[a.group] - ORDER[b.group] || b.count - a.count);

const NO_ERROR = 'No error reported';

const countErrors = (failed: readonly CallView[]): ErrorCount[] =>
  [...groupBy(failed, ({ errorText = NO_ERROR }) => errorText)]
    .map(([error, { length }]) => ({ error, count: length }))
    .toSorted((a, b) => b.count - a.count);

/** Between two values if none is at that place. `share` is from 0 to 1. */
const findPercentile = (sorted: readonly number[], share: number): number => {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
};

const measureDurations = (ended: readonly CallView[]): Summary['durations'] => {
  const sorted = ended
    .flatMap(({ history }) => history?.last?.record.duration ?? [])
    .filter((seconds) => seconds >= 0 && seconds <= MAX_SECONDS)
    .toSorted((a, b) => a - b);
  if (sorted.length === 0) return undefined;
  return {
    count: sorted.length,
    median: findPercentile(sorted, 0.5),
    percentile95: findPercentile(sorted, 0.95),
  };
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MINUTES = 1440;
const BIN_HOURS = [1, 2, 3, 6, 12, ...[1, 2, 7, 14, 28].map((days) => 24 * days)];
const BIN_MINUTES = [1, 2, 5, 10, 15, 30, ...BIN_HOURS.map((hours) => 60 * hours)];
const MAX_BINS = 15;

/** As reported, unless that is a placeholder: more than a year ago, or in the future. */
const findEnd = ({ endedAt, history }: CallView, now: number): number | undefined => {
  const isPlausible = endedAt !== undefined && endedAt > now - 1000 * MAX_SECONDS && endedAt < now + HOUR_MS;
  return isPlausible ? endedAt : history?.endedSeenAt;
};

const countEnds = (ended: readonly CallView[], now: number): Summary['ends'] => {
  const ends = ended.flatMap((call) => {
    const at = findEnd(call, now);
    return at === undefined ? [] : [{ at, group: call.group }];
  });
  if (ends.length === 0) return undefined;
  const first = ends.reduce((least, { at }) => Math.min(least, at), Infinity);
  const last = ends.reduce((most, { at }) => Math.max(most, at), -Infinity);
  const offset = zoneOffsetMs(last);
  const findBin = (at: number, minutes: number) => Math.floor((at + offset) / (minutes * MINUTE_MS));
  const fits = (minutes: number) => findBin(last, minutes) - findBin(first, minutes) < MAX_BINS;
  const days = Math.ceil((last - first) / (DAY_MINUTES * MINUTE_MS * (MAX_BINS - 1)));
  const binMinutes = BIN_MINUTES.find(fits) ?? days * DAY_MINUTES;
  const start = findBin(first, binMinutes);
  const bins = Array.from({ length: findBin(last, binMinutes) - start + 1 }, (_, at): EndBin => {
    const from = (start + at) * binMinutes * MINUTE_MS - offset;
    return { from, ended: 0, completed: 0, failed: 0 };
  });
  for (const { at, group } of ends) {
    const bin = bins[findBin(at, binMinutes) - start];
    if (!bin) continue;
    bin.ended += 1;
    if (group === 'ok') bin.completed += 1;
    if (group === 'bad') bin.failed += 1;
  }
  return { binMinutes, bins };
};

/** `now` is in epoch milliseconds. */
export const summarize = (calls: readonly CallView[], now: number): Summary => {
  const parts = groupBy(calls, findPart);
  const ended = parts.get('ended') ?? [];
  const failed = ended.filter(({ group }) => group === 'bad');
  return {
    total: calls.length,
    statuses: {
      ended: listStatuses(ended),
      going: listStatuses(parts.get('going')),
      unconfirmed: listStatuses(parts.get('unconfirmed')),
    },
    ended: ended.length,
    failed: failed.length,
    errors: countErrors(failed),
    durations: measureDurations(ended),
    ends: countEnds(ended, now),
  };
};
