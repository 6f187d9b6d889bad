import { expect, test } from 'playwright/test';
import type { Answer } from '#src/api/outcome.ts';
import { computeAddedAt } from './call-fields.ts';
import { MAX_NOTE_LENGTH, readSavedCall } from './call.ts';
import { parseHistory, serializeHistory } from './history.ts';
import { failed, NOON, record, historyAfter } from './testing/call-kit.ts';

const entry = { id: 'a', addedAt: 5, failureSeen: true, note: 'call back' } as const;
const history = historyAfter(
  record({ status: 'ringing' }),
  record({ status: 'completed', duration: 4.5, endTime: 1_763_735_500, error: { json: 1, answer: ['x'] } }),
  failed('server', 500),
);
const text = serializeHistory(history, { at: NOON + 40_000, mono: 40_000 });

const answerOf = (body: string): Answer => ({
  status: 500,
  body: { text: body, truncated: false, bytes: body.length, json: undefined, contentType: 'text/plain' },
  durationMs: 1,
  at: 1,
});
const savedAnswer = (answer: Answer) =>
  parseHistory(serializeHistory({ ...history, answer }, { at: 1e12, mono: 50_000 }))?.answer?.body;

test('reads what was saved', () => {
  expect(parseHistory(text, { at: NOON + 40_000, mono: 40_000 })).toEqual(history);
  expect(readSavedCall(entry, undefined)).toEqual({ entry });
  expect(readSavedCall(entry, text)?.history?.intervals).toEqual(history.intervals);
});

test('the list of version 1 is read as a label', () => {
  expect(readSavedCall({ ...entry, list: ' Berlin, Monday' }, undefined)?.entry).toEqual({
    ...entry,
    labels: ['Berlin Monday'],
  });
  const both = { ...entry, labels: ['VIP', 'vip'], list: 'Berlin' };
  expect(readSavedCall(both, undefined)?.entry).toEqual({ ...entry, labels: ['VIP', 'Berlin'] });
  expect(readSavedCall({ ...entry, list: '' }, undefined)?.entry).toEqual(entry);
});

test('keeps ages on the next page', () => {
  const later = parseHistory(text, { at: NOON + 47_000, mono: 3000 });
  expect(later?.checked?.mono).toBe(3000 - 27_000);
  expect(later?.checked?.at).toBe(NOON + 20_000);
});

test('no check is in the future after the clock was set back', () => {
  expect(parseHistory(text, { at: NOON + 5000, mono: 50 })?.checked?.mono).toBe(50);
});

test('cuts a long answer between characters', () => {
  expect(savedAnswer(answerOf('x'.repeat(4096)))).toMatchObject({ truncated: false, bytes: 4096 });
  const cut = savedAnswer(answerOf(`${'x'.repeat(4095)}😀 and more`));
  expect(cut).toMatchObject({ text: 'x'.repeat(4095), truncated: true });
});

const damaged = (change: object) => JSON.stringify({ ...JSON.parse(text), ...change });

const DAMAGED: Record<string, readonly [entry: unknown, history?: string]> = {
  'no entry': [undefined],
  'a number as ID': [{ ...entry, id: 5 }],
  'an empty ID': [{ ...entry, id: '' }],
  'an ID that no address can carry': [{ ...entry, id: '..' }],
  'an object as note': [{ ...entry, note: {} }],
  'a note that is too long': [{ ...entry, note: 'x'.repeat(MAX_NOTE_LENGTH + 1) }],
  'a text as time': [{ ...entry, addedAt: 'now' }],
  'a time beyond all dates': [{ ...entry, addedAt: 1e20 }],
  'an empty history': [entry, '{}'],
  'a history cut short': [entry, text.slice(0, -9)],
  'the history of another call': [entry, damaged({ id: 'b' })],
  'a record without a status': [entry, damaged({ last: { at: 1, mono: 1, record: {} } })],
  'a failure of an unknown kind': [
    entry,
    damaged({ failure: { since: 1, count: 1, problem: { kind: 'odd', durationMs: 1, at: 1 } } }),
  ],
  'a number among the intervals': [entry, damaged({ intervals: [7] })],
};

for (const [what, [savedEntry, savedHistory]] of Object.entries(DAMAGED)) {
  test(`refuses ${what}`, () => {
    expect(readSavedCall(savedEntry, savedHistory)).toBeUndefined();
  });
}

test('keeps what a later release adds', () => {
  const later = { ...entry, later: 1 };
  expect(readSavedCall(later, undefined)?.entry).toEqual(later);
  expect(parseHistory(JSON.stringify({ ...JSON.parse(text), later: 1 }))).toHaveProperty('later', 1);
});

test('10,000 calls that are added together keep their order', () => {
  const now = Date.UTC(2026, 10, 23) + 3;
  const times = Array.from({ length: 10_000 }, (_, index) => computeAddedAt(now, index));
  expect(new Set(times).size).toBe(times.length);
  // Of one batch.
  expect(times.at(-1)).toBeLessThan((times[0] ?? 0) + 4);
});
