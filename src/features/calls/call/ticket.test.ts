import { expect, test } from 'playwright/test';
import { record, failed, historyAfter, callWith } from './testing/call-kit.ts';
import { formatTickets } from './ticket.ts';

const ORIGIN = 'https://console.example';
const MAX_BYTES = 4096;

const countBytes = (text: string) => new TextEncoder().encode(text).length;

test('a ticket has each exported field and a link', () => {
  const history = historyAfter(
    record({
      status: 'failed',
      startTime: '2025-11-21T14:00:00Z',
      duration: 9,
      error: 'carrier rejected it',
    }),
  );
  const call = callWith(history, { id: 'c-1', note: 'ask Ana' });
  expect(formatTickets([call], ORIGIN).text).toBe(
    [
      'Call ID: c-1',
      'Status: failed',
      'Started (UTC): 2025-11-21 14:00:00',
      'Duration in seconds: 9',
      'Error: carrier rejected it',
      'Last checked (UTC): 2026-01-02 12:00:10',
      'Added (UTC): 1970-01-01 00:00:00',
      'Note: ask Ana',
      'Link: https://console.example/calls/c-1',
    ].join('\n'),
  );
});

test('a ticket of a failed check says why', () => {
  const history = historyAfter(record({ status: 'in-progress' }), failed('server', 500));
  const { text } = formatTickets([callWith(history)], ORIGIN);
  expect(text).toContain('\nStatus: in-progress\nCheck failed: error 500\n');
  const failing = callWith(history, { id: 'c-1' });
  const failedCall = callWith(historyAfter(record({ status: 'failed', error: 'busy' })), { id: 'c-2' });
  expect(formatTickets([failing, failedCall], ORIGIN).text.split('\n')).toEqual([
    '2 calls',
    'in-progress: 1',
    '  Check failed: error 500: 1',
    'failed: 1',
    '  busy: 1',
    '',
    'c-1: in-progress, last checked (UTC): 2026-01-02 12:00:10, Check failed: error 500',
    'c-2: failed, error: busy',
  ]);
});

test('a ticket says when an ID was not found', () => {
  const { text } = formatTickets([callWith(historyAfter(failed('not-found', 404)))], ORIGIN);
  expect(text).toContain('\nCheck failed: not found (404)\nLast checked (UTC): 2026-01-02 12:00:10\n');
});

test('the counts of a ticket leave no call out', () => {
  const calls = Array.from({ length: 20 }, (_, at) =>
    callWith(historyAfter(record({ status: at < 6 ? 'failed' : `s-${at}`, error: `e-${at}` })), {
      id: `c-${at}`,
    }),
  );
  const { text } = formatTickets(calls, ORIGIN);
  expect(text).toContain('failed: 6\n  e-0: 1\n  e-1: 1\n  e-2: 1\n  e-3: 1\n  2 others: 2\n');
  expect(text).toContain('\n3 others: 3\n');
});

test('a ticket says that a call is stuck', () => {
  const history = historyAfter(record({ status: 'in-progress', duration: 60 }));
  const [stuck, other] = [callWith(history, { id: 'c-1', stuckMs: 1000 }), callWith(history, { id: 'c-2' })];
  expect(formatTickets([stuck], ORIGIN).text).toContain('\nStatus: in-progress (stuck)\n');
  const lines = formatTickets([stuck, other], ORIGIN).text.split('\n');
  expect(lines).toContain('in-progress (stuck): 1');
  expect(lines).toContain('c-1: in-progress (stuck), duration in seconds: 60');
  expect(lines).toContain('c-2: in-progress, duration in seconds: 60');
});

test('a ticket escapes invisible characters', () => {
  const history = historyAfter(record({ status: 'failed', error: 'no route\nStatus: completed\r\u202ex' }));
  const { text } = formatTickets([callWith(history, { id: 'c\u200b1' })], ORIGIN);
  expect(text.split('\n')).toEqual([
    'Call ID: c⟨U+200B⟩1',
    'Status: failed',
    'Error: no route⟨U+000A⟩Status: completed⟨U+000D⟩⟨U+202E⟩x',
    expect.stringMatching(/^Last checked/),
    expect.stringMatching(/^Added/),
    `Link: ${ORIGIN}/calls/c%E2%80%8B1`,
  ]);
});

test('a ticket has at most 4 kB', () => {
  const long = '😀'.repeat(5000);
  const history = historyAfter(
    record({ status: long, startTime: long, endTime: long, error: '\u200b'.repeat(5000) }),
  );
  const call = callWith(history, { id: '😀'.repeat(256), note: '\n'.repeat(200) });
  const { text, count } = formatTickets([call], ORIGIN);
  expect(count).toBe(1);
  expect(countBytes(text)).toBeLessThanOrEqual(MAX_BYTES);
  expect(text).not.toContain('\ufffd');

  const short = callWith(historyAfter(record({ status: 'failed' })), { id: 'c-1' });
  const many = formatTickets(
    Array.from({ length: 1000 }, () => short),
    ORIGIN,
  );
  expect(countBytes(many.text)).toBeLessThanOrEqual(MAX_BYTES);
  expect(many.count).toBeGreaterThan(10);
  expect(many.text.split('\n').filter((line) => line === 'c-1: failed')).toHaveLength(many.count);
});

test('a ticket of several calls begins with counts', () => {
  const failure = (id: string, error: string, note?: string) =>
    callWith(historyAfter(record({ status: 'failed', error, startTime: '2025-11-21T14:00:00Z' })), {
      id,
      note,
    });
  const calls = [
    callWith(historyAfter(record({ status: 'in-progress', duration: 65 })), { id: 'c-1' }),
    failure('c-2', 'no answer'),
    failure('c-3', 'busy'),
    failure('c-4', 'busy', 'ask Ana'),
  ];
  expect(formatTickets(calls, ORIGIN).text.split('\n')).toEqual([
    '4 calls',
    'failed: 3',
    '  busy: 2',
    '  no answer: 1',
    'in-progress: 1',
    '',
    'c-1: in-progress, duration in seconds: 65',
    'c-2: failed, started (UTC): 2025-11-21 14:00:00, error: no answer',
    'c-3: failed, started (UTC): 2025-11-21 14:00:00, error: busy',
    'c-4: failed, started (UTC): 2025-11-21 14:00:00, error: busy, note: ask Ana',
  ]);
});

test('counts of long texts leave room for calls', () => {
  const calls = Array.from({ length: 50 }, (_, at) =>
    callWith(
      historyAfter(record({ status: `${at % 8}${'😀'.repeat(90)}`, error: `${at}${'😀'.repeat(90)}` })),
      {
        id: `c-${at}`,
      },
    ),
  );
  const { text, count } = formatTickets(calls, ORIGIN);
  expect(countBytes(text)).toBeLessThanOrEqual(MAX_BYTES);
  expect(count).toBeGreaterThan(3);
  expect(text).toMatch(/and \d+ more$/);
});
