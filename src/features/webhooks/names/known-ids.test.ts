import { expect, test } from 'playwright/test';
import { checkPair, createKnownIds, describePart, findWarning, suggestIds } from './known-ids.ts';

const names = new Map([
  ['cmp-1', 'Winter renewals'],
  ['cmp-2', 'Renewals'],
  ['cmp-3', 'Survey'],
  ['cmp-4', 'survey'],
]);

test('suggests IDs with a name first', () => {
  expect(suggestIds({ names, used: ['renew-9', 'cmp-2', 'other'] }, 'renew')).toEqual([
    { id: 'cmp-1', name: 'Winter renewals' },
    { id: 'cmp-2', name: 'Renewals' },
    { id: 'renew-9' },
  ]);
});

test('suggests at most fifty IDs', () => {
  const many = new Map(Array.from({ length: 60 }, (_, at) => [`id-${at}`, `Name ${at}`]));
  expect(suggestIds({ names: many, used: ['used'] }, '').length).toBe(50);
});

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

test('finds the names that a text is part of, unless it looks like an ID', () => {
  expect(known.campaign.findNamesWith(' RENEW ')).toEqual(['Renewals']);
  for (const text of ['', 'renewals', 'renewals!', 'both', 'cmp-1'])
    expect(known.campaign.findNamesWith(text)).toEqual([]);
  const numbered = { names: new Map([['cmp-1', 'Phase 12']]), used: [], pattern: /^\d+$/u };
  expect(createKnownIds({ campaign: numbered, webhook: NONE }).campaign.findNamesWith('12')).toEqual([]);
});

test('finds the words of names', () => {
  const campaign = { names: new Map([['cmp-1', 'Summer Sale']]), used: ['sale'] };
  const { isWordOfName } = createKnownIds({ campaign, webhook: NONE }).campaign;
  const texts = ['Summer', ' SALE', 'sale', 'Summ', 'summer sale', '', 'cmp-1'];
  expect(texts.filter(isWordOfName)).toEqual(['Summer', ' SALE']);
});

for (const [found, part] of [
  [['CRM Leads'], 'part of “CRM Leads”.'],
  [['A', 'B'], 'part of “A” and “B”.'],
  [['A', 'B', 'C'], 'part of “A”, “B” and 1 more name.'],
  [['A', 'B', 'C', 'D'], 'part of “A”, “B” and 2 more names.'],
] as const) {
  test(`quotes at most two names of ${found.length}`, () => {
    expect(describePart(' leads', found)).toBe(`“leads” is no ID or name known here, but ${part}`);
  });
}

test('warns of a link or a shortened number in place of an ID', () => {
  expect(findWarning(known, 'campaign', '1.23E+15')).toBe('unlike');
  expect(findWarning(known, 'campaign', '123E15')).toBeUndefined();
  expect(findWarning(known, 'webhook', 'https://hooks.example/wh-1')).toBe('unlike');
  expect(findWarning(known, 'webhook', 'hooks.example/wh-1')).toBeUndefined();
});

test('warns of spaces within an ID that is not known', () => {
  expect(findWarning(known, 'campaign', 'cmp 3011')).toBe('unlike');
  expect(findWarning(known, 'campaign', ' cmp-3011 ')).toBeUndefined();
  const used = createKnownIds({ ...sources, campaign: { ...NONE, used: ['cmp 3011'] } });
  expect(findWarning(used, 'campaign', 'cmp 3011')).toBeUndefined();
});

test('warns of an ID of the other kind before its pattern', () => {
  expect(findWarning(usual, 'campaign', 'wh-1')).toBe('known-as-other');
  expect(findWarning(usual, 'campaign', 'wh-8')).toBe('like-other');
  expect(findWarning(usual, 'campaign', 'x')).toBe('unlike');
  expect(findWarning(usual, 'campaign', '')).toBeUndefined();
});
