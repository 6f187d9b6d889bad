import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import type { Run } from '#src/journal/runs/run.ts';
import { lineOf, runOf } from './testing/run-kit.ts';
import {
  answerOf,
  openRunInWords,
  progressWords,
  runSentences,
  runTitle,
  spokenWords,
  type Moment,
} from './run-words.ts';

const PAUSED_AT = new Date(2025, 10, 21, 14, 30, 52).getTime();
const NOW: Moment = { nowMs: PAUSED_AT, isHere: true, isOffline: false };

const words = (run: Run, moment: Partial<Moment> = {}): [title: string, under: string] => {
  return [runTitle(run), runSentences(run, { ...NOW, ...moment }).join(' ')];
};

const paused = (patch: Partial<Run> = {}) =>
  runOf({
    status: 'paused',
    counts: { queued: 120, sending: 0, accepted: 186, refused: 4, unknown: 2, 'not-sent': 0 },
    pause: { why: 'person', at: PAUSED_AT },
    ...patch,
  });

const finished = (patch: Partial<Run> = {}) =>
  runOf({
    status: 'finished',
    counts: { queued: 0, sending: 0, accepted: 303, refused: 6, unknown: 3, 'not-sent': 0 },
    activeMs: 67_000,
    ...patch,
  });

test('what keeps a run from being sent takes the place of the times', () => {
  expect(words(runOf(), { heldMs: 11_200 })[1]).toBe('The service asked for a pause. Goes on in 0:12.');
  expect(words(runOf(), { isOffline: true, heldMs: 11_200 })[1]).toBe(
    'This browser is offline. Nothing is being sent; the run goes on when it is back.',
  );
  expect(words(runOf(), { isHere: false })[1]).toBe('This run is sent by another tab.');
  expect(words(runOf({ cancelledAt: PAUSED_AT }))[1]).toBe('Stopping, 4 answers to come.');
});

test('each reason to stand still has its words', () => {
  expect(words(paused())).toEqual(['Paused: 312 pairs', 'Paused at 14:30:52. Nothing is being sent.']);
  expect(words(paused({ counts: runOf().counts }))).toEqual([
    'Pausing: 312 pairs',
    'Pausing, 4 answers to come.',
  ]);
  expect(words(paused({ pause: { why: 'session', at: PAUSED_AT } }))[1]).toContain('Sign in, then resume.');
  const failures = (status?: number) =>
    words(
      paused({
        pause: {
          why: 'failures',
          at: PAUSED_AT,
          failures: { count: 10, ...(status !== undefined && { status }) },
        },
      }),
    )[0];
  expect(failures(500)).toBe('Paused after 10 answers of 500 in a row');
  expect(failures()).toBe('Paused after 10 requests without an answer');
  const turnedAway = {
    why: 'failures',
    at: PAUSED_AT,
    failures: { count: 21, areTurnedAway: true },
  } as const;
  expect(words(paused({ pause: turnedAway }))[0]).toBe(
    'Paused: the service turned 21 requests away in a row',
  );
  const interrupted = paused({ pause: { why: 'interrupted', at: PAUSED_AT } });
  expect(words(interrupted, { lost: 4 })[1]).toBe(
    'The tab that sent this run was closed at about 14:30:52. 4 pairs were on their way: their outcome is unknown.',
  );
  expect(words(interrupted, { lost: 1 })[1]).toContain('1 pair was on its way: its outcome is unknown.');
  expect(words(interrupted)[1]).toMatch(/14:30:52\.$/);
});

test('a run that was called off stays so for as long as something of it was not sent', () => {
  const counts = { queued: 0, sending: 0, accepted: 305, refused: 0, unknown: 0, 'not-sent': 7 };
  expect(words(finished({ counts }))[0]).toBe('Stopped: 305 of 312 attached');
  // What had failed is being sent again: nothing is being called off.
  const again = runOf({ cancelledAt: PAUSED_AT, activeSince: PAUSED_AT + 60_000 });
  expect(words(again, { nowMs: PAUSED_AT + 70_000 })[1]).toBe('0:48 so far.');
  expect(words({ ...again, cancelledAt: PAUSED_AT + 65_000 })[1]).toContain('Stopping');
});

test('the numbers of the progress bar sum to what is settled', () => {
  const some = fc.nat(200_000);
  const counts = fc.record({
    queued: some,
    sending: some,
    accepted: some,
    refused: some,
    unknown: some,
    'not-sent': some,
  });
  fc.assert(
    fc.property(counts, (drawn) => {
      const total = Object.values(drawn).reduce((sum, count) => sum + count, 0);
      const text = progressWords(runOf({ counts: drawn, total })).replaceAll(',', '');
      const [settled, of, ...rest] = [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits));
      expect(of).toBe(total);
      expect(settled).toBe((rest[0] ?? 0) + (rest[1] ?? 0) + (rest[2] ?? 0));
    }),
  );
  expect(progressWords(runOf())).toBe('192 of 312: 186 attached, 4 failed, 2 unknown');
});

test('an answer is told in a few words, and none is never told as failure', () => {
  expect(answerOf(lineOf('accepted', { sent: 1, status: 200, durationMs: 243.6 }))).toBe('200 in 244 ms');
  expect(answerOf(lineOf('unknown', { sent: 1, durationMs: 15_004, problem: 'timeout' }))).toBe(
    'No answer in 15 s',
  );
  expect(answerOf(lineOf('unknown', { sent: 1, durationMs: 120, problem: 'network' }))).toBe('No answer');
  expect(answerOf(lineOf('unknown', { sent: 1, problem: 'lost' }))).toBe('Its tab was closed');
  expect(answerOf(lineOf('unknown', { sent: 1, status: 504, durationMs: 900, problem: 'server' }))).toBe(
    '504 in 900 ms',
  );
  expect(answerOf(lineOf('queued'))).toBe('');
  expect(answerOf(lineOf('queued', { sent: 1 }))).toBe('Turned away, will be sent again');
  expect(answerOf(lineOf('queued', { sent: 1, before: [{ state: 'refused' }] }))).toBe('Will be sent again');
  const turnedAway = lineOf('not-sent', { sent: 1, status: 401 });
  expect(answerOf(turnedAway)).toBe('Answered 401, not sent again');
});

test('a run is spoken of where it begins, at each quarter, where it stops, and never between', () => {
  const at = (accepted: number, patch: Partial<Run> = {}) =>
    runOf({
      total: 400,
      counts: { queued: 400 - accepted, sending: 0, accepted, refused: 0, unknown: 0, 'not-sent': 0 },
      ...patch,
    });
  expect(spokenWords(undefined, at(0), NOW)).toBe('Attaching 400 pairs.');
  const heard: string[] = [];
  let before = at(0);
  for (let accepted = 1; accepted <= 399; accepted += 1) {
    const run = at(accepted);
    const said = spokenWords(before, run, NOW);
    if (said !== undefined) heard.push(said);
    before = run;
  }
  expect(heard).toEqual([
    'A quarter answered: 100 of 400: 100 attached, 0 failed, 0 unknown.',
    'Half answered: 200 of 400: 200 attached, 0 failed, 0 unknown.',
    'Three quarters answered: 300 of 400: 300 attached, 0 failed, 0 unknown.',
  ]);
  expect(spokenWords(before, at(400, { status: 'finished' }), NOW)).toBe(
    'Finished: 400 of 400 attached. Took 0:38. The service accepted every pair.',
  );
});

test('runs that are not finished are named by what they send', () => {
  const pause = { why: 'person', at: new Date(2025, 10, 21, 14, 21, 7).getTime() } as const;
  expect(openRunInWords({ total: 312, status: 'paused', pause, source: '' }, PAUSED_AT)).toBe(
    'Run of 312 pairs paused at 14:21:07',
  );
  expect(openRunInWords({ total: 2, status: 'running', source: '' }, PAUSED_AT)).toBe(
    'Run of 2 pairs under way',
  );
});

test('a run that undoes another is not named like the one it undoes', () => {
  const undo = { total: 2, source: 'renewals.csv', undoOf: 'r1' };
  expect(openRunInWords({ ...undo, status: 'running' }, PAUSED_AT)).toBe(
    'Run of 2 pairs, undo of an earlier run, under way',
  );
  expect(openRunInWords({ ...undo, status: 'paused' }, PAUSED_AT)).toBe(
    'Run of 2 pairs, undo of an earlier run, paused',
  );
});
