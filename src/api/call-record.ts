import * as z from 'zod/mini';
import { boundDepth } from '#src/lib/json.ts';
import { isRecord } from '#src/lib/is-record.ts';
import type { Answer, Problem, RequestLine } from './outcome.ts';

const isPresent = (value: unknown): boolean =>
  value !== undefined && value !== null && (typeof value !== 'string' || value.trim() !== '');

const isTimestamp = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

const isError = (value: unknown): boolean =>
  typeof value === 'string' || (typeof value === 'object' && value !== null);

/** Levels of an `error` that are kept; far fewer are shown. */
const MOST_LEVELS = 32;

/** Numbers as texts are numbers; a number or `true` as error is its text; what fits no field is left out. */
const tidy = (record: Record<string, unknown>): Record<string, unknown> => {
  const { status, startTime, endTime } = record;
  const reported = record['duration'];
  const isNumeric = typeof reported === 'number' || typeof reported === 'string';
  const duration = isNumeric && isPresent(reported) ? Number(reported) : Number.NaN;
  const given = record['error'];
  const error = typeof given === 'number' || given === true ? String(given) : boundDepth(given, MOST_LEVELS);
  const fields: [string, unknown, boolean][] = [
    ['duration', duration, Number.isFinite(duration)],
    ['startTime', startTime, isTimestamp(startTime)],
    ['endTime', endTime, isTimestamp(endTime)],
    ['error', error, isError(error)],
  ];
  const fitting = fields.filter(([, value, fits]) => fits && isPresent(value));
  return { status, ...Object.fromEntries(fitting.map(([name, value]) => [name, value])) };
};

// Kept to what the configuration's schema uses too: each further kind of schema would weigh on every page.
const callRecordSchema = z.object({
  status: z.string().check(z.refine((value) => value.trim() !== '')),
  duration: z.optional(z.number()),
  startTime: z.optional(z.custom<string | number>(isTimestamp)),
  endTime: z.optional(z.custom<string | number>(isTimestamp)),
  error: z.optional(z.custom<string | object>(isError)),
});

/** One call as the service reports it (interface 2.2). `duration` is in seconds; the timestamps are as they came. */
export type CallRecord = z.infer<typeof callRecordSchema>;

/** What came of reading one call. `unrecognised`: a 2xx whose body is no call record. */
export type CallRead =
  | { kind: 'record'; request: RequestLine; record: CallRecord; answer: Answer }
  | { kind: 'unrecognised'; request: RequestLine; answer: Answer }
  | { kind: 'failed'; request: RequestLine; problem: Problem };

/**
 * Reads a call record out of a parsed body (interface 2.2). Only `status` is needed; `null` and "" are as absent, and
 * a field of another type than documented is left out, and so is what lies very deep in `error`, since the raw answer is
 * always at hand.
 * Undefined where the value is no call record: an array, an envelope, no status.
 */
export const parseCallRecord = (value: unknown): CallRecord | undefined => {
  if (!isRecord(value)) return undefined;
  const parsed = callRecordSchema.safeParse(tidy(value));
  return parsed.success ? parsed.data : undefined;
};
