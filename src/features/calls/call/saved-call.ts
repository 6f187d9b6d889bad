import * as z from 'zod/mini';
import type { Answer } from '#src/api/outcome.ts';
import { isCallId } from './address.ts';
import type { CallHistory, Moment } from './history.ts';

export type WatchedCall = {
  /** Exactly as it was entered. */
  id: string;
  /** Epoch milliseconds. */
  addedAt: number;
  paused?: true | undefined;
  /** Checks go on although the service refuses the ID, since a new call may appear late. */
  keepTrying?: true | undefined;
  /** Never sent. */
  note?: string | undefined;
};

export type SavedCall = { entry: WatchedCall; history?: CallHistory | undefined };

/** In characters. */
export const MAX_NOTE_LENGTH = 200;
const MAX_ANSWER_LENGTH = 4096;

const entrySchema: z.ZodMiniType<WatchedCall> = z.object({
  id: z.string().check(z.refine(isCallId)),
  addedAt: z.number().check(z.gte(0), z.lte(1e14)),
  paused: z.optional(z.literal(true)),
  keepTrying: z.optional(z.literal(true)),
  note: z.optional(z.string().check(z.minLength(1), z.maxLength(MAX_NOTE_LENGTH))),
});

const now = (): Moment => ({ at: Date.now(), mono: performance.now() });

/** The history with another clock for its monotonic times. */
const convertTimes = (history: CallHistory, convert: (ms: number) => number): CallHistory => {
  const { checked, last, statusChangedMono } = history;
  return {
    ...history,
    ...(checked && { checked: { ...checked, mono: convert(checked.mono) } }),
    ...(last && { last: { ...last, mono: convert(last.mono) } }),
    ...(statusChangedMono !== undefined && { statusChangedMono: convert(statusChangedMono) }),
  };
};

const cutAnswer = (answer: Answer): Answer => {
  const { text, truncated } = answer.body;
  const isLong = text.length > MAX_ANSWER_LENGTH;
  const cut = isLong ? text.slice(0, MAX_ANSWER_LENGTH).replace(/[\uD800-\uDBFF]$/, '') : text;
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

/** Throws for a text that is no saved history. If the clock was set back since, a future time counts as now. */
export const parseHistory = (saved: string, { at, mono }: Moment = now()): CallHistory =>
  convertTimes(JSON.parse(saved) as CallHistory, (ms) => mono - Math.max(0, at - ms));

/** Undefined for a damaged row. The history is not validated field by field: a new shape raises the database's version. */
export const readSavedCall = (entry: unknown, savedHistory: string | undefined): SavedCall | undefined => {
  const { data } = entrySchema.safeParse(entry);
  if (!data || savedHistory === undefined) return data && { entry: data };
  try {
    const history = parseHistory(savedHistory);
    return history.id === data.id ? { entry: data, history } : undefined;
  } catch {
    return undefined;
  }
};
