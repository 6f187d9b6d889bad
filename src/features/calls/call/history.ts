import * as z from 'zod/mini';
import type { CallRead, CallRecord } from '#src/api/answer.ts';
import { PROBLEM_KINDS, type Answer, type ProblemKind } from '#src/api/outcome.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { readJson } from '#src/lib/json.ts';
import { storedObject } from '#src/storage/format.ts';

const MAX_ANSWER_LENGTH = 4096;

/** Epoch milliseconds that can be shown as a date. */
const time = z.number().check(z.gte(0), z.lte(1e14));
const count = z.number().check(z.gte(0));
const filledText = z.string().check(z.minLength(1));

const answerSchema = z.object({
  status: z.number(),
  // Its JSON is not saved, but read from the text again.
  body: z.pipe(
    z.object({ text: z.string(), truncated: z.boolean(), bytes: count, contentType: z.string() }),
    z.transform((body) => ({ ...body, json: body.truncated ? undefined : readJson(body.text) })),
  ),
  durationMs: z.number(),
  at: time,
  retryAfterMs: z.optional(z.number()),
  requestId: z.optional(z.string()),
});

const problemSchema = z.object({
  kind: z.enum(PROBLEM_KINDS),
  status: z.optional(z.number()),
  message: z.optional(z.string()),
  answer: z.optional(answerSchema),
  durationMs: z.number(),
  at: time,
});

const serviceTime = z.optional(z.union([z.string(), z.number()]));

const recordSchema: z.ZodMiniType<CallRecord> = z.object({
  status: filledText,
  duration: z.optional(z.number()),
  startTime: serviceTime,
  endTime: serviceTime,
  error: z.optional(z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())])),
} satisfies Record<keyof CallRecord, z.ZodMiniType>);

const fromUntil = { from: time, until: time };

/** Consecutive checks with the same result, in epoch milliseconds. `gap`: no check for longer than usual. */
const intervalSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), status: filledText, ...fromUntil }),
  z.object({ kind: z.literal('failure'), word: filledText, ...fromUntil }),
  z.object({ kind: z.literal('gap'), ...fromUntil }),
]);

export type StatusInterval = z.infer<typeof intervalSchema>;

/** The failed checks since the last record. Without a problem: the last answer was no call record. */
const failureSchema = z.object({ problem: z.optional(problemSchema), since: time, count });

export type Failure = z.infer<typeof failureSchema>;

/** `at`: epoch milliseconds, to show. `mono`: `performance.now()`, to count from. */
export type Moment = { at: number; mono: number };

const moment = { at: time, mono: time };

const historySchema = storedObject({
  id: filledText,
  checks: count,
  checked: z.optional(
    z.object({
      ...moment,
      durationMs: z.number(),
      status: z.optional(z.number()),
      jitter: z.optional(z.number()),
    }),
  ),
  /** The last record, kept when a later check fails. */
  last: z.optional(z.object({ ...moment, record: recordSchema })),
  /** Epoch milliseconds. */
  firstRecordAt: z.optional(time),
  /** From the first to the last record, by the monotonic clock: the other one may be set meanwhile. */
  watchedMs: z.optional(count),
  /** The last answer of any kind. */
  answer: z.optional(answerSchema),
  failure: z.optional(failureSchema),
  intervals: z.array(intervalSchema),
  /** When this browser first saw the end, in epoch milliseconds. */
  endedSeenAt: z.optional(time),
});

export type CallHistory = z.infer<typeof historySchema>;

/** `jitter`, from 0 to 1, spreads the next checks of calls that were added together. */
type Check = Moment & { read: CallRead; jitter?: number };

type HistoryRules = {
  /** A longer pause between two checks, in milliseconds, is a gap. */
  gapMs: number;
  /** `at`: when the record came, in epoch milliseconds. */
  hasEnded: (record: CallRecord, at: number) => boolean;
};

const MAX_INTERVALS = 100;

export const createHistory = (id: string): CallHistory => ({ id, checks: 0, intervals: [] });

const wasSent = (read: CallRead): boolean =>
  read.kind !== 'failed' || !['aborted', 'offline', 'session-ended'].includes(read.problem.kind);

const FAILURE_REASONS: Partial<Record<ProblemKind, string>> = {
  'not-found': 'not found (404)',
  unauthorized: 'sign-in refused (401)',
  redirect: 'redirected',
  'web-page': 'web page',
  timeout: 'timeout',
  network: 'connection failed',
  'renewal-failed': 'sign-in server failed',
};

/** Not in the words of a telephone, since it says nothing of the call. */
export const describeFailure = ({ problem }: Pick<Failure, 'problem'>): string => {
  if (!problem) return 'answer not recognised';
  return FAILURE_REASONS[problem.kind] ?? `error ${problem.status ?? ''}`.trim();
};

/** With the words of the service. */
export const quoteFailure = (failure: Pick<Failure, 'problem'>): string => {
  const { kind, message } = failure.problem ?? {};
  const reason = describeFailure(failure);
  return message === undefined || kind === 'not-found' ? reason : `${reason}, “${message}”`;
};

const isSameResult = (a: StatusInterval, b: StatusInterval): boolean => {
  if (a.kind === 'status') return b.kind === 'status' && a.status === b.status;
  return a.kind === 'failure' && b.kind === 'failure' && a.word === b.word;
};

/** `isLate`: longer than usual after the check before. */
const addInterval = (
  intervals: readonly StatusInterval[],
  interval: StatusInterval,
  isLate: boolean,
): StatusInterval[] => {
  const last = intervals.at(-1);
  if (!last) return [interval];
  // The clock may have been set back.
  const from = Math.max(interval.from, last.until);
  // A failing call is checked less often, so the time after a failure is no gap.
  const isGap = last.kind === 'status' && isLate;
  if (isSameResult(last, interval) && !isGap) return [...intervals.slice(0, -1), { ...last, until: from }];
  const gap: StatusInterval[] = isGap ? [{ kind: 'gap', from: last.until, until: from }] : [];
  return [...intervals, ...gap, { ...interval, from, until: from }].slice(-MAX_INTERVALS);
};

/** How long a call has been watched at its last record, in milliseconds. Histories of 1.0 have only times of the day. */
export const getWatchedMs = ({ watchedMs, last, firstRecordAt }: CallHistory): number =>
  watchedMs ?? Math.max(0, (last?.at ?? 0) - (firstRecordAt ?? Infinity));

/** When the last record came, in epoch milliseconds, as if no clock had been set since the first. */
export const getSteadyTime = (history: CallHistory): number =>
  (history.firstRecordAt ?? 0) + getWatchedMs(history);

const applyRecord = (
  previous: CallHistory,
  record: CallRecord,
  { at, mono }: Moment,
  hasEnded: HistoryRules['hasEnded'],
): Partial<CallHistory> => {
  const { last, firstRecordAt = at, endedSeenAt } = previous;
  return {
    last: { at, mono, record },
    firstRecordAt,
    watchedMs: last ? getWatchedMs(previous) + Math.max(0, mono - last.mono) : 0,
    ...(endedSeenAt === undefined && hasEnded(record, at) && { endedSeenAt: at }),
  };
};

/** Returns the same object if the request was not sent. */
export const addCheck = (previous: CallHistory, check: Check, rules: HistoryRules): CallHistory => {
  const { read, at, mono } = check;
  if (!wasSent(read)) return previous;
  const answer = read.kind === 'failed' ? read.problem.answer : read.answer;
  const durationMs = read.kind === 'failed' ? read.problem.durationMs : read.answer.durationMs;
  const status = answer?.status ?? (read.kind === 'failed' ? read.problem.status : undefined);
  const { failure, ...rest } = previous;
  const next: CallHistory = {
    ...rest,
    checks: previous.checks + 1,
    checked: { at, mono, durationMs, status, jitter: check.jitter },
    ...(answer && { answer }),
  };
  const isLate = mono - (previous.checked?.mono ?? mono) > rules.gapMs;
  if (read.kind === 'record') {
    const interval = { kind: 'status', status: read.record.status, from: at, until: at } as const;
    return {
      ...next,
      ...applyRecord(previous, read.record, check, rules.hasEnded),
      intervals: addInterval(previous.intervals, interval, isLate),
    };
  }
  const failed: Failure = {
    since: failure?.since ?? at,
    count: (failure?.count ?? 0) + 1,
    ...(read.kind === 'failed' && { problem: read.problem }),
  };
  const interval = { kind: 'failure', word: describeFailure(failed), from: at, until: at } as const;
  return { ...next, failure: failed, intervals: addInterval(previous.intervals, interval, isLate) };
};

type StatusChange = Extract<StatusInterval, { kind: 'status' }>;

/** Neither failed checks nor gaps between checks change a status. */
export const listStatusChanges = ({ intervals }: Pick<CallHistory, 'intervals'>): StatusChange[] =>
  intervals
    .filter((interval) => interval.kind === 'status')
    .filter(({ status }, at, all) => status !== all[at - 1]?.status);

/** `x` and `width` are in percent of the plot's width. `lane`: of its status. */
type Bar = { lane: number; x: number; width: number };
export type Plot = { lanes: string[]; bars: Bar[]; from: number; until: number };

const MIN_PLOT_MS = 1000;
const MIN_BAR_WIDTH = 1;

/**
 * A bar for each time with a known status. It lasts until the next check, unless that failed or was late; the last one lasts
 * until `until` if checks succeed. In epoch milliseconds.
 */
export const layOutPlot = (intervals: readonly StatusInterval[], until: number, isFresh: boolean): Plot => {
  const from = intervals[0]?.from ?? until;
  const end = Math.max(until, from + MIN_PLOT_MS);
  const spans = intervals.flatMap((interval, at) => {
    if (interval.kind !== 'status') return [];
    const next = intervals[at + 1] ?? (isFresh ? { kind: 'status', from: until } : undefined);
    return { ...interval, until: next?.kind === 'status' ? next.from : interval.until };
  });
  const lanes = [...new Set(spans.map(({ status }) => status))];
  const toPercent = (ms: number): number => Number(((100 * ms) / (end - from)).toFixed(4));
  const bars = spans.map((span) => ({
    lane: lanes.indexOf(span.status),
    x: Math.min(toPercent(span.from - from), 100 - MIN_BAR_WIDTH),
    width: Math.max(MIN_BAR_WIDTH, toPercent(span.until - span.from)),
  }));
  return { lanes, bars, from, until: end };
};

const now = (): Moment => ({ at: Date.now(), mono: performance.now() });

/** The history with another clock for its monotonic times. */
const convertTimes = (history: CallHistory, convert: (ms: number) => number): CallHistory => {
  const { checked, last } = history;
  return {
    ...history,
    ...(checked && { checked: { ...checked, mono: convert(checked.mono) } }),
    ...(last && { last: { ...last, mono: convert(last.mono) } }),
  };
};

const cutAnswer = (answer: Answer): Answer => {
  const { text, truncated } = answer.body;
  const isLong = text.length > MAX_ANSWER_LENGTH;
  const cut = cutText(text, MAX_ANSWER_LENGTH);
  return { ...answer, body: { ...answer.body, text: cut, truncated: truncated || isLong, json: undefined } };
};

/** Monotonic times are saved as epoch milliseconds, since each page starts a new clock. */
export const serializeHistory = (history: CallHistory, { at, mono }: Moment = now()): string => {
  const { answer, failure, ...rest } = convertTimes(history, (ms) => at - (mono - ms));
  const problem = failure?.problem;
  return JSON.stringify({
    ...rest,
    answer: answer && cutAnswer(answer),
    failure: failure && {
      ...failure,
      problem: problem && { ...problem, answer: problem.answer && cutAnswer(problem.answer) },
    },
  });
};

/** Undefined for a damaged history. If the clock was set back since, a future time counts as now. */
export const parseHistory = (saved: string, { at, mono }: Moment = now()): CallHistory | undefined => {
  const { data } = historySchema.safeParse(readJson(saved)?.value);
  return data && convertTimes(data, (ms) => mono - Math.max(0, at - ms));
};
