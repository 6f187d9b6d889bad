import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import type { Answer, Outcome, Problem } from '#src/api/outcome.ts';
import type { JournalEntry, JournalOutcome } from './entry.ts';
import type { Journal } from './journal.ts';
import { recorded } from './recorded.ts';
import { ATTACH, browserForTests, browserOf } from './testing/journal-kit.ts';

const browser = browserForTests();

const request = { method: 'POST', target: '/api/v3/add_webhook_campaingn' } as const;
const answer = (status: number): Answer => ({
  status,
  body: { text: 'an answer', truncated: false, bytes: 13, json: undefined, contentType: '' },
  durationMs: 212,
  at: 0,
});
const problem = (over: Partial<Problem> = {}): Problem => ({
  kind: 'network',
  durationMs: 30_000,
  at: 0,
  ...over,
});

const OUTCOMES: [outcome: Outcome, kept: Partial<JournalEntry>][] = [
  [
    { kind: 'accepted', request, answer: answer(201), notes: [] },
    { outcome: 'accepted', status: 201, durationMs: 212 },
  ],
  [
    { kind: 'refused', request, answer: answer(422), problem: problem({ status: 422, durationMs: 5 }) },
    { outcome: 'refused', status: 422, durationMs: 5 },
  ],
  [
    { kind: 'unknown', request, problem: problem() },
    { outcome: 'unknown', status: undefined, durationMs: 30_000 },
  ],
  [
    { kind: 'not-sent', request, problem: problem({ kind: 'offline', durationMs: 0 }) },
    { outcome: 'not-sent', durationMs: 0 },
  ],
];

for (const [outcome, kept] of OUTCOMES) {
  test(`${outcome.kind}: written ahead, sent, closed, handed back`, async () => {
    const journal = browser.openTab();
    const done = await recorded(journal, ATTACH, async () => {
      expect(await journal.list()).toMatchObject([{ outcome: 'sending' }]);
      return outcome;
    });
    expect(done.outcome).toBe(outcome);
    const [entry] = await journal.list();
    expect(entry).toMatchObject({ id: done.entryId, ...kept });
  });
}

test('R10: of an answer, a pair keeps 200 characters of the service’s words; a save keeps none, nor a body', async () => {
  const journal = browser.openTab();
  const { body, ...rest } = answer(200);
  const said = JSON.stringify({ message: 'w'.repeat(300), token: 's3cret' });
  const outcome: Outcome = {
    kind: 'accepted',
    request,
    answer: { ...rest, body: { ...body, text: said, json: { value: JSON.parse(said) } } },
    notes: [],
  };
  await recorded(journal, ATTACH, async () => outcome);
  await recorded(journal, { operation: 'save', sidEnding: '17e', phoneEnding: '0018' }, async () => outcome);
  const entries = await journal.list();
  expect(entries).toMatchObject([{ operation: 'save' }, { words: 'w'.repeat(200) }]);
  expect(entries[0]).not.toHaveProperty('words');
  expect(JSON.stringify(entries)).not.toContain('s3cret');
});

test('a sending that fails by a fault of ours leaves an unknown entry behind, never a sending one', async () => {
  const journal = browser.openTab();
  await expect(recorded(journal, ATTACH, () => Promise.reject(new Error('fault')))).rejects.toThrow('fault');
  expect(await journal.list()).toMatchObject([{ outcome: 'unknown' }]);
});

type Step =
  | { do: 'record'; tab: number; operation: 'attach' | 'detach'; pair: number; undo: boolean }
  | { do: 'close'; entry: number; outcome: Exclude<JournalOutcome, 'sending'> }
  | { do: 'leave' | 'look'; tab: number };

const OPERATIONS = ['attach', 'detach'] as const;
const ENDS = ['accepted', 'refused', 'unknown', 'not-sent'] as const;

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('record' as const),
    tab: fc.nat(1),
    operation: fc.constantFrom(...OPERATIONS),
    pair: fc.nat(1),
    undo: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('close' as const),
    entry: fc.nat(20),
    outcome: fc.constantFrom(...ENDS),
  }),
  fc.record({ do: fc.constantFrom('leave' as const, 'look' as const), tab: fc.nat(1) }),
);

type Expected = { id: string; tab: Journal; pair: string; operation: string; outcome: JournalOutcome };

test('R19: whatever two tabs do and when they leave, each entry goes its one way and the last accepted stays', async () => {
  test.slow();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const own = browserOf();
      const tabs = [own.openTab(), own.openTab()];
      const expected: Expected[] = [];
      const check = async (journal: Journal): Promise<void> => {
        const list = await journal.list();
        const shown = list.map(({ id, outcome }) => [id, outcome]);
        expect(shown).toEqual(expected.map(({ id, outcome }) => [id, outcome]).toReversed());
        for (const pair of ['wh-0', 'wh-1']) {
          const newest = expected.findLast((entry) => entry.pair === pair && entry.outcome === 'accepted');
          const last = await journal.lastAccepted('cmp', pair);
          expect(last?.by).toEqual(newest && { entry: newest.id });
        }
        for (const { id, undoneBy } of list) {
          const undo = list.findLast((entry) => entry.undoOf === id && entry.outcome === 'accepted');
          expect(undoneBy).toBe(undo?.id);
        }
      };
      for (const given of steps) {
        own.tick(1000);
        switch (given.do) {
          case 'record': {
            const tab = tabs[given.tab];
            if (!tab) break;
            const pair = `wh-${given.pair}`;
            const undoOf = given.undo ? expected.at(-1)?.id : undefined;
            const id = await tab.record({
              operation: given.operation,
              campaignId: 'cmp',
              webhookId: pair,
              undoOf,
            });
            expected.push({ id, tab, pair, operation: given.operation, outcome: 'sending' });
            break;
          }
          case 'close': {
            const entry = expected[given.entry];
            if (!entry) break;
            await entry.tab.close(entry.id, { outcome: given.outcome });
            if (entry.outcome === 'sending') entry.outcome = given.outcome;
            break;
          }
          case 'leave': {
            const gone = tabs[given.tab];
            if (!gone) break;
            await own.closeTab(gone);
            tabs[given.tab] = own.openTab();
            for (const entry of expected) {
              if (entry.tab === gone && entry.outcome === 'sending') entry.outcome = 'unknown';
            }
            await check(tabs[given.tab] ?? gone);
            break;
          }
          case 'look': {
            const tab = tabs[given.tab];
            if (tab) await check(tab);
          }
        }
      }
      for (const tab of tabs) await check(tab);
      own.end();
    }),
    { numRuns: 60 },
  );
});
