import { expect, test } from 'playwright/test';
import type { LineCheck } from './draft.ts';
import {
  checkInWords,
  checkKeys,
  countsInWords,
  everyPairInWords,
  isInvalid,
  isLeftOut,
  lengthOfRun,
  linesInWords,
  openRunInWords,
  runInWords,
  sameInWords,
  sendWords,
} from './check-words.ts';

const NOW = new Date(2025, 10, 21, 14, 31, 40).getTime();
const TODAY = new Date(2025, 10, 21, 14, 21, 7).getTime();
const YESTERDAY = new Date(2025, 10, 20, 17, 2, 55).getTime();
const LAST_YEAR = new Date(2024, 10, 20, 17, 2, 55).getTime();

const PAIR = { campaignId: 'c', webhookId: 'w' };

test('each check is said in the words of the drawing', () => {
  const words: [LineCheck, string][] = [
    [{ kind: 'ready' }, 'Ready'],
    [{ kind: 'header' }, 'Header line'],
    [{ kind: 'duplicate', ofLine: 3 }, 'Same as line 3'],
    [{ kind: 'duplicate', ofLine: 12_345 }, 'Same as line 12,345'],
    [{ kind: 'missing', what: 'webhook' }, 'No webhook ID'],
    [{ kind: 'missing', what: 'campaign' }, 'No campaign ID'],
    [{ kind: 'values', found: 3, expected: 2 }, '3 values, expected 2'],
    [{ kind: 'values', found: 1, expected: 2 }, '1 value, expected 2'],
    [{ kind: 'unsendable', what: 'campaign' }, 'Unusable campaign ID'],
    [{ kind: 'quotes' }, 'Quote out of place'],
  ];
  for (const [check, text] of words) expect(checkInWords({ check, ...PAIR }, NOW).text).toBe(text);
});

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

test('an ID with characters that nobody sees is not simply ready', () => {
  const said = (campaignId: string, webhookId: string) =>
    checkInWords({ check: { kind: 'ready' }, campaignId, webhookId }, NOW);
  expect(said('c', 'wh-\u202e1')).toEqual({
    text: 'Ready, with invisible characters',
    look: { tone: 'warn' },
  });
  expect(said('c\u200b1', 'w').text).toBe('Ready, with invisible characters');
  expect(said('c 1', 'wéb🪝')).toEqual({ text: 'Ready' });
});

test('what can be fixed is told from what is left out for good reason', () => {
  const kinds: LineCheck[] = [
    { kind: 'ready' },
    { kind: 'header' },
    { kind: 'duplicate', ofLine: 1 },
    { kind: 'missing', what: 'webhook' },
    { kind: 'values', found: 1, expected: 2 },
    { kind: 'unsendable', what: 'webhook' },
  ];
  expect(kinds.filter(isInvalid).map(({ kind }) => kind)).toEqual(['missing', 'values', 'unsendable']);
  expect(kinds.filter(isLeftOut).map(({ kind }) => kind)).toEqual(['header', 'duplicate']);
});

const COUNTS = { all: 324, ready: 312, invalid: 4, duplicate: 7, header: 1, same: 5 };

test('the parts of the bar are all lines, each once, though one key counts some of another', () => {
  const keys = checkKeys({ counts: COUNTS }, 'all');
  expect(keys.map(({ label }) => label)).toEqual([
    'All',
    'Ready',
    'Sent before',
    'Invalid, left out',
    'Duplicates, sent once',
    'Header',
  ]);
  const bar = keys.flatMap(({ tone, count, share }) => (tone ? [share ?? count] : []));
  expect(bar.reduce((sum, count) => sum + count, 0)).toBe(COUNTS.all);
});

test('keys without lines are left out, but for the first two and the chosen one', () => {
  const counts = { ...COUNTS, ready: 0, invalid: 0, duplicate: 0, header: 0, same: 0 };
  const values = (chosen: Parameters<typeof checkKeys>[1]) =>
    checkKeys({ counts }, chosen).map(({ value }) => value);
  expect(values('all')).toEqual(['all', 'ready']);
  expect(values('invalid')).toEqual(['all', 'ready', 'invalid']);
});

test('numbers go with one and many', () => {
  expect(linesInWords(1)).toBe('1 line');
  expect(linesInWords(12_345)).toBe('12,345 lines');
  expect(sendWords('attach', 312)).toBe('Attach 312 pairs');
  expect(sendWords('detach', 1)).toBe('Detach 1 pair');
  expect(sameInWords('attach', 5)).toBe('5 pairs were last attached from this browser already.');
  expect(sameInWords('detach', 1)).toBe('1 pair was last detached from this browser already.');
  expect(everyPairInWords({ campaigns: 12, webhooks: 26 })).toBe('12 campaigns × 26 webhooks = 312 pairs');
  expect(everyPairInWords({ campaigns: 1, webhooks: 0 })).toBe('1 campaign × 0 webhooks = 0 pairs');
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
  expect(lengthOfRun(1, { maxConcurrentWrites: 4, maxRequestsPerSecond: 20 }).text).toBe(
    '1 request, 4 at a time: about 1 s',
  );
  expect(lengthOfRun(100_000, { maxConcurrentWrites: 4, maxRequestsPerSecond: 5 }).text).toBe(
    '100,000 requests, 4 at a time: about 6 h',
  );
});

test('runs that are not finished are named by what they send', () => {
  const pause = { why: 'person', at: TODAY } as const;
  expect(openRunInWords({ total: 312, pause, source: '' }, { isGoingOn: false, nowMs: NOW })).toBe(
    'Run of 312 pairs paused at 14:21:07',
  );
  expect(
    openRunInWords(
      { total: 1, pause: { why: 'interrupted', at: YESTERDAY }, source: 'renewals.csv' },
      { isGoingOn: false, nowMs: NOW },
    ),
  ).toBe('Run of 1 pair from renewals.csv paused on 20 Nov, 17:02:55');
  expect(openRunInWords({ total: 2, source: '' }, { isGoingOn: true, nowMs: NOW })).toBe(
    'Run of 2 pairs under way',
  );
  expect(runInWords({ operation: 'detach', total: 96, source: 'pilot.csv' })).toBe(
    'Detach 96 pairs from pilot.csv',
  );
  expect(
    countsInWords({
      operation: 'attach',
      counts: { accepted: 303, refused: 6, unknown: 3, 'not-sent': 0, queued: 2, sending: 1 },
    }),
  ).toBe('303 attached, 6 failed, 3 unknown, 3 waiting');
});
