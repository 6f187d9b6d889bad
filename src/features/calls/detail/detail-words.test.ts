import { expect, test } from 'playwright/test';
import { record, seenAfter, viewSeen } from '#src/features/calls/call/testing/call-kit.ts';
import { checksWords, exactAge, lengthHint, ticketText } from './words.ts';

test('a ticket has what the service reported, when it was seen, the note, and no line without a value', () => {
  const seen = seenAfter(
    record({
      status: 'failed',
      startTime: '2025-11-21T14:00:00Z',
      duration: 9,
      error: 'carrier rejected it',
    }),
  );
  const view = viewSeen(seen, { id: 'c-1', note: 'ask Ana' });
  expect(ticketText(view, 'https://console.example/calls/c-1')).toBe(
    [
      'Call: c-1',
      'Status: Failed',
      'Started: 2025-11-21T14:00:00Z',
      'Duration: 9 s',
      'Error: carrier rejected it',
      `Checked: ${new Date(seen?.checked?.at ?? 0).toISOString()}`,
      'Note: ask Ana',
      'Link: https://console.example/calls/c-1',
    ].join('\n'),
  );
});

test('how the checks of a refused ID went', () => {
  expect(checksWords(1, 1, '404')).toBe('1, answered 404');
  expect(checksWords(2, 2, '404')).toBe('2, both answered 404');
  expect(checksWords(7, 7, '404')).toBe('7, all answered 404');
  expect(checksWords(7, 1, '404')).toBe('7, the last answered 404');
  expect(checksWords(7, 3, '404')).toBe('7, the last 3 answered 404');
});

test('an ID of another length than the others is pointed out', () => {
  expect(lengthHint('abc', ['abcd', 'efgh'])).toBe(
    ' This one is 3 characters; your other watched IDs are 4.',
  );
  expect(lengthHint('abc', ['abcd'])).toBe(' This one is 3 characters; your other watched ID is 4.');
  for (const others of [['abd'], ['a', 'bb'], []]) expect(lengthHint('abc', others)).toBe('');
});

test('ages are exact up to an hour', () => {
  expect([3999, 156_000, 3_700_000].map(exactAge)).toEqual(['3 s ago', '2 min 36 s ago', '1 h ago']);
});
