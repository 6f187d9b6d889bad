import { expect, test } from 'playwright/test';
import { checkInWords, checkKeys, lengthOfRun } from './check-words.ts';

const NOW = new Date(2025, 10, 21, 14, 31, 40).getTime();
const TODAY = new Date(2025, 10, 21, 14, 21, 7).getTime();
const YESTERDAY = new Date(2025, 10, 20, 17, 2, 55).getTime();
const LAST_YEAR = new Date(2024, 10, 20, 17, 2, 55).getTime();

const PAIR = { campaignId: 'c', webhookId: 'w' };

test('a line that is sent after all says when its pair was sent before', () => {
  const last = (at: number, operation: 'attach' | 'detach' = 'attach') =>
    checkInWords(
      {
        ...PAIR,
        check: { kind: 'ready' },
        last: { campaignId: 'c', webhookId: 'w', operation, at, by: { entry: '1' } },
      },
      NOW,
    ).text;
  expect(last(TODAY)).toBe('Ready, attached at 14:21:07');
  expect(last(TODAY, 'detach')).toBe('Ready, detached at 14:21:07');
  expect(last(YESTERDAY)).toBe('Ready, attached on 20 Nov, 17:02:55');
  expect(last(LAST_YEAR)).toBe('Ready, attached on 20 Nov 2024, 17:02:55');
});

const COUNTS = { all: 324, ready: 312, invalid: 4, duplicate: 7, header: 1, same: 5 };

test('the parts of the bar are all lines, each once, though one key counts some of another', () => {
  const keys = checkKeys(COUNTS, 'all');
  const bar = keys.flatMap(({ tone, count, share }) => (tone ? [share ?? count] : []));
  expect(bar.reduce((sum, count) => sum + count, 0)).toBe(COUNTS.all);
});

test('the length of a run says what it rests on', () => {
  expect(lengthOfRun(312, { maxConcurrentWrites: 4, maxRequestsPerSecond: 5 })).toEqual({
    text: '312 requests, 4 at a time: about 1 min',
    basis: 'at 5 a second',
  });
  expect(lengthOfRun(312, { maxConcurrentWrites: 4, maxRequestsPerSecond: 1000 })).toEqual({
    text: '312 requests, 4 at a time: about 23 s',
    basis: 'if each takes 300 ms',
  });
});
