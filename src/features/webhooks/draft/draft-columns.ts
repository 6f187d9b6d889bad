import type { Wanted } from '#src/lists/columns.ts';

export type PairColumn = 'campaign' | 'webhook';

export const WANTED: readonly Wanted<PairColumn>[] = [
  {
    key: 'campaign',
    label: 'Campaign ID column',
    names: 'campaignid campaignids campaignuuid campaign campaigns cmpid campid cmp camp'.split(' '),
  },
  {
    key: 'webhook',
    label: 'Webhook ID column',
    names: 'webhookid webhookids webhookuuid webhook webhooks hookid hookids whid hook hooks wh'.split(' '),
  },
];
