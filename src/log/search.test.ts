import { expect, test } from 'playwright/test';
import type { LineEvent } from './runs/run.ts';
import { searchSent, type SentQuery } from './search.ts';
import { ATTACH, browserForTests, refuseStorage } from './testing/journal-kit.ts';
import { usedIds } from './store.ts';
import { spanOfDay } from '#src/lib/timestamp.ts';

const browser = browserForTests();

const ACCEPTED: LineEvent = { kind: 'answer', outcome: 'accepted', status: 200, durationMs: 7 };
const REFUSED: LineEvent = { kind: 'answer', outcome: 'refused', status: 500, durationMs: 9 };

const search = (query: Partial<SentQuery> = {}) =>
  searchSent(browser.openTab(), { limit: 100, ...query }, new AbortController().signal);

const dayOf = (at: number): string => {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** An entry, a run of 100 lines of which three were sent a second later each, and a day later another entry. */
const fill = async () => {
  const [journal, runLog] = [browser.openTab(), browser.openRunLog()];
  const first = await journal.record({ ...ATTACH, webhookId: 'wh-alone' });
  await journal.close(first, { outcome: 'accepted', status: 200 });
  browser.tick(1000);
  const pairs = Array.from({ length: 100 }, (_, index) => ({
    campaignId: 'CMP-run',
    webhookId: `wh-${index}`,
  }));
  const record = await runLog.begin({ operation: 'detach', source: 'list.csv' }, pairs);
  for (const [index, event] of [
    [70, ACCEPTED],
    [5, REFUSED],
    [99, ACCEPTED],
  ] as const) {
    browser.tick(1000);
    await record.append([[index, browser.send()]]);
    await record.append([[index, event]]);
  }
  const span = spanOfDay(dayOf(browser.now()));
  browser.tick(86_400_000);
  const second = await journal.record({ ...ATTACH, webhookId: 'wh-late' });
  await journal.close(second, { outcome: 'unknown' });
  return { first, second, span, run: record.run().id };
};

test('entries and lines of runs stand in one list, the newest first', async () => {
  const { first, second, run } = await fill();
  const { found, more } = await search();
  expect(found.map(({ webhookId }) => webhookId)).toEqual(['wh-late', 'wh-99', 'wh-5', 'wh-70', 'wh-alone']);
  expect(more).toBe(false);
  expect(found[0]).toMatchObject({ from: { entry: second }, outcome: 'unknown', operation: 'attach' });
  expect(found[2]).toEqual({
    at: browser.now() - 86_401_000,
    operation: 'detach',
    campaignId: 'CMP-run',
    webhookId: 'wh-5',
    outcome: 'refused',
    requests: 1,
    status: 500,
    durationMs: 9,
    from: { run, line: 5, source: 'list.csv' },
  });
  expect(found[4]).toMatchObject({ from: { entry: first } });
});

test('every part of a query has to fit, in either case', async () => {
  const { span } = await fill();
  const ids = async (query: Partial<SentQuery>) =>
    (await search(query)).found.map(({ webhookId }) => webhookId);
  expect(await ids({ campaign: 'cmp-RUN' })).toEqual(['wh-99', 'wh-5', 'wh-70']);
  expect(await ids({ campaign: 'cmp', webhook: ' L' })).toEqual(['wh-late', 'wh-alone']);
  expect(await ids({ outcome: 'accepted' })).toEqual(['wh-99', 'wh-70', 'wh-alone']);
  expect(await ids({ span, outcome: 'refused' })).toEqual(['wh-5']);
  expect(await ids({ span: spanOfDay(dayOf(browser.now())) })).toEqual(['wh-late']);
  expect(await ids({ span: spanOfDay('yesterday') })).toEqual([]);
  expect(await ids({ webhook: 'none' })).toEqual([]);
});

test('the newest are shown, and that there are more', async () => {
  await fill();
  const { found, more } = await search({ limit: 2 });
  expect(found.map(({ webhookId }) => webhookId)).toEqual(['wh-late', 'wh-99']);
  expect(more).toBe(true);
  expect((await search({ limit: 5 })).more).toBe(false);
});

test('where storage refuses, a search says so', async () => {
  refuseStorage();
  const { signal } = new AbortController();
  await expect(searchSent(browser.openTab(), { limit: 100 }, signal)).rejects.toThrow('denied');
});

test('a search that is given up rejects', async () => {
  await fill();
  await expect(searchSent(browser.openTab(), { limit: 1 }, AbortSignal.abort())).rejects.toThrow('abort');
});

test('the IDs of late come first, each once, also those that were not accepted', async () => {
  await fill();
  expect(await browser.openTab().read((db) => usedIds(db, 3))).toEqual({
    campaigns: ['cmp-1', 'CMP-run'],
    webhooks: ['wh-late', 'wh-99', 'wh-70'],
  });
});

test('of thousands of pairs those of late are found, the newest first', async () => {
  const runLog = browser.openRunLog();
  const pairs = Array.from({ length: 3000 }, (_, index) => ({
    campaignId: `c-${index % 7}`,
    webhookId: `w-${index}`,
  }));
  const record = await runLog.begin({ operation: 'attach', source: '' }, pairs);
  await record.append(pairs.map((_, index) => [index, { kind: 'send', at: browser.now() + index }] as const));
  await record.append(pairs.map((_, index) => [index, ACCEPTED] as const));
  const { campaigns, webhooks } = await browser.openTab().read((db) => usedIds(db, 50));
  expect(webhooks).toEqual(Array.from({ length: 50 }, (_, index) => `w-${2999 - index}`));
  expect(campaigns).toHaveLength(7);
});
