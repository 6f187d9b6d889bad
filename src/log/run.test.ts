import { expect, test } from 'playwright/test';
import {
  applyEvent,
  countLines,
  interruptRun,
  rowToLine,
  lineToRow,
  parseRun,
  type Line,
  type LineEvent,
  type Run,
} from './run.ts';

const LINE: Line = { campaignId: 'cmp-1', webhookId: 'wh-1', sourceLine: 3, state: 'queued', requests: 0 };
const SEND: LineEvent = { kind: 'send', at: 1000, row: 'r1' };
const RUN: Run = {
  id: 'run',
  at: 900,
  operation: 'attach',
  source: '',
  total: 1,
  counts: countLines([LINE]),
  messages: 0,
  status: 'running',
  activeMs: 50,
  activeSince: 1000,
  tab: 'a',
};

const after = (...events: LineEvent[]): Line => events.reduce(applyEvent, LINE);

test('sends and answers a line once', () => {
  const answer: LineEvent = { kind: 'answer', outcome: 'refused', status: 422, message: 'no' };
  expect(after(SEND, answer)).toMatchObject({ state: 'refused', requests: 1, status: 422, sentAt: 1000 });
  for (const events of [[answer], [SEND, SEND], [SEND, answer, SEND], [SEND, answer, answer]]) {
    expect(() => after(...events)).toThrow(/has no/);
  }
});

test('queues a refused line again', () => {
  const away = after(SEND, { kind: 'release', wasSent: true, status: 429 });
  expect(away).toMatchObject({ state: 'queued', requests: 1, status: 429, row: 'r1' });
  expect(applyEvent(away, { ...SEND, row: 'r2' })).toMatchObject({
    state: 'sending',
    requests: 2,
    row: 'r2',
  });
  const called = after(SEND, { kind: 'release', wasSent: false });
  expect(called).toMatchObject({ state: 'queued', requests: 0 });
  expect(called.sentAt).toBeUndefined();
});

test('reads a run of both operations as history', () => {
  const { pause: _pause, ...paused } = {
    ...RUN,
    operation: 'change',
    status: 'paused',
    total: 3,
    counts: { ...RUN.counts, accepted: 1, queued: 2 },
    pause: { why: 'person', at: 1000, afterFirst: 1 },
  };
  const run = parseRun({ ...paused, pause: _pause });
  expect(run).toMatchObject({
    isMixed: true,
    status: 'finished',
    counts: { accepted: 1, queued: 0, 'not-sent': 2 },
  });
  expect(run?.pause).toBeUndefined();
  expect(parseRun(run)).toEqual(run);
});

test('reads a line from its row', () => {
  const { campaignId, webhookId, sourceLine } = LINE;
  const begun = { campaignId, webhookId, sourceLine };
  for (const line of [
    after(SEND),
    after(SEND, { kind: 'answer', outcome: 'accepted', status: 200, withMessage: true }),
    after(SEND, { kind: 'answer', outcome: 'unknown', problem: 'timeout', durationMs: 5 }),
    after(SEND, { kind: 'release', wasSent: true, status: 503 }),
    after(SEND, { kind: 'release', wasSent: false }),
  ]) {
    expect(rowToLine(begun, lineToRow(RUN, line, 0, 'a'), RUN)).toEqual(line);
  }
  expect(rowToLine(begun, undefined, RUN)).toEqual(LINE);
  expect(rowToLine(begun, undefined, { cancelledAt: 1 }).state).toBe('not-sent');
});

test('a run of a closed tab pauses, or is finished', () => {
  const lost = after(SEND, { kind: 'answer', outcome: 'unknown', problem: 'lost' });
  const waiting = interruptRun({ run: RUN, lines: [lost, LINE] }, 9000);
  expect(waiting).toMatchObject({
    status: 'paused',
    pause: { why: 'interrupted', at: 9000 },
    counts: { unknown: 1, queued: 1 },
    activeMs: 50,
  });
  expect(waiting.activeSince).toBeUndefined();
  expect(interruptRun({ run: RUN, lines: [lost] }, 9000)).toMatchObject({ status: 'finished' });
});
