import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import {
  begin,
  endBrowsers,
  fail,
  OK,
  pairsOf,
  runOf,
  sendingBrowser,
  webhookOf,
} from './testing/runner-kit.ts';

test.afterEach(endBrowsers);

type Fate = 'done' | 'error' | 'dropped-before' | 'dropped-after' | 'busy';

/** What the service does with the first, second … request for one pair; the last holds for all further ones. */
const fate = fc.constantFrom<Fate[]>(
  ['done'],
  ['done'],
  ['error'],
  ['dropped-before'],
  ['dropped-after'],
  ['busy', 'done'],
  ['busy', 'busy', 'error'],
);
test('whatever the service does and whenever the tab dies, run log and service agree line by line', async () => {
  test.setTimeout(60_000);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fate, { minLength: 1, maxLength: 24 }),
      // After so many requests the tab dies.
      fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
      async (fates, dying) => {
        const deaths = [...dying];
        const asked = new Map<string, number>();
        const done = new Set<string>();
        const turnedAway = new Map<string, number>();
        let untilDeath = deaths.shift() ?? Infinity;
        let die = (): void => undefined;
        const { openTab, browser } = sendingBrowser((call) => {
          const webhookId = webhookOf(call);
          const before = asked.get(webhookId) ?? 0;
          asked.set(webhookId, before + 1);
          untilDeath -= 1;
          if (untilDeath === 0) die();
          const plan = fates[Number(webhookId.slice(3))] ?? [];
          const step = plan[before] ?? plan.at(-1) ?? 'done';
          if (step === 'done' || step === 'dropped-after') done.add(webhookId);
          if (step.startsWith('dropped')) throw new TypeError('Failed to fetch');
          if (step === 'busy') {
            turnedAway.set(webhookId, (turnedAway.get(webhookId) ?? 0) + 1);
            return fail(429, { 'Retry-After': '0' });
          }
          return step === 'error' ? fail(500) : OK();
        });

        let tab = openTab();
        let killing: Promise<void> | undefined;
        die = () => {
          killing ??= tab.kill();
        };
        const id = await begin(tab, pairsOf(fates.length));
        for (;;) {
          await expect.poll(() => killing !== undefined || tab.runner.current() === undefined).toBe(true);
          if (killing !== undefined) {
            await killing;
            killing = undefined;
            untilDeath = deaths.shift() ?? Infinity;
            tab = openTab();
          }
          await expect.poll(async () => (await runOf(tab, id))?.status).not.toBe('running');
          if ((await runOf(tab, id))?.status === 'finished') break;
          expect(await tab.runner.resume(id)).toBe('running');
        }

        const record = await tab.runLog.open(id);
        const sums = { accepted: 0, refused: 0, unknown: 0 };
        for (const index of fates.keys()) {
          const { state, webhookId, sent } = record?.line(index) ?? {};
          const requests = asked.get(webhookId ?? '') ?? 0;
          const repeats = turnedAway.get(webhookId ?? '') ?? 0;
          expect(requests - repeats).toBeLessThanOrEqual(1);
          expect(sent).toBeGreaterThanOrEqual(requests);
          if (state === 'accepted') expect(done).toContain(webhookId);
          if (state === 'refused') expect(done).not.toContain(webhookId);
          if (state === 'accepted' || state === 'refused' || state === 'unknown') sums[state] += 1;
        }
        expect(record?.run().counts).toEqual({ ...sums, queued: 0, sending: 0, 'not-sent': 0 });
        expect(sums.accepted + sums.refused + sums.unknown).toBe(fates.length);
        browser.end();
      },
    ),
    { numRuns: 25 },
  );
});
