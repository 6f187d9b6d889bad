import { expect, test } from 'playwright/test';
import { guessColumns, pickColumn, type WantedColumn } from './columns.ts';
import { readList } from './read-list.ts';

const WANTED: readonly WantedColumn<'campaign' | 'webhook'>[] = [
  { key: 'campaign', label: 'Campaign', noun: 'campaign ID', names: ['campaignid', 'campaign', 'cmp'] },
  { key: 'webhook', label: 'Webhook', noun: 'webhook ID', names: ['webhookid', 'webhook', 'wh'] },
];

const guess = async (text: string) => {
  const list = await readList({ kind: 'text', text }, WANTED, new AbortController().signal);
  if (typeof list === 'string') throw new Error(list);
  const { header, columns } = guessColumns(list, WANTED);
  return [header, columns.campaign, columns.webhook];
};

const LISTS: [what: string, text: string, expected: unknown[]][] = [
  ['no header', 'c1,w1\nc2,w2', [undefined, 0, 1]],
  ['a header in another order', 'Webhook ID;Campaign ID\nw1;c1', [0, 1, 0]],
  ['one column named', 'from,Webhook ID\nc1,w1', [0, 0, 1]],
  ['a short name alone, which is an ID', 'c1,wh\nc2,w2', [undefined, 0, 1]],
  ['the more telling name', 'Campaign,Campaign ID,Webhook\nSpring,c1,w1', [0, 1, 2]],
  ['one column', 'c1\nc2', [undefined, 0, 1]],
];

for (const [what, text, expected] of LISTS) {
  test(`guesses the columns of ${what}`, async () => expect(await guess(text)).toEqual(expected));
}

test('never reads a column twice', () => {
  const picked = { header: undefined, columns: { campaign: 0, webhook: 1 } };
  expect(pickColumn(picked, 'campaign', 1).columns).toEqual({ campaign: 1, webhook: 0 });
  expect(pickColumn(picked, 'campaign', 2).columns).toEqual({ campaign: 2, webhook: 1 });
});
