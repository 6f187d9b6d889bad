import { expect, test } from 'playwright/test';
import { countLines, type Run } from '#src/log/run.ts';
import { describeRun, type RunMoment } from './describe-run.ts';

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
  lost: 0,
};

const WAITS: [why: string, moment: Partial<RunMoment>, text: string][] = [
  ['is sent', {}, '0:00 so far, about 1:30 left.'],
  [
    'is held by the service',
    { waitMs: 40_000 },
    'The service asked for a pause. Continues in 0:40, about 2:10 left.',
  ],
  [
    'waits for a token',
    { awaitedHost: 'id.example' },
    'The sign-in server id.example doesn’t answer. The run continues when it does, or when you sign in again, about 1:30 left.',
  ],
];

for (const [why, moment, text] of WAITS) {
  test(`says the time left while a run ${why}`, () => {
    expect(describeRun(RUN, { ...MOMENT, ...moment })).toBe(text);
  });
}
