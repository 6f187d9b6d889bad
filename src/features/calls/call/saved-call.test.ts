import { expect, test } from 'playwright/test';
import type { Answer } from '#src/api/outcome.ts';
import { parseHistory, serializeHistory, LONGEST_NOTE, readSavedCall } from './saved-call.ts';
import { failed, record, historyAfter } from './testing/call-kit.ts';

const entry = { id: 'a', addedAt: 5, paused: true, note: 'call back' } as const;
const history = historyAfter(
  record({ status: 'ringing' }),
  record({ status: 'completed', duration: 4.5, endTime: 1_763_735_500, error: { json: 1, answer: ['x'] } }),
  failed('server', 500),
);
const text = serializeHistory(history, { at: 40_000, mono: 40_000 });

const answerOf = (body: string): Answer => ({
  status: 500,
  body: { text: body, truncated: false, bytes: body.length, json: undefined, contentType: 'text/plain' },
  durationMs: 1,
  at: 1,
});
const savedAnswer = (answer: Answer) =>
  parseHistory(serializeHistory({ ...history, answer }, { at: 1e12, mono: 50_000 }))?.answer?.body;

test('a saved call is read as it was', () => {
  expect(parseHistory(text, { at: 40_000, mono: 40_000 })).toEqual(history);
  expect(readSavedCall(entry, undefined)).toEqual({ entry });
  expect(readSavedCall(entry, text)?.history?.intervals).toEqual(history.intervals);
});

test('on the next page everything is as long ago', () => {
  const later = parseHistory(text, { at: 47_000, mono: 3000 });
  expect(later?.checked?.mono).toBe(3000 - 27_000);
  expect(later?.checked?.at).toBe(20_000);
});

test('after the clock was put back nothing is of the future', () => {
  expect(parseHistory(text, { at: 5000, mono: 50 })?.checked?.mono).toBe(50);
});

test('a raw answer is cut at 4 kB, between characters', () => {
  expect(savedAnswer(answerOf('x'.repeat(4096)))).toMatchObject({ truncated: false, bytes: 4096 });
  const cut = savedAnswer(answerOf(`${'x'.repeat(4095)}😀 and more`));
  expect(cut).toMatchObject({ text: 'x'.repeat(4095), truncated: true });
});

test('the JSON of an answer is read from its text', () => {
  expect(savedAnswer(answerOf('{"a":[1]}'))?.json).toEqual({ value: { a: [1] } });
  expect(savedAnswer(answerOf('busy'))?.json).toBeUndefined();
});

const withHistory = (change: object) => [entry, JSON.stringify({ ...JSON.parse(text), ...change })] as const;

const DAMAGED: Record<string, readonly [entry: unknown, history?: unknown]> = {
  'no entry': [undefined],
  'a number as ID': [{ ...entry, id: 5 }],
  'an empty ID': [{ ...entry, id: '' }],
  'an ID that no address can carry': [{ ...entry, id: '..' }],
  'an object as note': [{ ...entry, note: {} }],
  'a note that is too long': [{ ...entry, note: 'x'.repeat(LONGEST_NOTE + 1) }],
  'a text as time': [{ ...entry, addedAt: 'now' }],
  'a time no date has': [{ ...entry, addedAt: 1e20 }],
  'an empty history': [entry, '{}'],
  'a history that is no text': [entry, {}],
  'a history cut short': [entry, text.slice(0, -9)],
  'the history of another call': withHistory({ id: 'b' }),
  'a record without a status': withHistory({ last: { at: 1, mono: 1, record: {} } }),
  'a failure of an unknown kind': withHistory({
    failure: { since: 1, count: 1, problem: { kind: 'odd', durationMs: 1, at: 1 } },
  }),
  'a number among the intervals': withHistory({ intervals: [7] }),
};

test('a row that does not fit is no call', () => {
  for (const [what, [savedEntry, savedHistory]] of Object.entries(DAMAGED))
    expect(readSavedCall(savedEntry, savedHistory), what).toBeUndefined();
});

test('unknown fields of a row are left out', () => {
  const { history: read } = readSavedCall({ ...entry, odd: 1 }, withHistory({ odd: 1 })[1]) ?? {};
  expect(read).not.toHaveProperty('odd');
  expect(readSavedCall({ ...entry, odd: 1 }, undefined)?.entry).toEqual(entry);
});
