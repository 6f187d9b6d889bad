import * as z from 'zod/mini';
import { PROBLEM_KINDS, type Answer } from '#src/api/outcome.ts';
import { readJson } from '#src/lib/json.ts';
import { isCallId } from './address.ts';
import type { CallHistory, Moment } from './history.ts';

/** One call that this person watches. The ID is exactly as it was entered. */
export type WatchedCall = {
  id: string;
  /** Epoch milliseconds. */
  addedAt: number;
  /** The person paused its checks. */
  paused?: true | undefined;
  /** The person asked to go on although the service refuses the ID, since a new call may appear late. */
  keepTrying?: true | undefined;
  /** What the person noted, at most {@link LONGEST_NOTE} characters. Never sent. */
  note?: string | undefined;
};

/** A call with what was observed of it. */
export type SavedCall = { entry: WatchedCall; history?: CallHistory | undefined };

/** Of a note, in characters. */
export const LONGEST_NOTE = 200;

/** Of a raw answer that is saved, in characters. */
const LONGEST_ANSWER = 4096;

/** Epoch milliseconds that every part of the page can show as a date. */
const time = z.number().check(z.gte(0), z.lte(1e14));
const count = z.number().check(z.gte(0));
const text = z.string().check(z.minLength(1));

const entrySchema: z.ZodMiniType<WatchedCall> = z.object({
  id: text.check(z.refine(isCallId)),
  addedAt: time,
  paused: z.optional(z.literal(true)),
  keepTrying: z.optional(z.literal(true)),
  note: z.optional(text.check(z.maxLength(LONGEST_NOTE))),
});

const answerSchema = z.object({
  status: z.number(),
  body: z.pipe(
    z.object({ text: z.string(), truncated: z.boolean(), bytes: count, contentType: z.string() }),
    z.transform((body) => ({ ...body, json: body.truncated ? undefined : readJson(body.text) })),
  ),
  durationMs: z.number(),
  at: time,
  retryAfterMs: z.optional(z.number()),
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

const recordSchema = z.object({
  status: text,
  duration: z.optional(z.number()),
  startTime: serviceTime,
  endTime: serviceTime,
  error: z.optional(z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())])),
});

const interval = { from: time, until: time };

const historySchema: z.ZodMiniType<CallHistory> = z.object({
  id: text,
  checks: count,
  checked: z.optional(
    z.object({
      at: time,
      mono: time,
      durationMs: z.number(),
      status: z.optional(z.number()),
      jitter: z.optional(z.number()),
    }),
  ),
  last: z.optional(z.object({ at: time, mono: time, record: recordSchema })),
  firstRecordAt: z.optional(time),
  answer: z.optional(answerSchema),
  failure: z.optional(z.object({ problem: z.optional(problemSchema), since: time, count })),
  intervals: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('status'), status: text, ...interval }),
      z.object({ kind: z.literal('failure'), word: text, ...interval }),
      z.object({ kind: z.literal('gap'), ...interval }),
    ]),
  ),
  statusChangedMono: z.optional(time),
  endedSeenAt: z.optional(time),
});

const present = (): Moment => ({ at: Date.now(), mono: performance.now() });

/** The times on the page's own clock, changed. */
const withTimes = (history: CallHistory, change: (ms: number) => number): CallHistory => {
  const { checked, last, statusChangedMono } = history;
  return {
    ...history,
    ...(checked && { checked: { ...checked, mono: change(checked.mono) } }),
    ...(last && { last: { ...last, mono: change(last.mono) } }),
    ...(statusChangedMono !== undefined && { statusChangedMono: change(statusChangedMono) }),
  };
};

const toSavedAnswer = (answer: Answer): Answer => {
  const { text: whole, truncated } = answer.body;
  const cut = whole.slice(0, LONGEST_ANSWER).replace(/[\uD800-\uDBFF]$/, '');
  const isCut = whole.length > LONGEST_ANSWER;
  // Its JSON is read from the text again.
  const body = { ...answer.body, text: isCut ? cut : whole, truncated: truncated || isCut, json: undefined };
  return { ...answer, body };
};

/** What was observed, as text: each page's own clock starts anew, so its times are epoch there. */
export const serializeHistory = (history: CallHistory, { at, mono }: Moment = present()): string => {
  const { answer, failure, ...rest } = withTimes(history, (ms) => at - (mono - ms));
  const problem = failure?.problem;
  return JSON.stringify({
    ...rest,
    answer: answer && toSavedAnswer(answer),
    failure: failure && {
      ...failure,
      problem: problem && { ...problem, answer: problem.answer && toSavedAnswer(problem.answer) },
    },
  });
};

/** Undefined: it does not fit. What a clock that was put back since would place in the future is of now. */
export const parseHistory = (saved: string, { at, mono }: Moment = present()): CallHistory | undefined => {
  const { data } = historySchema.safeParse(readJson(saved)?.value);
  return data && withTimes(data, (ms) => mono - Math.max(0, at - ms));
};

/** A row of the database; undefined: it does not fit. */
export const readSavedCall = (entry: unknown, savedHistory: unknown): SavedCall | undefined => {
  const { data } = entrySchema.safeParse(entry);
  if (!data) return undefined;
  if (savedHistory === undefined) return { entry: data };
  const history = typeof savedHistory === 'string' ? parseHistory(savedHistory) : undefined;
  return history?.id === data.id ? { entry: data, history } : undefined;
};
