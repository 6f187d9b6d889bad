import { expect, test } from 'playwright/test';
import { checkPair, findWarning } from './id-warning.ts';
import { createKnownIds } from './names-match.ts';

const NONE = { names: new Map<string, string>(), used: [] };
const sources = {
  campaign: { names: new Map([['cmp-1', 'Renewals']]), used: ['both'] },
  webhook: { ...NONE, used: ['wh-1', 'both'] },
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
  ['wh-8', 'cmp-8', undefined, 'swapped'],
  ['cmp-8', 'wh-8', undefined, undefined],
] as const) {
  test(`checks the pair ${campaignId} and ${webhookId}`, () => {
    expect(checkPair(known, { campaignId, webhookId })).toBe(byKnown);
    expect(checkPair(usual, { campaignId, webhookId })).toBe(byPattern);
  });
}

test('warns of an ID of the other kind before its pattern', () => {
  expect(findWarning(usual, 'campaign', 'wh-1')).toBe('known-as-other');
  expect(findWarning(usual, 'campaign', 'wh-8')).toBe('like-other');
  expect(findWarning(usual, 'campaign', 'x')).toBe('unlike');
  expect(findWarning(usual, 'campaign', '')).toBeUndefined();
});
