import * as z from 'zod/mini';
import type { CallRecord } from '#src/api/answer.ts';
import { PROBLEM_KINDS, type Answer } from '#src/api/outcome.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { readJson } from '#src/lib/json.ts';
import { storedObject } from '#src/storage/format.ts';
import { isCallId } from './address.ts';
import type { SavedCall, WatchedCall } from './call.ts';
import { mergeLabels, readLabel } from './labels.ts';
import { labelFailure, type CallHistory, type Moment } from './history.ts';

export const MAX_NOTE_LENGTH = 200;
const MAX_ANSWER_LENGTH = 4096;

/** Epoch milliseconds that can be shown as a date. */
const time = z.number().check(z.gte(0), z.lte(1e14));
const count = z.number().check(z.gte(0));
const filledText = z.string().check(z.minLength(1));

const storedEntry = storedObject({
  id: filledText.check(z.refine(isCallId)),
  addedAt: time,
  keepTrying: z.optional(z.literal(true)),
  failureSeen: z.optional(z.literal(true)),
  note: z.optional(filledText.check(z.maxLength(MAX_NOTE_LENGTH))),
  labels: z.optional(z.array(z.string())),
  /** Version 1 kept calls in lists. */
  list: z.optional(z.string()),
});

const entrySchema: z.ZodMiniType<WatchedCall> = z.pipe(
  storedEntry,
  z.transform(({ list = '', labels: stored = [], ...entry }) => {
    const labels = mergeLabels([...stored, list].map(readLabel));
    return labels.length > 0 ? { ...entry, labels } : entry;
  }),
);

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

const recordSchema = z.object({
  status: filledText,
  duration: z.optional(z.number()),
  startTime: serviceTime,
  endTime: serviceTime,
  error: z.optional(z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())])),
} satisfies Record<keyof CallRecord, z.ZodMiniType>);

/** What 1.0 saved of failed checks. Its other words are like today's. */
const WORDS_OF_1_0: Record<string, string> = {
  'No answer': 'no reply',
  'Not found': 'not found (404)',
  'Refused (401)': 'sign-in refused (401)',
  'Unexpected answer': 'answer not recognised',
};

const readFailureWord = (word: string): string =>
  word.startsWith(labelFailure('')) ? word : labelFailure(WORDS_OF_1_0[word] ?? word.toLowerCase());

const interval = { from: time, until: time };

const historySchema: z.ZodMiniType<CallHistory> = storedObject({
  id: filledText,
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
  watchedMs: z.optional(count),
  answer: z.optional(answerSchema),
  failure: z.optional(z.object({ problem: z.optional(problemSchema), since: time, count })),
  intervals: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('status'), status: filledText, ...interval }),
      z.object({
        kind: z.literal('failure'),
        word: z.pipe(filledText, z.transform(readFailureWord)),
        ...interval,
      }),
      z.object({ kind: z.literal('gap'), ...interval }),
    ]),
  ),
  endedSeenAt: z.optional(time),
});

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

/** Undefined for a damaged row. */
export const readSavedCall = (entry: unknown, savedHistory: unknown): SavedCall | undefined => {
  const { data } = entrySchema.safeParse(entry);
  if (!data || savedHistory === undefined) return data && { entry: data };
  const history = typeof savedHistory === 'string' ? parseHistory(savedHistory) : undefined;
  return history?.id === data.id ? { entry: data, history } : undefined;
};
