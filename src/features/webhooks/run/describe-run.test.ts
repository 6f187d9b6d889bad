import { expect, test } from 'playwright/test';
import { countLines, type Pause, type Run } from '#src/log/run.ts';
import { describeLineAnswer, describeRun, formatRunTitle, type RunMoment } from './describe-run.ts';

const RUN: Run = {
  id: '1',
  at: 0,
  operation: 'attach',
  source: '',
  total: 1,
  counts: countLines([{ state: 'queued' }]),
  messages: 0,
  status: 'running',
  activeMs: 0,
  tab: 'a',
};
const MOMENT: RunMoment = {
  epochMs: 0,
  isHere: true,
  hasFailed: false,
  isOffline: false,
  awaitedHost: undefined,
  waitMs: undefined,
  remainingMs: 90_000,
  limitedTo: undefined,
};

const WAITS: [why: string, moment: Partial<RunMoment>, text: string][] = [
  ['is sent', {}, '0:00 so far, about 1:30 left.'],
  ['is slowed down', { limitedTo: 4.25 }, '0:00 so far, about 1:30 left, at 4.25 a second.'],
  [
    'is held by the service',
    { waitMs: 40_000, limitedTo: 2.5 },
    'The service asked for a pause. Continues in 0:40, about 2:10 left, at 2.5 a second.',
  ],
  [
    'waits for a token',
    { awaitedHost: 'id.example' },
    'The sign-in server id.example doesn’t answer. The run continues when it does, or when you sign in again, about 1:30 left.',
  ],
];

for (const [why, moment, text] of WAITS) {
  test(`says the time left while a run ${why}`, () => {
    expect(describeRun({ run: RUN, lines: [] }, { ...MOMENT, ...moment })).toBe(text);
  });
}

const PAUSED: Run = { ...RUN, total: 12, status: 'paused' };
const TITLES: [title: string, pause: Partial<Pause>][] = [
  ['Attaching paused at 0 of 12', {}],
  ['Paused after 10 answers of 403 in a row', { failures: { count: 10, status: 403 } }],
  ['Paused after 10 requests without an answer', { failures: { count: 10 } }],
  ['Paused after the first 5 of 12 pairs', { why: 'person', afterFirst: 5 }],
  ['Paused after the first of 12 pairs', { why: 'person', afterFirst: 1 }],
];

for (const [title, pause] of TITLES) {
  test(`titles a run “${title}”`, () => {
    expect(formatRunTitle({ ...PAUSED, pause: { why: 'failures', at: 0, ...pause } })).toBe(title);
  });
}

test('says that a line will be sent again', () => {
  expect(
    describeLineAnswer({ campaignId: 'c', webhookId: 'w', state: 'queued', requests: 1, status: 429 }),
  ).toBe('Answered 429, will be sent again');
});
