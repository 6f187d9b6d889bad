import type { Answer } from '#src/api/outcome.ts';
import { boundDepth } from '#src/lib/json.ts';
import { isRecord } from '#src/lib/is-record.ts';
import type { CallHistory, Moment } from './history.ts';

/** One call that this person watches. The ID is kept exactly as it was entered. */
export type WatchedCall = {
  id: string;
  /** Epoch milliseconds. */
  addedAt: number;
  /** The person paused its checks. */
  paused?: true;
  /** The person asked to go on although the service refuses the ID, since a new call may appear late. */
  keepTrying?: true;
  /** What the person noted, at most {@link LONGEST_NOTE} characters. Never sent. */
  note?: string;
  /** When the person last changed any of that, epoch milliseconds; absent where they only added it. */
  changedAt?: number;
};

/** Of a note, in characters. */
export const LONGEST_NOTE = 200;

/**
 * A call with what was seen of it. As it is kept and travels between tabs, what counts on the page's own clock is epoch
 * there: see {@link toPersisted}.
 */
export type PersistedCall = { entry: WatchedCall; seen?: CallHistory | undefined };

/** Characters of a raw answer that are kept. */
const MOST_TEXT = 4096;
/** Levels of its JSON that are kept: what is deeper can't be copied to a tab or written. */
const MOST_LEVELS = 32;

/**
 * Two tabs' word of one call: the later change counts, and what was only added takes nothing away. The call stays in the
 * place where it was first added.
 */
export const mergeEntries = (known: WatchedCall, given: WatchedCall): WatchedCall => {
  const addedAt = Math.min(known.addedAt, given.addedAt);
  const since = (given.changedAt ?? -Infinity) - (known.changedAt ?? -Infinity);
  if (since > 0) return { ...given, addedAt };
  if (since < 0) return { ...known, addedAt };
  return { ...known, ...given, addedAt };
};

const present = (): Moment => ({ at: Date.now(), mono: performance.now() });

const withTimes = (call: PersistedCall, change: (ms: number) => number): PersistedCall => {
  const { seen } = call;
  if (!seen) return call;
  const { checked, last, changedMono } = seen;
  return {
    ...call,
    seen: {
      ...seen,
      ...(checked && { checked: { ...checked, mono: change(checked.mono) } }),
      ...(last && { last: { ...last, mono: change(last.mono) } }),
      ...(changedMono !== undefined && { changedMono: change(changedMono) }),
    },
  };
};

const bounded = (answer: Answer): Answer => {
  const { body } = answer;
  if (body.text.length <= MOST_TEXT) {
    const json = body.json && { value: boundDepth(body.json.value, MOST_LEVELS) };
    return { ...answer, body: { ...body, json } };
  }
  const text = body.text.slice(0, MOST_TEXT).replace(/[\uD800-\uDBFF]$/, '');
  return { ...answer, body: { ...body, text, truncated: true, json: undefined } };
};

/** As it may be kept: each page's monotonic clock starts anew, and a raw answer may be long. */
export const toPersisted = (call: PersistedCall, { at, mono }: Moment = present()): PersistedCall => {
  const kept = withTimes(call, (ms) => at - (mono - ms));
  const { answer, failure } = kept.seen ?? {};
  if (!kept.seen || !answer) return kept;
  const seen = { ...kept.seen, answer: bounded(answer) };
  if (!failure?.problem?.answer) return { ...kept, seen };
  // The answer of a failed check is this one: the same object is kept once.
  const problem = { ...failure.problem, answer: seen.answer };
  return { ...kept, seen: { ...seen, failure: { ...failure, problem } } };
};

/** As this page counts. What a clock that was put back since would place in the future is of now. */
export const fromPersisted = (call: PersistedCall, { at, mono }: Moment = present()): PersistedCall =>
  withTimes(call, (ms) => mono - Math.max(0, at - ms));

/** Whether it is a call, as far as a damaged row can be told from one: the database's version says how calls are kept. */
export const isPersistedCall = (value: unknown): value is PersistedCall =>
  isRecord(value) && isRecord(value.entry) && typeof value.entry.id === 'string';
