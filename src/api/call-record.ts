import { boundDepth } from '#src/lib/json.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { omitUndefined } from '#src/lib/omit-undefined.ts';
import type { Answer, Problem, RequestLine } from './outcome.ts';

export type CallRecord = {
  status: string;
  /** In seconds. */
  duration?: number | undefined;
  /** Unparsed, as is `endTime`. */
  startTime?: string | number | undefined;
  endTime?: string | number | undefined;
  error?: string | object | undefined;
};

export type CallRead =
  | { kind: 'record'; request: RequestLine; record: CallRecord; answer: Answer }
  /** A 2xx whose body is no call record. */
  | { kind: 'unrecognised'; request: RequestLine; answer: Answer }
  | { kind: 'failed'; request: RequestLine; problem: Problem };

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const readDuration = (value: unknown): number | undefined => {
  const duration = typeof value === 'number' || isText(value) ? Number(value) : Number.NaN;
  return Number.isFinite(duration) ? duration : undefined;
};

const readTimestamp = (value: unknown): string | number | undefined =>
  typeof value === 'number' || isText(value) ? value : undefined;

const MAX_ERROR_DEPTH = 32;

const readError = (value: unknown): string | object | undefined => {
  if (typeof value === 'number' || value === true) return String(value);
  if (typeof value === 'object' && value !== null) return boundDepth(value, MAX_ERROR_DEPTH);
  return isText(value) ? value : undefined;
};

const OWN_FIELDS = ['duration', 'startTime', 'endTime'];
const ENVELOPE_FIELDS = ['data', 'message', 'result', 'payload', 'code', 'errors'];
const ERROR_FIELDS = ['errorMessage', 'error_message', 'errorType', 'errorCode'];
/** Of JSend and its relatives: how the request went, not the call. */
const REQUEST_STATUS = /^(?:success|ok|fail|error|\d{3})$/i;

/** Whether a body with a `status` reports the request, such as JSend's `{"status":"success","data":{…}}`. */
const isEnvelope = (value: Record<string, unknown>, status: string): boolean => {
  const has = (name: string): boolean => Object.hasOwn(value, name);
  if (OWN_FIELDS.some(has)) return false;
  const inner = value['data'] ?? value['result'] ?? value['payload'];
  if (ERROR_FIELDS.some(has) || (isRecord(inner) && isText(inner['status']))) return true;
  return REQUEST_STATUS.test(status.trim()) && ENVELOPE_FIELDS.some(has);
};

/**
 * Undefined for an array, an envelope or a body without a status. Omits fields of an undocumented type: the raw answer
 * is always shown too.
 */
export const parseCallRecord = (value: unknown): CallRecord | undefined => {
  if (!isRecord(value) || !isText(value['status']) || isEnvelope(value, value['status'])) return undefined;
  return omitUndefined<CallRecord>({
    status: value['status'],
    duration: readDuration(value['duration']),
    startTime: readTimestamp(value['startTime']),
    endTime: readTimestamp(value['endTime']),
    error: readError(value['error']),
  });
};
