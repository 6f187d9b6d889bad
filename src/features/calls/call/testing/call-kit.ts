import type { CallRead, CallRecord } from '#src/api/answer.ts';
import type { Answer, ProblemKind } from '#src/api/outcome.ts';
import {
  hasEnded,
  readStatuses,
  createCallView,
  type CallView,
  type WatchedCall,
} from '#src/features/calls/call/call.ts';
import { addCheck, createHistory, type CallHistory } from '#src/features/calls/call/history.ts';

const request = { method: 'GET', target: '/api/v3/call_status?callId=a' } as const;

/** As configured by default. */
export const STATUSES = readStatuses({
  'in-progress': { label: 'In progress', tone: 'live', final: false },
  completed: { label: 'Completed', tone: 'ok', final: true },
  failed: { label: 'Failed', tone: 'bad', final: true },
});

const answer = (status: number, text: string): Answer => ({
  status,
  body: {
    text,
    truncated: false,
    bytes: text.length,
    json: { value: JSON.parse(text) },
    contentType: 'application/json',
  },
  durationMs: 20,
  at: 0,
});

export const record = (fields: Partial<CallRecord> & { status: string }): CallRead => ({
  kind: 'record',
  request,
  record: { duration: undefined, startTime: undefined, endTime: undefined, error: undefined, ...fields },
  answer: answer(200, JSON.stringify(fields)),
});

export const unrecognised: CallRead = { kind: 'unrecognised', request, answer: answer(200, '[]') };

export const failed = (kind: ProblemKind, status?: number): CallRead => ({
  kind: 'failed',
  request,
  problem: {
    kind,
    durationMs: 20,
    at: 0,
    ...(status !== undefined && { status, answer: answer(status, '{"message":"no"}') }),
  },
});

export const RULES = {
  gapMs: 13_000,
  hasEnded: (each: CallRecord, at: number) => hasEnded(STATUSES, each, at),
};

export const CHECK_RULES = { intervalMs: 5000, statuses: STATUSES };

/** As the board's store takes them. */
export const STORE_OPTIONS = {
  statuses: STATUSES,
  readRules: () => ({ intervalMs: CHECK_RULES.intervalMs, now: { at: 0, mono: 0 }, stuckMs: Infinity }),
};

type CheckAt = readonly [ms: number, read: CallRead];

/** The history after these checks, each at so many milliseconds after `epochMs`. */
const historySince = (epochMs: number, ...checks: readonly CheckAt[]): CallHistory =>
  checks.reduce(
    (history, [mono, read]) => addCheck(history, { read, at: epochMs + mono, mono }, RULES),
    createHistory('a'),
  );

export const MINUTE = 60_000;
export const NOON = Date.UTC(2026, 0, 2, 12);

/** The history after these checks, each so many minutes after noon. */
export const historyAtMinutes = (...checks: (readonly [minutes: number, read: CallRead])[]): CallHistory =>
  historySince(NOON, ...checks.map(([minutes, read]): CheckAt => [minutes * MINUTE, read]));

/** The history after these checks, one every 5 s from 10 s after noon on. */
export const historyAfter = (...reads: CallRead[]): CallHistory =>
  historySince(NOON, ...reads.map((read, index): CheckAt => [10_000 + index * 5000, read]));

export const callWith = (
  history: CallHistory | undefined,
  {
    due,
    stuckMs = Infinity,
    ...entry
  }: Partial<WatchedCall> & { due?: number | undefined; stuckMs?: number } = {},
): CallView =>
  createCallView({ id: 'a', addedAt: 0, ...entry }, { history, due, statuses: STATUSES, stuckMs });
