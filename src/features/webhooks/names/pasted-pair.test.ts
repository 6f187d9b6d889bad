import { expect, test } from 'playwright/test';
import { formatPairLink } from '#src/features/webhooks/change/change.ts';
import { createKnownIds } from './known-ids.ts';
import { readPastedPair } from './pasted-pair.ts';

const ORIGIN = 'https://console.example';
const known = createKnownIds({
  campaign: { names: new Map([['cmp-9', 'Fall']]), used: ['cmp 8'] },
  webhook: { names: new Map([['wh-9', 'CRM, new']]), used: [] },
});
const linked = { campaignId: '007 & co%41', webhookId: 'a/b+c' };

const PASTED: [text: string, campaignId: string, webhookId: string][] = [
  ['cmp-1\twh-1\r\n', 'cmp-1', 'wh-1'],
  ['cmp-1, wh-1', 'cmp-1', 'wh-1'],
  ['cmp-1;wh-1', 'cmp-1', 'wh-1'],
  [' cmp-1  wh-1 ', 'cmp-1', 'wh-1'],
  ['cmp-1\nwh-1', 'cmp-1', 'wh-1'],
  ['spring sale, wh 1', 'spring sale', 'wh 1'],
  ['cmp:1, wh:1', 'cmp:1', 'wh:1'],
  ['"cmp-1","wh-1"', 'cmp-1', 'wh-1'],
  ['fall\tCRM, new', 'cmp-9', 'wh-9'],
  [ORIGIN + formatPairLink(linked), linked.campaignId, linked.webhookId],
  [`${ORIGIN}/webhooks/?webhookId=w&campaignId=c#x`, 'c', 'w'],
];

for (const [text, campaignId, webhookId] of PASTED) {
  test(`reads the pair ${JSON.stringify(text)}`, () => {
    expect(readPastedPair(known, text, ORIGIN)).toEqual({ campaignId, webhookId });
  });
}

for (const text of [
  'cmp-1',
  'cmp-1,',
  'a b c',
  'cmp 8',
  'crm, new',
  'a,b\nc,d',
  '',
  'https://other.example/webhooks?campaignId=c&webhookId=w',
  `${ORIGIN}/calls?campaignId=c&webhookId=w`,
  `${ORIGIN}/webhooks?campaignId=c`,
  `${ORIGIN}/webhooks?campaignId=c&webhookId=${'w'.repeat(513)}`,
  `${'c'.repeat(8192)},w`,
]) {
  test(`finds no pair in ${JSON.stringify(text.slice(0, 40))} (${text.length})`, () => {
    expect(readPastedPair(known, text, ORIGIN)).toBeUndefined();
  });
}
