import { expect, test } from 'playwright/test';
import { createAnswer } from '#src/api/testing/service-kit.ts';
import { toOutcome } from '#src/api/answer.ts';
import type { Outcome, ProblemKind } from '#src/api/outcome.ts';
import { createAnswerWatch, createThroughput } from './sending-rules.ts';

const REQUEST = { method: 'POST', target: '/x' } as const;

const answered = (status: number, retryAfterMs?: number): Outcome => {
  const answer = createAnswer('', { status, retryAfterMs });
  return toOutcome(REQUEST, { kind: 'answered', answer }, { expects200: false });
};

const unanswered = (sent: boolean, kind: ProblemKind): Outcome =>
  toOutcome(
    REQUEST,
    { kind: 'unanswered', sent, problem: { kind, durationMs: 0, at: 0 } },
    { expects200: false },
  );

const NOT_SENT = unanswered(false, 'aborted');

const REPEATED = { event: { kind: 'release', wasSent: true }, failures: undefined };
const ANSWERED = { event: { kind: 'answer' }, failures: undefined };

test('queues no line again that may have been carried out', () => {
  const watch = createAnswerWatch();
  const kinds: ProblemKind[] = ['offline', 'timeout', 'network', 'redirect', 'aborted'];
  const unknown = kinds.map((kind) => unanswered(true, kind));
  for (const outcome of [...unknown, answered(504), answered(504, 3000)]) {
    expect(watch(0, outcome)).toMatchObject({ event: { kind: 'answer', outcome: 'unknown' } });
  }
  expect(watch(0, answered(503))).toMatchObject(ANSWERED);
});

test('gives up a line that keeps asking for a repeat', () => {
  const watch = createAnswerWatch();
  for (let time = 0; time < 5; time += 1) {
    expect(watch(0, answered(429))).toMatchObject(REPEATED);
    expect(watch(time + 1, answered(200))).toMatchObject(ANSWERED);
  }
  expect(watch(0, answered(429))).toMatchObject(ANSWERED);
});

test('pauses without giving up a line if none gets through', () => {
  const watch = createAnswerWatch();
  let seen = 0;
  for (let time = 0; time < 5; time += 1) {
    for (const line of [0, 1]) {
      seen += 1;
      expect(watch(line, answered(time % 2 === 0 ? 429 : 503, 3000))).toMatchObject(REPEATED);
    }
    expect(watch(2, NOT_SENT)).toMatchObject({ event: { kind: 'release', wasSent: false } });
  }
  expect(watch(0, answered(503, 3000))).toMatchObject({
    event: REPEATED.event,
    failures: { count: seen + 1, status: 503 },
  });
});

test('pauses after equal failures in a row', () => {
  const watch = createAnswerWatch();
  const seeMany = (count: number, outcome: Outcome) =>
    Array.from({ length: count }, (_, line) => watch(line, outcome)).at(-1);
  expect(seeMany(9, answered(500))).toMatchObject(ANSWERED);
  expect(seeMany(1, answered(200))).toMatchObject(ANSWERED);
  expect(seeMany(9, answered(500))).toMatchObject(ANSWERED);
  expect(seeMany(1, answered(400))).toMatchObject(ANSWERED);
  expect(seeMany(10, answered(500))).toMatchObject({
    event: ANSWERED.event,
    failures: { count: 10, status: 500, problem: 'server' },
  });
});

test('a wait does not slow the estimate', () => {
  let now = 0;
  const throughput = createThroughput(() => now);
  for (let answer = 0; answer < 10; answer += 1) {
    now += 100;
    throughput.count();
  }
  const before = throughput.msFor(20);
  expect(before).toBe(2000);
  throughput.wait();
  now += 60_000;
  throughput.count();
  expect(throughput.msFor(20)).toBe(before);
});
