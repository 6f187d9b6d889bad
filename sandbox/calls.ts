import { createHash } from 'node:crypto';
import { parseSentinel, withoutDelay } from './misbehaviour.ts';
import { ODD_RECORDS } from './records.ts';

const OUTCOMES = ['completed', 'failed', 'failed-object', 'busy'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** The states of a call, in milliseconds after its first check. `asked`: each further check counts as a second. */
type Plan =
  | { kind: 'timed' | 'asked'; ringingAt: number; activeAt: number; endAt: number; outcome: Outcome }
  | { kind: 'running' }
  | { kind: 'odd'; record: unknown };

const timed = (seconds: number, outcome: Outcome): Plan => {
  const endAt = seconds * 1000;
  return { kind: 'timed', ringingAt: endAt / 10, activeAt: endAt / 4, endAt, outcome };
};

const SAMPLES: Record<string, Plan> = {
  'sample-completes': timed(40, 'completed'),
  'sample-fails-text': timed(24, 'failed'),
  'sample-fails-object': timed(24, 'failed-object'),
  'sample-long': { kind: 'timed', ringingAt: 1000, activeAt: 3000, endAt: 900_000, outcome: 'completed' },
  'sample-ended': {
    kind: 'timed',
    ringingAt: -3_700_000,
    activeAt: -3_690_000,
    endAt: -3_600_000,
    outcome: 'completed',
  },
  'sample-busy': timed(20, 'busy'),
};

export const EXAMPLE_CALLS: readonly string[] = [
  'sample-completes',
  'sample-fails-object',
  'sample-long',
  'sample-ended',
  'call-7f3c2a90-51d4-4b0e-9a7d-2c1f6e8b0d35',
];

const drawn = (callId: string): Plan => {
  const hash = createHash('sha256').update(callId).digest();
  const draw = (at: number) => hash.readUInt8(at) / 255;
  const failure = draw(2) < 0.5 ? 'failed' : 'failed-object';
  const endAt = Math.round(20 + draw(0) * 120) * 1000;
  return {
    kind: 'timed',
    ringingAt: 2000,
    activeAt: 6000,
    endAt,
    outcome: draw(1) < 0.9 ? 'completed' : failure,
  };
};

const NAMED =
  /^(?:sim-(\d+(?:\.\d+)?)(s|ms)|asks-(\d{1,4}))-(completed|failed-object|failed|busy|running)(?:-.*)?$/s;

/** `sim-90s-completed`, `asks-3-running` */
const named = (callId: string): Plan | undefined => {
  const [match, time, unit, questions, word] = NAMED.exec(callId) ?? [];
  if (match === undefined) return undefined;
  const outcome = OUTCOMES.find((each) => each === word);
  if (!outcome) return { kind: 'running' };
  if (time !== undefined) return timed(Number(time) / (unit === 'ms' ? 1000 : 1), outcome);
  return { kind: 'asked', ringingAt: 0, activeAt: 0, endAt: Number(questions) * 1000, outcome };
};

export const planOf = (callId: string): Plan | undefined => {
  const id = withoutDelay(callId);
  if (Object.hasOwn(SAMPLES, id)) return SAMPLES[id];
  if (Object.hasOwn(ODD_RECORDS, id)) return { kind: 'odd', record: ODD_RECORDS[id] };
  if (/^call-./s.test(id)) return drawn(id);
  return named(id) ?? (parseSentinel(callId) ? { kind: 'running' } : undefined);
};

const ENDINGS: Record<Outcome, object> = {
  completed: { status: 'completed' },
  failed: { status: 'failed', error: 'carrier rejected the call' },
  'failed-object': {
    status: 'failed',
    error: { code: 31_005, message: 'carrier rejected the call', sip: { code: 603, reason: 'Decline' } },
  },
  busy: { status: 'busy' },
};

const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
const wholeSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

/** The first check and now in epoch milliseconds, and the number of this check, from 1. */
export type Asked = { firstAsked: number; now: number; question: number };

export const recordOf = (plan: Plan, { firstAsked, now, question }: Asked): unknown => {
  if (plan.kind === 'odd') return plan.record;
  const elapsed = plan.kind === 'asked' ? (question - 1) * 1000 : now - firstAsked;
  if (plan.kind === 'running') {
    return { status: 'in-progress', duration: wholeSeconds(elapsed), startTime: iso(firstAsked) };
  }
  if (elapsed >= plan.endAt) {
    const { status, ...error } = { status: '', ...ENDINGS[plan.outcome] };
    return {
      status,
      duration: wholeSeconds(plan.endAt - plan.activeAt),
      startTime: iso(firstAsked + plan.ringingAt),
      endTime: iso(firstAsked + plan.endAt),
      ...error,
    };
  }
  if (elapsed < plan.ringingAt) return { status: 'queued', duration: 0 };
  const startTime = iso(firstAsked + plan.ringingAt);
  return elapsed < plan.activeAt
    ? { status: 'ringing', duration: 0, startTime }
    : { status: 'in-progress', duration: wholeSeconds(elapsed - plan.activeAt), startTime };
};
