import { expect, test } from 'playwright/test';
import { expectRows } from '#src/lib/testing/rows.ts';
import type { WebhookPair } from '#src/api/client.ts';
import {
  createKindFinder,
  describePairDoubt,
  findTypedPair,
  isUnusualId,
  pairSchema,
  readPairLink,
  readPastedPair,
  toPair,
} from './change.ts';

/** The first message of each field. */
const readFaults = (values: WebhookPair) => {
  const issues = pairSchema.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
};

for (const id of ['007', 'a/b c+d&é#?', '0', 'null-1', '%41', '=cmd', '<b>', '💡']) {
  test(`keeps the ID ${JSON.stringify(id)} as it is`, () => {
    expect(toPair({ campaignId: id, webhookId: id })).toEqual({ campaignId: id, webhookId: id });
  });
}

for (const id of ['`wh-1`', '```wh-1```', '*wh-1*', '**wh-1**', '**`wh-1`**', '{{wh-1}}', ' ` wh-1 ` ']) {
  test(`takes the marks off ${JSON.stringify(id)}`, () => {
    expect(toPair({ campaignId: id, webhookId: id })).toEqual({ campaignId: 'wh-1', webhookId: 'wh-1' });
  });
}

for (const blank of ['', ' ', '\t ', '\u00a0', '\u200b', '\n']) {
  test(`refuses the blank ID ${JSON.stringify(blank)}`, () => {
    expect(readFaults({ campaignId: blank, webhookId: 'wh-1' })).toEqual({
      campaignId: 'Enter the campaign ID.',
    });
    expect(readFaults({ campaignId: 'cmp-1', webhookId: blank })).toEqual({
      webhookId: 'Enter the webhook ID.',
    });
  });
}

test('cleans an ID, but for a space within', () => {
  expect(toPair({ campaignId: ' cmp  1\t', webhookId: '\u200bwh\u00ad-1\n' })).toEqual({
    campaignId: 'cmp  1',
    webhookId: 'wh-1',
  });
  expect(toPair({ campaignId: ' ="00123"', webhookId: '=" wh-1 "' })).toEqual({
    campaignId: '00123',
    webhookId: 'wh-1',
  });
});

const PASTED: readonly [pasted: string, pair: [campaignId: string, webhookId: string] | undefined][] = [
  ['cmp-5\twh-7\r\n', ['cmp-5', 'wh-7']],
  ['cmp-5, wh-7', ['cmp-5', 'wh-7']],
  ['"cmp-5";"wh-7"', ['cmp-5', 'wh-7']],
  ['spring sale,\u200bwh-1', ['spring sale', 'wh-1']],
  ['="00123"\t="00456"', ['00123', '00456']],
  ['"=""00123""";"wh-7"', ['00123', 'wh-7']],
  ['1,23E+15;4,56E+15', ['1,23E+15', '4,56E+15']],
  ['1,23E+15', undefined],
  ['#N/A, wh-7', undefined],
  ['cmp-5', undefined],
  ['cmp-5 wh-7', ['cmp-5', 'wh-7']],
  ['- cmp-5 -> wh-7', ['cmp-5', 'wh-7']],
  ['cmp-x wh-y', ['cmp-x', 'wh-y']],
  ['cmp-x / wh-y', ['cmp-x', 'wh-y']],
  ['cmp-x -> wh-y', ['cmp-x', 'wh-y']],
  ['cmp-x | wh-y', ['cmp-x', 'wh-y']],
  ['Campaign: cmp-x, Webhook: wh-y', ['cmp-x', 'wh-y']],
  ['Webhook ID: wh-y\nCampaign ID: cmp-x', ['cmp-x', 'wh-y']],
  ['Campaign: cmp-1\nWebhook: wh-1\nWebhook: wh-2', undefined],
  ['`cmp-c1` `wh-crm-2026`', ['cmp-c1', 'wh-crm-2026']],
  ['`cmp-x` `wh-y`', ['cmp-x', 'wh-y']],
  ['*cmp-b1*, *wh-crm*', ['cmp-b1', 'wh-crm']],
  ['{{cmp-a1}} -> {{wh-1}}', ['cmp-a1', 'wh-1']],
  ['cmp-herbst-de: wh-crm', ['cmp-herbst-de', 'wh-crm']],
  ['cmp-1: wh-1, wh-2', undefined],
  ['c1:5', undefined],
  ['> cmp-a1, wh-1', ['cmp-a1', 'wh-1']],
  ['Campaign-ID: cmp-x\nWebhook-ID: wh-y', ['cmp-x', 'wh-y']],
  ['campaignId=cmp-9&webhookId=wh-9', ['cmp-9', 'wh-9']],
  ['/api/v3/add_webhook_campaingn?webhookId=wh-9&campaignId=a%2Fb', ['a/b', 'wh-9']],
  ['10:01 POST "https://voice.example/add?x=1&campaignId=cmp-9&webhookId=wh-9" 404', ['cmp-9', 'wh-9']],
  ['campaignId=cmp-9, webhookId=wh-9', ['cmp-9', 'wh-9']],
  ['https://voice.example/add?webhookId=wh-9', undefined],
  ['campaignId=c-1&webhookId=w-1\ncampaignId=c-2&webhookId=w-2', undefined],
  ['spring sale', undefined],
  ['2026-11-28 10:01', undefined],
  ['cmp-5\ncmp-6', undefined],
  ['cmp-5,wh-7\ncmp-6,wh-8', undefined],
  ['cmp-5,wh-7,wh-8', undefined],
  ['cmp-5,', undefined],
  ['cmp-at-strom-26\twh-crm-at\tactive\tLukas', ['cmp-at-strom-26', 'wh-crm-at']],
  ['Summer\twh-7\tcmp-5', ['cmp-5', 'wh-7']],
  ['cmp-5 x\twh-7', ['cmp-5 x', 'wh-7']],
  ['cmp-5\twh-7\twh-8', undefined],
  ['strom-26\tcrm\tactive\tLukas', undefined],
  ['Lukas, 09:14: cmp-at-strom-26 -> wh-crm-at', ['cmp-at-strom-26', 'wh-crm-at']],
  ['please attach wh-7 to cmp-5', ['cmp-5', 'wh-7']],
  ['Lukas, 09:14: strom-26 -> crm-at', undefined],
];

test('reads a pasted pair', () =>
  expectRows(PASTED, ([pasted]) => {
    const pair = readPastedPair(pasted);
    return pair && [pair.campaignId, pair.webhookId];
  }));

const TYPED: readonly [campaignId: string, webhookId: string, found: 'free' | 'taken' | undefined][] = [
  ['cmp-11, wh-11', '', 'free'],
  ['cmp-11, wh-11', 'wh-11', 'free'],
  ['cmp-11, wh-11', 'wh-12', 'taken'],
  ['', 'cmp-11;wh-11', 'free'],
  ['cmp-12', 'cmp-11;wh-11', 'taken'],
  ['cmp-11 wh-11', '', 'free'],
  ['sent, before', 'wh-12', undefined],
  ['spring sale', 'wh-12', undefined],
  ['a/b c+d&é#?', 'a/b c+d&é#?', undefined],
  ['1,23E+15', '', undefined],
];

test('finds a pair that is typed into one field', () =>
  expectRows(TYPED, ([campaignId, webhookId]) => {
    const typed = findTypedPair({ campaignId, webhookId }, { campaign: ['sent, before'], webhook: [] });
    if (typed) expect(typed.pair).toEqual({ campaignId: 'cmp-11', webhookId: 'wh-11' });
    return typed && (typed.isFree ? 'free' : 'taken');
  }));

test('reads a pair that a mail wrapped', () => {
  const link = 'https://console.example/webhooks?campaignId=cmp-1&webhookId=wh-1';
  const wrapped = `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(link)}&data=05`;
  for (const text of [wrapped, link.replace('&', '&amp;'), 'cmp-1\u00a0wh-1', 'cmp-1，wh-1', 'cmp–1 → wh–1'])
    expect(findTypedPair({ campaignId: text, webhookId: '' }, undefined)?.pair).toEqual({
      campaignId: 'cmp-1',
      webhookId: 'wh-1',
    });
});

const PATTERNS = { campaign: /^cmp-\d+$/u, webhook: undefined };

test('warns of an ID unlike the configured pattern', () => {
  expect(isUnusualId(PATTERNS, 'campaign', 'cmp-1')).toBe(false);
  expect(isUnusualId(PATTERNS, 'campaign', 'wh-1')).toBe(true);
  expect(isUnusualId(PATTERNS, 'campaign', '')).toBe(false);
});

test('without a pattern, warns of a link, words or punctuation', () => {
  const unusual =
    'https://hooks.example/wh-1 - wh-1: wh-1, wh-1;wh-2 wh-1|wh-2 12/03/2026 2026-11-28 28.11.2026 [10:01] 9:30pm wh-1. wh-1! wh-1? wh-1… wh-1) (wh-1) [wh-1 "wh-1" ‘wh-1 wh-1’ “wh-1” «wh-1» <wh-1> `wh-1 wh-1* **wh-1 #wh-1 12345.0 12.345.678 1-Mar Mar-01'.split(
      ' ',
    );
  unusual.push('CRM hook', '2026-11-28T07:52:01Z');
  const usual = [
    'wh-1',
    'hooks.example/wh-1',
    '1.2.34',
    '2026-11',
    '12-03-26',
    'a:b',
    '20261128',
    '{wh-1}',
    'wh(1)a',
    '=',
  ];
  const warned = [...unusual, ...usual].filter((id) => isUnusualId(PATTERNS, 'webhook', id));
  expect(warned).toEqual([...unusual, '=']);
});

for (const [campaignId, webhookId, doubt] of [
  ['cmp-1', 'cmp-1', 'Same as the campaign ID.'],
  ['wh-1', 'cmp-100', 'The two IDs may be swapped.'],
  ['cmp-100', 'wh-1', undefined],
  ['100', 'campaign-events', undefined],
  ['6612cc40e5', '674a1f0e9b', 'The two IDs may be swapped.'],
  ['6612cc40e5', 'new', 'The two IDs may be swapped.'],
  ['new', '674a1f0e9b', 'The two IDs may be swapped.'],
  ['6612cc40e5', 'wh-1', undefined],
  ['674a1f0e9b', '6612cc40e5', undefined],
  ['both', 'both2', undefined],
  ['2', 'new', undefined],
  ['2', '1', 'The two IDs may be swapped.'],
  ['named-hook', 'new', 'The two IDs may be swapped.'],
] as const) {
  test(`doubts ${campaignId} with ${webhookId}: ${doubt ?? 'no'}`, () => {
    const patterns = { campaign: undefined, webhook: undefined };
    const findKind = createKindFinder(
      [
        { campaignId: '674a1f0e9b', webhookId: '6612cc40e5' },
        { campaignId: 'both', webhookId: 'both2' },
        { campaignId: 'both2', webhookId: 'both' },
        { campaignId: '1', webhookId: '2' },
      ],
      { campaign: new Map(), webhook: new Map([['named-hook', 'CRM']]) },
    );
    expect(describePairDoubt(patterns, { campaignId, webhookId }, findKind)).toBe(doubt);
  });
}

for (const id of ['#N/A', '#REF!', '########', 'NULL', ' null\u200b']) {
  test(`refuses what a spreadsheet leaves: ${JSON.stringify(id)}`, () => {
    expect(readFaults({ campaignId: 'cmp-1', webhookId: id })).toEqual({ webhookId: 'This is no ID.' });
  });
}

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
  expect(readPairLink('?campaignId=%20cmp-1%E2%80%8B')).toEqual({ campaignId: 'cmp-1' });
  expect(readPairLink('?campaignId=')).toEqual({});
  expect(readPairLink('')).toEqual({});
});
