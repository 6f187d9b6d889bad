import { expect, test } from 'playwright/test';
import { checkPair, createKnownIds } from './known-ids.ts';

const names = new Map([
  ['cmp-1', 'Winter renewals'],
  ['cmp-2', 'Renewals'],
  ['cmp-3', 'Survey'],
  ['cmp-4', 'survey'],
]);

const NAMED: [text: string, ids: string[]][] = [
  [' renewals ', ['cmp-2']],
  ['SURVEY', ['cmp-3', 'cmp-4']],
  ['renewal', []],
  ['Winter renewals', []],
  ['cmp-1', []],
  [' ', []],
];

for (const [text, ids] of NAMED) {
  test(`finds ${ids.join(' and ') || 'no ID'} by the name ${JSON.stringify(text)}`, () => {
    const campaign = { names, used: ['Winter renewals'] };
    const known = createKnownIds({ campaign, webhook: { names: new Map(), used: [] } }).campaign;
    expect(known.findByName(text)).toEqual(ids);
    expect(known.resolve(text)).toBe(ids.length === 1 ? ids[0] : text);
  });
}

const NONE = { names: new Map<string, string>(), used: [] };
const sources = {
  campaign: {
    names: new Map([
      ['cmp-1', 'Renewals'],
      ['cmp-7', 'Winter wave'],
    ]),
    used: ['both'],
  },
  webhook: { names: new Map([['wh-7', 'Slack']]), used: ['wh-1', 'both'] },
};
const known = createKnownIds(sources);
const usual = createKnownIds({
  campaign: { ...sources.campaign, pattern: /^(?:cmp-\d+)$/u },
  webhook: { ...sources.webhook, pattern: /^(?:wh-\d+)$/u },
});

for (const [campaignId, webhookId, byKnown, byPattern] of [
  ['wh-1', 'cmp-1', 'swapped', 'swapped'],
  ['cmp-1', 'wh-1', undefined, undefined],
  ['wh-1', 'new', 'swapped', 'swapped'],
  ['both', 'wh-1', undefined, 'unlike'],
  ['wh-8', 'new', undefined, 'unlike'],
  ['wave', 'wh-1', 'part', 'part'],
  ['slack', 'renewals', 'swapped', 'swapped'],
  ['wh-8', 'cmp-8', undefined, 'swapped'],
  ['cmp-8', 'wh-8', undefined, undefined],
] as const) {
  test(`checks the pair ${campaignId} and ${webhookId}`, () => {
    expect(checkPair(known, { campaignId, webhookId })).toBe(byKnown);
    expect(checkPair(usual, { campaignId, webhookId })).toBe(byPattern);
  });
}

test('finds the words of names', () => {
  const campaign = { names: new Map([['cmp-1', 'Summer Sale']]), used: ['sale'] };
  const { isWordOfName } = createKnownIds({ campaign, webhook: NONE }).campaign;
  const texts = ['Summer', ' SALE', 'sale', 'Summ', 'summer sale', '', 'cmp-1'];
  expect(texts.filter(isWordOfName)).toEqual(['Summer', ' SALE']);
});
