import { boundDepth } from '#src/lib/json.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { omitUndefined } from '#src/lib/omit-undefined.ts';
import type { Answer, Problem, RequestLine } from './outcome.ts';

/** One call as the service reports it. Timestamps are as they came. */
export type CallRecord = {
  status: string;
  /** In seconds. */
  duration?: number | undefined;
  startTime?: string | number | undefined;
  endTime?: string | number | undefined;
  error?: string | object | undefined;
};

/** What came of reading one call. `unrecognised`: a 2xx whose body is no call record. */
export type CallRead =
  | { kind: 'record'; request: RequestLine; record: CallRecord; answer: Answer }
  | { kind: 'unrecognised'; request: RequestLine; answer: Answer }
  | { kind: 'failed'; request: RequestLine; problem: Problem };

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const readDuration = (value: unknown): number | undefined => {
  const duration = typeof value === 'number' || isText(value) ? Number(value) : Number.NaN;
  return Number.isFinite(duration) ? duration : undefined;
};

const readTimestamp = (value: unknown): string | number | undefined =>
  typeof value === 'number' || isText(value) ? value : undefined;

/** Levels of an `error` that are kept; far fewer are shown. */
const MOST_LEVELS = 32;

const readError = (value: unknown): string | object | undefined => {
  if (typeof value === 'number' || value === true) return String(value);
  if (typeof value === 'object' && value !== null) return boundDepth(value, MOST_LEVELS);
  return isText(value) ? value : undefined;
};

/**
 * Undefined if the value is no call record: an array, an envelope, no status. Other fields may be missing; a field of
 * another type than documented is left out, since the raw answer is always shown too.
 */
export const parseCallRecord = (value: unknown): CallRecord | undefined => {
  if (!isRecord(value) || !isText(value['status'])) return undefined;
  return omitUndefined<CallRecord>({
    status: value['status'],
    duration: readDuration(value['duration']),
    startTime: readTimestamp(value['startTime']),
    endTime: readTimestamp(value['endTime']),
    error: readError(value['error']),
  });
};
