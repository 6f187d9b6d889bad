import { expect, test } from 'playwright/test';
import * as fc from 'fast-check';
import type { Line } from '#src/log/runs/run.ts';
import { never, read } from '#src/features/webhooks/draft/testing/draft-kit.ts';
import { recordOf as anyRecordOf } from './testing/run-kit.ts';
import { runAsCsv, runAsJson } from './run-export.ts';

const RUN = {
  id: '0001',
  at: Date.UTC(2025, 10, 21, 14, 31, 40),
  source: 'renewals.csv',
  finishedAt: Date.UTC(2025, 10, 21, 14, 32, 47),
  tab: 'tab-7',
};

const recordOf = (lines: readonly Line[]) => anyRecordOf(lines, RUN);

const sentAt = Date.UTC(2025, 10, 21, 14, 31, 41, 250);
const ids = { campaignId: 'c', webhookId: 'w' };

const LINES: Line[] = [
  { ...ids, state: 'accepted', sent: 1, sentAt, status: 200, durationMs: 211.6 },
  {
    campaignId: '=c',
    webhookId: 'w,"1"',
    state: 'refused',
    sent: 2,
    sentAt,
    status: 400,
    durationMs: 90,
    problem: 'invalid',
    words: '@no\nway',
    sourceLine: 7,
    before: [{ state: 'unknown', sentAt: sentAt - 1000, durationMs: 15_000 }],
  },
  { ...ids, state: 'unknown', sent: 1, sentAt, problem: 'lost' },
  { ...ids, state: 'not-sent', sent: 0 },
  { ...ids, state: 'queued', sent: 0 },
  { ...ids, state: 'sending', sent: 1, sentAt },
];

test('a run as CSV: every line, every outcome, and no formula', async () => {
  const text = (await runAsCsv(recordOf(LINES), { signal: never })).join('');
  expect(text).toBe(
    [
      '\uFEFFno,sourceLine,operation,campaignId,webhookId,outcome,status,durationMs,sentAt,attempts,problem,reason',
      '1,,attach,c,w,accepted,200,212,2025-11-21T14:31:41.250Z,1,,',
      `2,7,attach,'=c,"w,""1""",refused,400,90,2025-11-21T14:31:41.250Z,2,invalid,"'@no\nway"`,
      '3,,attach,c,w,unknown,,,2025-11-21T14:31:41.250Z,1,lost,',
      '4,,attach,c,w,not sent,,,,0,,',
      '5,,attach,c,w,queued,,,,0,,',
      '6,,attach,c,w,sending,,,2025-11-21T14:31:41.250Z,1,,',
      '',
    ].join('\r\n'),
  );
});

test('a run as JSON, with its earlier attempts', async () => {
  const text = (await runAsJson(recordOf(LINES), { signal: never })).join('');
  const written: unknown = JSON.parse(text);
  expect(written).toMatchObject({
    run: {
      id: '0001',
      at: '2025-11-21T14:31:40.000Z',
      operation: 'attach',
      source: 'renewals.csv',
      total: 6,
      finishedAt: '2025-11-21T14:32:47.000Z',
    },
  });
  expect(written).not.toHaveProperty('run.tab');
  expect(written).toHaveProperty('lines.length', 6);
  expect(written).toHaveProperty('lines.1', {
    line: 2,
    campaignId: '=c',
    webhookId: 'w,"1"',
    outcome: 'refused',
    sent: 2,
    sentAt: '2025-11-21T14:31:41.250Z',
    status: 400,
    durationMs: 90,
    problem: 'invalid',
    words: '@no\nway',
    sourceLine: 7,
    before: [{ state: 'unknown', sentAt: '2025-11-21T14:31:40.250Z', durationMs: 15_000 }],
  });
  expect(text).toBe(`${JSON.stringify(written, undefined, 2)}\n`);
});

test('10,000 lines are written in parts, between which the page may answer', async () => {
  const lines = Array.from({ length: 10_000 }, (): Line => ({ ...ids, state: 'queued', sent: 0 }));
  const parts = await runAsCsv(recordOf(lines), { signal: never });
  expect(parts).toHaveLength(51);
  expect(parts.join('').split('\r\n')).toHaveLength(10_002);
});

test('the exported pairs read back the same', async () => {
  const id = fc
    .string({
      unit: fc.constantFrom('a', '0', ',', ';', '"', "'", '=', '-', '\t', ' ', 'é', '🪝'),
      minLength: 1,
    })
    .map((text) => `${text.trim()}x`);
  const states = fc.constantFrom<Line['state']>('accepted', 'refused', 'unknown', 'not-sent');
  const line: fc.Arbitrary<Line> = fc.record({
    campaignId: id,
    webhookId: id,
    state: states,
    sent: fc.nat({ max: 3 }),
    words: fc.string(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 10 }), async (lines) => {
      const parts = await runAsCsv(recordOf(lines), { signal: never });
      const draft = await read({ kind: 'file', file: new File(parts, 'run.csv') });
      const back = draft
        .lines('all')
        .slice(1)
        .map((index) => draft.line(index));
      expect(back.map(({ campaignId, webhookId }) => [campaignId, webhookId])).toEqual(
        lines.map(({ campaignId, webhookId }) => [campaignId, webhookId]),
      );
      expect(draft.getState().counts).toMatchObject({ invalid: 0, header: 1 });
    }),
  );
});
