import { expect, test } from 'playwright/test';
import { createListCheck, createPairCheck, createWarningFinder } from './id-warning.ts';

const NONE = { names: new Map<string, string>(), used: [] };
const known = {
  campaign: { names: new Map([['cmp-1', 'Renewals']]), used: ['both'] },
  webhook: { ...NONE, used: ['wh-1', 'both'] },
};
const usual = {
  campaign: { ...known.campaign, pattern: /^(?:cmp-\d+)$/u },
  webhook: { ...known.webhook, pattern: /^(?:wh-\d+)$/u },
};

for (const [campaignId, webhookId, byKnown, byPattern] of [
  ['wh-1', 'cmp-1', 'swapped', 'swapped'],
  ['cmp-1', 'wh-1', undefined, undefined],
  ['wh-1', 'new', undefined, 'unlike'],
  ['both', 'cmp-1', undefined, 'unlike'],
  ['wh-8', 'cmp-8', undefined, 'swapped'],
  ['cmp-8', 'wh-8', undefined, undefined],
] as const) {
  test(`checks the pair ${campaignId} and ${webhookId}`, () => {
    expect(createPairCheck(known)({ campaignId, webhookId })).toBe(byKnown);
    expect(createPairCheck(usual)({ campaignId, webhookId })).toBe(byPattern);
  });
}

test('warns of an ID of the other kind before its pattern', () => {
  const findWarning = createWarningFinder(usual);
  expect(findWarning('campaign', 'wh-1')).toBe('known-as-other');
  expect(findWarning('campaign', 'wh-8')).toBe('like-other');
  expect(findWarning('campaign', 'x')).toBe('unlike');
  expect(findWarning('campaign', '')).toBeUndefined();
});

test('finds a swapped pair by the rest of its list', () => {
  const list = [
    'cmp-1 wh-1',
    'cmp-1 wh-2',
    'cmp-1 wh-3',
    'cmp-2 wh-1',
    'wh-2 cmp-1',
    'wh-9 cmp-1',
    'wh-1 wh-2',
  ].map((line) => {
    const [campaignId = '', webhookId = ''] = line.split(' ');
    return { campaignId, webhookId };
  });
  const swapped = list.filter(createListCheck(list));
  expect(swapped.map(({ campaignId }) => campaignId)).toEqual(['wh-2', 'wh-9']);
});
