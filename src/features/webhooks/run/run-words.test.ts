import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import type { Line, Run } from '#src/log/runs/run.ts';
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

const finished = (patch: Partial<Run> = {}) => runOf({ status: 'finished', ...patch });
const paused = (why: 'failures' | 'interrupted', failures?: NonNullable<Run['pause']>['failures']) =>
  runOf({
    status: 'paused',
    counts: { ...runOf().counts, sending: 0 },
    pause: { why, at: PAUSED_AT, ...(failures && { failures }) },
  });
// What had failed is being sent again, of a run that was called off before.
const again = runOf({ cancelledAt: PAUSED_AT, activeSince: PAUSED_AT + 60_000 });
const WITH_REST = { queued: 0, sending: 0, accepted: 305, refused: 0, unknown: 0, 'not-sent': 7 };

const TITLES: [title: string, run: Run][] = [
  ['Paused after 10 requests without an answer', paused('failures', { count: 10 })],
  [
    'Paused: the service turned 21 requests away in a row',
    paused('failures', { count: 21, areTurnedAway: true }),
  ],
  // For as long as something of it was not sent.
  ['Stopped: 305 of 312 attached', finished({ counts: WITH_REST })],
];

for (const [title, run] of TITLES)
  test(`a run is titled “${title}”`, () => expect(runTitle(run)).toBe(title));

const SENTENCES: [sentences: string, run: Run, moment?: Partial<Moment>][] = [
  // What keeps a run from being sent takes the place of the times, the most telling first.
  ['The service asked for a pause. Goes on in 0:12.', runOf(), { heldMs: 11_200 }],
  [
    'This browser is offline. Nothing is being sent; the run goes on when it is back.',
    runOf(),
    { isOffline: true, heldMs: 11_200 },
  ],
  [
    'The tab that sent this run was closed at about 14:30:52. 1 pair was on its way: its outcome is unknown.',
    paused('interrupted'),
    { lost: 1 },
  ],
  ['The tab that sent this run was closed at about 14:30:52.', paused('interrupted')],
  ['0:48 so far.', again, { nowMs: PAUSED_AT + 70_000 }],
  ['Stopping, 4 answers to come.', { ...again, cancelledAt: PAUSED_AT + 65_000 }],
];

for (const [sentences, run, moment] of SENTENCES) {
  test(`a run is told as “${sentences}”`, () => {
    expect(runSentences(run, { ...NOW, ...moment }).join(' ')).toBe(sentences);
  });
}

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

const ANSWERS: [words: string, line: Line][] = [
  ['200 in 244 ms', lineOf('accepted', { sent: 1, status: 200, durationMs: 243.6 })],
  ['No answer in 15 s', lineOf('unknown', { sent: 1, durationMs: 15_004, problem: 'timeout' })],
  // Never told as failure.
  ['No answer', lineOf('unknown', { sent: 1, durationMs: 120, problem: 'network' })],
  ['Its tab was closed', lineOf('unknown', { sent: 1, problem: 'lost' })],
  ['504 in 900 ms', lineOf('unknown', { sent: 1, status: 504, durationMs: 900, problem: 'server' })],
  ['', lineOf('queued')],
  ['Turned away, will be sent again', lineOf('queued', { sent: 1 })],
  ['Will be sent again', lineOf('queued', { sent: 1, before: [{ state: 'refused' }] })],
  ['Answered 401, not sent again', lineOf('not-sent', { sent: 1, status: 401 })],
];

for (const [words, line] of ANSWERS) {
  test(`the answer to a line that is ${line.state} reads “${words}”`, () => {
    expect(answerOf(line)).toBe(words);
  });
}

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

test('runs that are not finished are named by what they send; an undo is not named like the run that it undoes', () => {
  const list = { total: 2, source: 'renewals.csv', status: 'running' } as const;
  expect(openRunInWords(list, PAUSED_AT)).toBe('Run of 2 pairs from renewals.csv under way');
  expect(openRunInWords({ ...list, undoOf: 'r1' }, PAUSED_AT)).toBe(
    'Run of 2 pairs, undo of an earlier run, under way',
  );
  expect(openRunInWords({ ...list, undoOf: 'r1', status: 'paused' }, PAUSED_AT)).toBe(
    'Run of 2 pairs, undo of an earlier run, paused',
  );
});
