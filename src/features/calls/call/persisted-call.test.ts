import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import type { Answer } from '#src/api/outcome.ts';
import { fromPersisted, toPersisted } from './persisted-call.ts';
import type { CallHistory, Moment } from './history.ts';
import { failed, record, seenAfter } from './testing/call-kit.ts';

const entry = { id: 'a', addedAt: 5 };
const call = (change: Partial<CallHistory> = {}) => ({
  entry,
  seen: {
    ...seenAfter(record({ status: 'ringing' }), record({ status: 'completed' }), failed('server', 500)),
    ...change,
  },
});

test.describe('times', () => {
  const time = fc.double({ min: 0, max: 1e9, noNaN: true });

  test('on the page that kept it, and on the next, everything is as long ago as it was', () => {
    const cases = fc.record({
      checked: time,
      last: time,
      changed: time,
      kept: time,
      read: time,
      awayMs: time,
      at: fc.double({ min: 1.6e12, max: 2e12, noNaN: true }),
    });
    fc.assert(
      fc.property(cases, ({ checked, last, changed, kept, read, awayMs, at }) => {
        const mono = 1e9 + kept;
        const times = [checked, last, changed];
        const onShelf = toPersisted(
          call({
            checked: { at: 1, mono: checked, durationMs: 2 },
            last: { at: 1, mono: last, record: { status: 'completed' } },
            changedMono: changed,
          }),
          { at, mono },
        );
        const agesAt = (now: Moment) => {
          const { seen } = fromPersisted(onShelf, now);
          return [seen?.checked?.mono, seen?.last?.mono, seen?.changedMono].map(
            (ms) => now.mono - (ms ?? Number.NaN),
          );
        };
        const isNear = (ages: number[], awayFor: number) =>
          // A hundredth of a millisecond is what is left of a fraction beside an epoch.
          ages.every((age, index) => Math.abs(age - (mono - (times[index] ?? 0)) - awayFor) < 0.01);
        expect(isNear(agesAt({ at, mono }), 0)).toBe(true);
        expect(isNear(agesAt({ at: at + awayMs, mono: read }), awayMs)).toBe(true);
      }),
    );
  });

  test('all else comes back as it was, and nothing is made up', () => {
    const moment = { at: 1_763_735_500_000, mono: 30_000 };
    for (const each of [call(), { entry }, { entry, seen: { id: 'a', checks: 0, runs: [], ticks: [] } }]) {
      expect(fromPersisted(toPersisted(each, moment), moment)).toEqual(each);
    }
  });

  test('after the clock was put back nothing is of the future', () => {
    const kept = toPersisted(call(), { at: 1_000_000, mono: 20_000 });
    expect(fromPersisted(kept, { at: 400_000, mono: 50 }).seen?.checked?.mono).toBe(50);
  });
});

test.describe('raw answers', () => {
  const long = (length: number): Answer => ({
    status: 500,
    body: {
      text: 'x'.repeat(length),
      truncated: false,
      bytes: length,
      json: { value: 1 },
      contentType: 'text/plain',
    },
    durationMs: 1,
    at: 1,
  });

  test('up to 4 kB they are kept whole', () => {
    expect(toPersisted(call({ answer: long(4096) })).seen?.answer).toEqual(long(4096));
  });

  test('longer ones are cut, say so, and keep how long they were', () => {
    const answer = long(4097);
    const body = { ...answer.body, text: 'x'.repeat(4096), truncated: true, json: undefined };
    expect(toPersisted(call({ answer })).seen?.answer?.body).toEqual(body);
    expect(answer.body.truncated).toBe(false);
  });

  test('no half of a character is left at the cut', () => {
    const answer = long(0);
    const body = { ...answer.body, text: `${'x'.repeat(4095)}😀 and more` };
    expect(toPersisted(call({ answer: { ...answer, body } })).seen?.answer?.body.text).toBe('x'.repeat(4095));
  });

  test('the answer of a failed check is kept once, cut alike', () => {
    const answer = long(60_000);
    const { failure } = call().seen;
    const problem = { kind: 'server', durationMs: 1, at: 1, answer } as const;
    const kept = toPersisted(call({ answer, failure: { since: 1, count: 1, ...failure, problem } })).seen;
    expect(kept?.failure?.problem?.answer).toBe(kept?.answer);
    expect(JSON.stringify(structuredClone(kept)).length).toBeLessThan(12_000);
  });
});
