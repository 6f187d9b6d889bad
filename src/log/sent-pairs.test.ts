import { expect, test } from 'playwright/test';
import type { EntryResult, PairOperation } from './entry.ts';
import type { Log } from './log.ts';
import { collectPairStates, readSentPairs } from './sent-pairs.ts';
import { browserForTests } from './testing/log-kit.ts';

const browser = browserForTests();

const send = async (
  log: Log,
  operation: PairOperation,
  webhookId: string,
  outcome: EntryResult['outcome'],
) => {
  browser.tick(1000);
  await log.close(await log.record({ operation, campaignId: 'cmp-1', webhookId }), { outcome });
};

const read = <T>(log: Log, act: (batches: ReturnType<typeof readSentPairs>) => Promise<T>) =>
  log.read((db) => act(readSentPairs(db)));

test('keeps an unknown outcome until a later request is accepted', async () => {
  const log = browser.openTab();
  const state = async () => {
    const [{ accepted, last, unknown } = {}] = await read(log, collectPairStates);
    return [accepted?.operation, last?.outcome, unknown?.operation];
  };
  await send(log, 'attach', 'a', 'accepted');
  await send(log, 'detach', 'a', 'unknown');
  await send(log, 'detach', 'a', 'refused');
  expect(await state()).toEqual(['attach', 'refused', 'detach']);
  await send(log, 'detach', 'a', 'accepted');
  expect(await state()).toEqual(['detach', 'accepted', undefined]);
});
