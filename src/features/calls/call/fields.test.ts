import { expect, test } from 'playwright/test';
import { errorSummary } from './call.ts';
import { noNextCheck, shortTime, troubleText } from './fields.ts';
import { setOutJson } from './json-text.ts';
import { failed, record, seenAfter, unrecognised, viewSeen } from './testing/call-kit.ts';

const live = record({ status: 'in-progress', duration: 3 });

const view = (reads: Parameters<typeof seenAfter>, entry?: { paused: true }) =>
  viewSeen(seenAfter(...reads), entry);

test('why there is no next check', () => {
  expect(noNextCheck(view([record({ status: 'completed' })], { paused: true }))).toBe('–');
  expect(noNextCheck(view([live], { paused: true }))).toBe('Paused');
  expect(noNextCheck(view([failed('not-found', 404)]))).toBe('Stopped');
});

test('R17: an error in one line, never [object Object]', () => {
  const carrier = { route: null, attempts: 2 };
  expect(errorSummary('busy')).toBe('busy');
  expect(errorSummary({ code: 'SIP_480', message: 'Temporarily unavailable', carrier })).toBe(
    'SIP_480 · Temporarily unavailable · 2',
  );
  expect(errorSummary({})).toBe('{}');
  expect(errorSummary({ route: null })).toBe('{"route":null}');
  expect(errorSummary(['a', { b: [1] }])).toBe('a · 1');
});

test('what stands in the column "Error"', () => {
  const text = (...reads: Parameters<typeof seenAfter>) => troubleText(view(reads));
  expect(text(live)).toBeUndefined();
  expect(text(record({ status: 'failed', error: 'busy' }))).toBe('busy');
  expect(text(failed('not-found', 404))).toBe('Service answered 404 for this ID');
  expect(text(failed('timeout'))).toBe('No answer from the service');
  expect(text(live, failed('timeout'), failed('timeout'))).toBe('No answer from the service, tried 2 times');
  expect(text(failed('server', 502))).toBe('Service answered 502');
  expect(text(unrecognised)).toBe('Answer not recognised');
});

test('R15: timestamps in short, the value as it came at hand', () => {
  const now = Date.UTC(2025, 10, 21, 15);
  expect(shortTime('2025-11-21T14:28:03Z', now)?.title).toBe('2025-11-21T14:28:03Z');
  expect(shortTime('2025-11-21T14:28:03', now)).toEqual({
    text: '14:28:03',
    title: '2025-11-21T14:28:03, zone not stated',
  });
  expect(shortTime('soon', now)).toEqual({ text: 'soon', title: 'soon' });
  expect(shortTime(1763735283, now)?.title).toBe('1763735283');
  expect(shortTime(1763735283000, now)?.text).toBe(shortTime('1763735283', now)?.text);
  expect(shortTime(undefined, now)).toBeUndefined();
});

test('JSON is set out with every value as it came', () => {
  const text = '{"a":1.0,"big":12345678901234567890,"s":"x{\\"y\\"}, [z]","n":{"e":{},"l":[1,null]},"l":[]}';
  const out = setOutJson(text);
  expect(out).toContain('"big": 12345678901234567890');
  expect(out).toContain('"a": 1.0');
  expect(JSON.parse(out)).toEqual(JSON.parse(text));
  expect(setOutJson('{"b":[1,{"c":true}]}')).toBe(JSON.stringify({ b: [1, { c: true }] }, null, 2));
  expect(setOutJson(' "x" ')).toBe('"x"');
});
