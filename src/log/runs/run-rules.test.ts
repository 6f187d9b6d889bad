import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import { settled } from './abandoned.ts';
import { countsOf, patched, QUEUED, step, stepped } from './run-rules.ts';
import type { Line, LineEvent, LineState, Mark, Run } from './run.ts';
import { readBlock, writeBlock } from './stored-block.ts';

const STATES: LineState[] = ['queued', 'sending', 'accepted', 'refused', 'unknown', 'not-sent'];
const SEND: LineEvent = { kind: 'send', at: 1000 };
const ANSWER: LineEvent = { kind: 'answer', outcome: 'accepted', status: 200, durationMs: 50 };
const EVENTS: LineEvent[] = [
  SEND,
  ANSWER,
  { kind: 'release', left: true },
  { kind: 'lose' },
  { kind: 'cancel' },
  { kind: 'reopen' },
];

const markIn = (state: LineState): Mark =>
  state === 'queued' || state === 'not-sent' ? { state, sent: 0 } : { state, sent: 1, sentAt: 500 };

const lineOf = (mark: Mark): Line => ({ campaignId: 'c', webhookId: 'w', ...mark });

const fits = (state: LineState, kind: LineEvent['kind']): boolean => {
  switch (kind) {
    case 'send':
    case 'cancel':
      return state === 'queued';
    case 'answer':
    case 'release':
    case 'lose':
      return state === 'sending';
    case 'reopen':
      return state === 'refused' || state === 'unknown' || state === 'not-sent';
  }
};

for (const state of STATES) {
  test(`a line that is ${state} takes what fits, and throws on all else`, () => {
    for (const event of EVENTS) {
      const act = () => step(markIn(state), event);
      if (fits(state, event.kind)) expect(act().state).not.toBe(state);
      else expect(act, event.kind).toThrow();
    }
  });
}

test('what was turned away counts as sent, and what never left does not', () => {
  const sending = step(QUEUED, SEND);
  expect(step(sending, { kind: 'release', left: true })).toEqual({ state: 'queued', sent: 1, sentAt: 1000 });
  expect(step(sending, { kind: 'release', left: false })).toEqual({ state: 'queued', sent: 0 });
});

test('a line that is sent again keeps what came of it before, and forgets what is over', () => {
  const refused = step(step(QUEUED, SEND), {
    kind: 'answer',
    outcome: 'refused',
    status: 500,
    durationMs: 30,
    problem: 'server',
    words: 'no room',
  });
  const again = step(refused, { kind: 'reopen' });
  expect(again).toEqual({
    state: 'queued',
    sent: 1,
    sentAt: 1000,
    before: [{ state: 'refused', sentAt: 1000, status: 500, durationMs: 30 }],
  });
  const lost = step(step(again, { kind: 'send', at: 2000 }), { kind: 'lose' });
  expect(lost).toMatchObject({ state: 'unknown', sent: 2, sentAt: 2000, problem: 'lost' });
  expect(step(lost, { kind: 'reopen' }).before).toHaveLength(2);
});

test('no more than 200 characters of the words are kept, and no half of one', () => {
  const words = `${'x'.repeat(199)}😀${'y'.repeat(4000)}`;
  const mark = step(step(QUEUED, SEND), { kind: 'answer', outcome: 'refused', words });
  expect(mark.words).toBe('x'.repeat(199));
});

const event: fc.Arbitrary<LineEvent> = fc.oneof(
  fc.record({ kind: fc.constant('send' as const), at: fc.nat() }),
  fc.record(
    {
      kind: fc.constant('answer' as const),
      outcome: fc.constantFrom('accepted' as const, 'refused' as const, 'unknown' as const),
      status: fc.integer({ min: 200, max: 599 }),
      durationMs: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
      problem: fc.constantFrom('server' as const, 'timeout' as const, 'web-page' as const),
      words: fc.string({ unit: 'binary', maxLength: 300 }),
    },
    { requiredKeys: ['kind', 'outcome'] },
  ),
  fc.record({ kind: fc.constant('release' as const), left: fc.boolean() }),
  fc.constant({ kind: 'lose' as const }),
  fc.constant({ kind: 'cancel' as const }),
  fc.constant({ kind: 'reopen' as const }),
);

const happenings = fc.array(fc.tuple(fc.nat(4), event), { maxLength: 120 });

test('whatever happens: counts sum to the lines, none is sent more often than it may, accepted is final', () => {
  fc.assert(
    fc.property(happenings, (all) => {
      const marks: Mark[] = Array.from({ length: 5 }, () => QUEUED);
      const allowed = marks.map(() => 1);
      let counts = countsOf(marks);
      for (const [index, one] of all) {
        const before = marks[index];
        if (!before) continue;
        if (!fits(before.state, one.kind)) {
          expect(() => step(before, one)).toThrow();
          continue;
        }
        expect(before.state).not.toBe('accepted');
        const next = stepped(() => before, counts, [[index, one]]);
        const after = next.marks.get(index) ?? before;
        marks[index] = after;
        counts = next.counts;
        if (one.kind === 'reopen' || (one.kind === 'release' && one.left))
          allowed[index] = (allowed[index] ?? 0) + 1;
        expect(after.sent).toBeLessThanOrEqual(allowed[index] ?? 0);
        expect(after.sentAt !== undefined).toBe(after.sent > 0);
        expect(counts).toEqual(countsOf(marks));
        expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(5);
      }
      const lines = marks.map(lineOf);
      if (lines[1]) lines[1].again = true;
      if (lines[2]) lines[2].sourceLine = 1 + lines.length;
      expect(readBlock(writeBlock(lines))).toEqual(lines);
    }),
    { numRuns: 150 },
  );
});

test('any two IDs are the same when written out and read again', () => {
  const id = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constant('a","\\\u2028'),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(id, id), { maxLength: 70 }), (pairs) => {
      const lines = pairs.map(([campaignId, webhookId]): Line => ({ campaignId, webhookId, ...QUEUED }));
      expect(readBlock(writeBlock(lines))).toEqual(lines);
    }),
  );
});

test('lines are read as they were written before it was known which pairs had the operation already', () => {
  expect(readBlock('[["c","w",0,0],["c","w",2,1,5,200]]')).toEqual([
    { campaignId: 'c', webhookId: 'w', state: 'queued', sent: 0 },
    { campaignId: 'c', webhookId: 'w', state: 'accepted', sent: 1, sentAt: 5, status: 200 },
  ]);
});

for (const text of ['', '{', 'null', '[1]', '[["c","w"]]', '[["c","w",9,0]]']) {
  test(`a damaged text is not taken for lines: ${text}`, () => {
    expect(readBlock(text)).toBeUndefined();
  });
}

const RUN: Run = {
  id: 'r',
  at: 0,
  operation: 'attach',
  source: '',
  total: 2,
  counts: countsOf([QUEUED, QUEUED]),
  status: 'running',
  activeMs: 100,
  activeSince: 1000,
  tab: 't',
};

test('a patch sets fields, takes them away and leaves the others', () => {
  const paused = patched(RUN, { status: 'paused', pause: { why: 'person', at: 5 }, activeSince: null });
  expect(paused).toMatchObject({ status: 'paused', pause: { why: 'person', at: 5 }, activeMs: 100 });
  expect(paused).not.toHaveProperty('activeSince');
  expect(patched(paused, { pause: null })).not.toHaveProperty('pause');
  expect(patched(RUN, {})).toEqual(RUN);
  expect(patched(RUN, { activeSince: 0, activeMs: 0 })).toMatchObject({ activeSince: 0, activeMs: 0 });
});

test('what a gone tab was sending is unknown, and the rest of its run waits for a person', () => {
  const sending = step(QUEUED, { kind: 'send', at: 4000 });
  const recordOf = (...marks: [Mark, Mark]) => ({
    run: () => ({ ...RUN, counts: countsOf(marks) }),
    line: (index: number) => lineOf(marks[index] ?? QUEUED),
  });
  expect(settled(recordOf(sending, QUEUED), 9000)).toMatchObject({
    changes: [[0, { kind: 'lose' }]],
    patch: { status: 'paused', pause: { why: 'interrupted', at: 9000 }, activeMs: 3100, activeSince: null },
  });
  expect(settled(recordOf(sending, step(sending, ANSWER)), 9000).patch).toMatchObject({
    status: 'finished',
    finishedAt: 9000,
  });
});
