import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import { step } from './runs/run-rules.ts';
import type { LineEvent, LineState } from './runs/run.ts';
import { browserOf, replaceMethod } from './testing/journal-kit.ts';

const LINES = 130;

type Given = {
  lines: number[];
  kind: LineEvent['kind'];
  outcome: 'accepted' | 'refused' | 'unknown';
  left: boolean;
};

const given: fc.Arbitrary<Given> = fc.record({
  lines: fc.uniqueArray(fc.constantFrom(0, 1, 63, 64, 65, 127, 128, 129), { minLength: 1, maxLength: 8 }),
  kind: fc.constantFrom('send', 'send', 'answer', 'answer', 'release', 'cancel', 'reopen'),
  outcome: fc.constantFrom('accepted', 'refused', 'unknown'),
  left: fc.boolean(),
});

const eventOf = ({ kind, outcome, left }: Given, at: number): LineEvent => {
  switch (kind) {
    case 'send':
      return { kind, at };
    case 'answer':
      return { kind, outcome, status: 200 };
    case 'release':
      return { kind, left };
    case 'lose':
    case 'cancel':
    case 'reopen':
      return { kind };
  }
};

const fits = (state: LineState, event: LineEvent): boolean => {
  try {
    return step({ state, sent: 1 }, event).state !== state;
  } catch {
    return false;
  }
};

/** Fails every transaction that begins after so many. */
const crashAfter = (commits: number): (() => void) => {
  let left = commits;
  return replaceMethod(IDBDatabase.prototype, 'transaction', (original) => {
    return function (this: unknown, ...args: unknown[]) {
      if (args[1] === 'readwrite') {
        left -= 1;
        if (left < 0) throw new DOMException('gone', 'InvalidStateError');
      }
      return original.apply(this, args);
    };
  });
};

test('wherever a tab ends: what was kept as sent and not as answered is unknown, and the rest is as it was kept', async () => {
  test.slow();
  await fc.assert(
    fc.asyncProperty(fc.array(given, { maxLength: 25 }), fc.nat(25), async (all, commits) => {
      const browser = browserOf();
      const runLog = browser.openRunLog({ storageRetryMs: 1_000_000 });
      await runLog.acquireLease();
      const pairs = Array.from({ length: LINES }, (_, index) => ({
        campaignId: 'c',
        webhookId: `w${index}`,
      }));
      const record = await runLog.begin({ operation: 'attach', source: '' }, pairs);
      const known = pairs.map((): LineState => 'queued');
      const everSent = new Set<number>();
      const putBack = crashAfter(commits);
      try {
        for (const one of all) {
          const event = eventOf(one, browser.now());
          const lines = one.lines.filter((index) => fits(record.line(index).state, event));
          await record.append(lines.map((index) => [index, event]));
          if (record.trouble() !== undefined) continue;
          for (const index of lines) {
            known[index] = record.line(index).state;
            if (event.kind === 'send') everSent.add(index);
          }
        }
      } finally {
        putBack();
      }
      await browser.closeTab(runLog);
      const next = browser.openRunLog();
      await next.acquireLease();
      await next.settleAbandoned();
      const read = await next.open(record.run().id);
      const expected = known.map((state) => (state === 'sending' ? 'unknown' : state));
      const found = known.map((_, index) => read?.line(index).state);
      expect(found).toEqual(expected);
      for (const [index, state] of found.entries()) {
        if (!everSent.has(index)) expect(['queued', 'not-sent']).toContain(state);
      }
      const counts = Object.values(read?.run().counts ?? {});
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(LINES);
      expect(read?.run().status).toBe(found.includes('queued') ? 'paused' : 'finished');
      browser.end();
    }),
    { numRuns: 15 },
  );
});
