import * as z from 'zod/mini';
import type { Answer, Problem, RequestLine } from './outcome.ts';

// oxlint-disable-next-line promise/valid-params -- the catch of a schema, not of a promise
const orAbsent = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined);

const blankIsAbsent = (value: unknown): unknown =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;

const numeric = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() !== '' ? Number(value) : value;

const errorText = (value: unknown): unknown => {
  const present = blankIsAbsent(value);
  if (present === false) return undefined;
  return typeof present === 'number' || present === true ? String(present) : present;
};

const timestamp = z.pipe(z.transform(blankIsAbsent), orAbsent(z.union([z.string(), z.number()])));

const callRecordSchema = z.object({
  status: z.string().check(z.regex(/\S/)),
  duration: z.pipe(z.transform(numeric), orAbsent(z.number())),
  startTime: timestamp,
  endTime: timestamp,
  error: z.pipe(
    z.transform(errorText),
    orAbsent(z.union([z.string(), z.custom<object>((value) => typeof value === 'object' && value !== null)])),
  ),
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
 * a field of another type than documented is left out, since the raw answer is always at hand.
 * Undefined where the value is no call record: an array, an envelope, no status.
 */
export const parseCallRecord = (value: unknown): CallRecord | undefined => {
  const parsed = callRecordSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
};
