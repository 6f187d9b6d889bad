import { expect, test } from 'playwright/test';
import { countLines, type Pause, type Run } from '#src/log/run.ts';
import {
  describeDetachNext,
  describeLineResult,
  describeRun,
  describeSentRun,
  formatRunTitle,
  type RunMoment,
} from './describe-run.ts';

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
  isSignedOut: false,
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
  ['Attaching paused after 10 answers of 403 in a row', { failures: { count: 10, status: 403 } }],
  ['Attaching paused after 10 requests without an answer', { failures: { count: 10 } }],
  ['Attaching paused after 10 requests without an answer', { failures: { count: 10, problem: 'network' } }],
  [
    'Attaching paused after 10 web pages in place of answers',
    { failures: { count: 10, status: 200, problem: 'web-page' } },
  ],
  [
    'Attaching paused after 10 requests without a whole answer',
    { failures: { count: 10, status: 200, problem: 'network' } },
  ],
  [
    'Attaching paused after 10 redirects in place of answers',
    { failures: { count: 10, problem: 'redirect' } },
  ],
];

for (const [title, pause] of TITLES) {
  test(`${title.slice(17)} ${pause.failures?.problem ?? ''}`, () => {
    expect(formatRunTitle({ ...PAUSED, pause: { why: 'failures', at: 0, ...pause } })).toBe(title);
  });
}

for (const [text, isSignedOut] of [
  ['Your session ended. Sign in, then resume.', true],
  ['Paused. Resume when ready.', false],
] as const) {
  test(text, () => {
    const run: Run = { ...PAUSED, pause: { why: 'session', at: 0 } };
    expect(describeRun({ run, lines: [] }, { ...MOMENT, isSignedOut })).toBe(text);
  });
}

const PAIR = { campaignId: 'c', webhookId: 'w', requests: 1 };
for (const [text, line] of [
  ['refused: 422 “unknown webhook”', { state: 'refused', status: 422, message: 'unknown webhook' }],
  ['refused: 404 in 12 ms', { state: 'refused', status: 404, durationMs: 12 }],
  ['unknown: No answer in 30 s', { state: 'unknown', problem: 'timeout', durationMs: 30_000 }],
  ['not sent', { state: 'not-sent' }],
  ['not sent: Answered 503, not sent again', { state: 'not-sent', status: 503 }],
  ['queued: Answered 429, will be sent again', { state: 'queued', status: 429 }],
  ['unknown: Tab closed or reloaded', { state: 'unknown', problem: 'lost' }],
] as const) {
  test(`a line was ${text}`, () => {
    expect(describeLineResult({ ...PAIR, ...line })).toBe(text);
  });
}

const DETACHING: Run = { ...PAUSED, operation: 'detach', total: 300 };
const counts = { ...RUN.counts, accepted: 8 };
for (const [title, run, hasFailed] of [
  ['Detaching paused at 8 of 300', { counts }, false],
  ['Detaching pauses at 8 of 300', { counts: { ...counts, sending: 2 } }, false],
  ['Detaching stops at 8 of 300', { counts: { ...counts, sending: 2 }, cancelledAt: 1 }, false],
  ['Detaching 300 pairs', { counts, status: 'running' }, false],
  ['Detaching stopped at 8 of 300: this browser’s storage failed', { counts }, true],
  ['Finished: 8 of 300 detached', { counts, status: 'finished' }, false],
  [
    'Finished: 7 of 300 detached, 1 accepted with a message',
    { counts, messages: 1, status: 'finished' },
    false,
  ],
] as const) {
  test(title, () => {
    expect(formatRunTitle({ ...DETACHING, ...run }, hasFailed)).toBe(title);
  });
}

for (const [pairs, text] of [
  ['cmp-1,wh-1', 'Still to detach: wh-1 from cmp-1.'],
  ['cmp-1,wh-1 cmp-2,wh-1', 'Still to detach: wh-1 from 2 campaigns.'],
  ['cmp-1,wh-1 cmp-1,wh-2', 'Still to detach: 2 webhooks from cmp-1.'],
] as const) {
  test(`says “${text}”`, () => {
    const left = pairs.split(' ').map((pair) => {
      const [campaignId = '', webhookId = ''] = pair.split(',');
      return { campaignId, webhookId };
    });
    expect(describeDetachNext(left)).toBe(text);
  });
}

test('counts as undone what an opposite run surely undid', () => {
  const undo: Run = { ...RUN, id: '2', earlier: { run: '1', isUndo: true }, messages: 1 };
  const back = { ...undo, counts: { ...RUN.counts, accepted: 3 } };
  const runs = [back, { ...back, operation: 'detach' as const }];
  expect(describeSentRun({ ...RUN, status: 'finished' }, runs).details).toBe('2 undone later');
});
