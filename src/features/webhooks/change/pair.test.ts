import { expect, test } from 'playwright/test';
import { pairOfLink, pairSchema, toPair, type PairValues } from './pair.ts';

/** What is said first of each faulty field. */
const faultsOf = (values: PairValues) => {
  const issues = pairSchema.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
};

for (const id of ['007', 'a/b c+d&é#?', '0', 'null', '%41', '=cmd', '<b>', '💡', 'a\u00a0b']) {
  test(`R18: the ID ${JSON.stringify(id)} stays as it is`, () => {
    expect(toPair({ campaignId: id, webhookId: id })).toEqual({ campaignId: id, webhookId: id });
  });
}

for (const blank of ['', ' ', '\t ', '\u00a0', '\u200b', '\n']) {
  test(`R18: ${JSON.stringify(blank)} is no ID, and is said at its own field`, () => {
    expect(faultsOf({ campaignId: blank, webhookId: 'wh-1' })).toEqual({
      campaignId: 'Enter the campaign ID. It can’t be left out.',
    });
    expect(faultsOf({ campaignId: 'cmp-1', webhookId: blank })).toEqual({
      webhookId: 'Enter the webhook ID. It can’t be left out.',
    });
  });
}

test('an ID stays as it was typed', () => {
  const typed = { campaignId: ' cmp  1\t', webhookId: '\u200bwh-1\n' };
  expect(toPair(typed)).toEqual(typed);
});

test('half a surrogate pair has no encoding and is refused', () => {
  expect(faultsOf({ campaignId: 'cmp-\ud83d', webhookId: 'wh-1' })).toEqual({
    campaignId: 'This holds a character that can’t be sent. Type the ID again.',
  });
});

test('a link fills in what it names, decoded once, the first of each', () => {
  const id = 'a/b c+d&é#?%41';
  expect(pairOfLink(`?webhookId=${encodeURIComponent(id)}&campaignId=007&campaignId=2&x=1`)).toEqual({
    campaignId: '007',
    webhookId: id,
  });
  expect(pairOfLink('?campaignId=')).toEqual({ campaignId: '' });
  expect(pairOfLink('')).toEqual({});
});
