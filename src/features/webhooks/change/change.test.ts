import { expect, test } from 'playwright/test';
import type { WebhookPair } from '#src/api/operations.ts';
import { pairSchema, readPairLink, toPair } from './change.ts';

/** The first message of each field. */
const readFaults = (values: WebhookPair) => {
  const issues = pairSchema.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
};

for (const id of ['007', 'a/b c+d&é#?', '0', 'null', '%41', '=cmd', '<b>', '💡', 'a\u00a0b']) {
  test(`keeps the ID ${JSON.stringify(id)} as it is`, () => {
    expect(toPair({ campaignId: id, webhookId: id })).toEqual({ campaignId: id, webhookId: id });
  });
}

for (const blank of ['', ' ', '\t ', '\u00a0', '\u200b', '\n']) {
  test(`refuses the blank ID ${JSON.stringify(blank)}`, () => {
    expect(readFaults({ campaignId: blank, webhookId: 'wh-1' })).toEqual({
      campaignId: 'Enter the campaign ID. It can’t be left out.',
    });
    expect(readFaults({ campaignId: 'cmp-1', webhookId: blank })).toEqual({
      webhookId: 'Enter the webhook ID. It can’t be left out.',
    });
  });
}

test('keeps white space around an ID', () => {
  const typed = { campaignId: ' cmp  1\t', webhookId: '\u200bwh-1\n' };
  expect(toPair(typed)).toEqual(typed);
});

test('refuses half a surrogate pair', () => {
  expect(readFaults({ campaignId: 'cmp-\ud83d', webhookId: 'wh-1' })).toEqual({
    campaignId: 'This contains a character that can’t be sent. Type the ID again.',
  });
});

test('reads the first of each ID from a link, decoded once', () => {
  const id = 'a/b c+d&é#?%41';
  expect(readPairLink(`?webhookId=${encodeURIComponent(id)}&campaignId=007&campaignId=2&x=1`)).toEqual({
    campaignId: '007',
    webhookId: id,
  });
  expect(readPairLink('?campaignId=')).toEqual({ campaignId: '' });
  expect(readPairLink('')).toEqual({});
});
