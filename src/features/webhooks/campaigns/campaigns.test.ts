import { expect, test } from 'playwright/test';
import { addSent, type PairState, type SentPair } from '#src/log/sent-pairs.ts';
import { countWebhooks, describePlan, planWebhooks, type Plan } from './plan.ts';
import {
  findPairs,
  formatPairStatus,
  groupPairs,
  listOptions,
  listRows,
  parseCampaignsView,
} from './pair-groups.ts';

/** `cmp-1 wh-1`, and what was sent for it: `attach`, `attach message`, `detach unknown`. */
const pairOf = (ids: string, ...sent: string[]): PairState => {
  const [campaignId = '', webhookId = ''] = ids.split(' ');
  const state = sent.reduce<PairState | undefined>((before, request) => {
    const [operation, outcome = 'accepted'] = request.split(' ') as [
      'attach' | 'detach',
      SentPair['outcome'] | 'message' | undefined,
    ];
    const isMessage = outcome === 'message';
    return addSent(before, {
      id: '1',
      at: Date.UTC(2026, 10, 23, 12),
      tab: 't',
      operation,
      outcome: isMessage ? 'accepted' : outcome,
      withMessage: isMessage || undefined,
      campaignId,
      webhookId,
    });
  }, undefined);
  if (!state) throw new Error('Nothing was sent');
  return state;
};

const PAIRS = [
  pairOf('c1 a', 'attach'),
  pairOf('c1 b', 'detach'),
  pairOf('c1 maybe-on', 'attach unknown'),
  pairOf('c1 maybe-off', 'attach', 'detach unknown'),
  pairOf('c1 refused', 'attach refused'),
  pairOf('c2 a', 'attach'),
  pairOf('c2 b', 'attach'),
];

for (const [status, ...sent] of [
  ['attached', 'attach'],
  ['accepted, with a message', 'attach message'],
  ['attached', 'attach', 'attach message'],
  ['attached', 'attach', 'detach refused'],
  ['accepted, with a message', 'attach', 'detach message'],
  ['accepted, with a message', 'detach', 'attach message'],
  ['accepted, with a message', 'attach unknown', 'attach message'],
  ['attached', 'attach message', 'attach'],
  ['unknown', 'attach message', 'attach unknown'],
  ['detached', 'attach message', 'detach'],
  ['refused', 'attach refused'],
  ['not sent', 'attach not-sent'],
] as const) {
  test(`${status} after ${sent.join(', ')}`, () => {
    expect(formatPairStatus(pairOf('c w', ...sent))).toBe(status);
  });
}

test('counts what campaigns may have, the most frequent first', () => {
  expect(countWebhooks(PAIRS, new Set(['c1', 'c2']))).toEqual([
    { id: 'a', count: 2, uncertain: 0 },
    { id: 'b', count: 1, uncertain: 0 },
    { id: 'maybe-off', count: 1, uncertain: 1 },
    { id: 'maybe-on', count: 1, uncertain: 1 },
  ]);
  const withMessage = [pairOf('c said', 'attach message'), pairOf('c off', 'detach message')];
  expect(countWebhooks(withMessage, new Set(['c']))).toEqual([{ id: 'said', count: 1, uncertain: 1 }]);
});

const show = ({ attach, detach }: Plan) => [
  ...attach.map(({ campaignId, webhookId }) => `attach ${campaignId} ${webhookId}`),
  ...detach.map(({ campaignId, webhookId, replacedBy = '', alsoBy = [] }) =>
    `detach ${campaignId} ${webhookId} ${[replacedBy, ...alsoBy].join(' ')}`.trim(),
  ),
];

for (const [act, [campaigns, detached, next], lines, text] of [
  [
    'replaces a webhook',
    ['c1 c2', 'a', 'new'],
    ['attach c1 new', 'attach c2 new', 'detach c1 a new', 'detach c2 a new'],
    'Attach 2, detach 2, by what this browser sent.',
  ],
  [
    'leaves out campaigns without the webhook',
    ['c1 c2 c3', 'maybe-on', 'new'],
    ['attach c1 new', 'detach c1 maybe-on new'],
    'Attach 1, detach 1, by what this browser sent. 2 campaigns left out: nothing to detach.',
  ],
  [
    'attaches nothing twice',
    ['c1 c2', 'a', 'b'],
    ['attach c1 b', 'detach c1 a b', 'detach c2 a b'],
    'Attach 1, detach 2, 1 as it is, by what this browser sent.',
  ],
  [
    'replaces several webhooks by one',
    ['c1', 'a maybe-off', 'new'],
    ['attach c1 new', 'detach c1 a new', 'detach c1 maybe-off new'],
    'Attach 1, detach 2, by what this browser sent.',
  ],
  [
    'replaces a webhook by several',
    ['c2', 'a', 'new b other'],
    ['attach c2 new', 'attach c2 other', 'detach c2 a new b other'],
    'Attach 2, detach 1, 1 as it is, by what this browser sent.',
  ],
  [
    'does not rely on an unknown request',
    ['c1', 'a', 'maybe-off'],
    ['attach c1 maybe-off', 'detach c1 a maybe-off'],
    'Attach 1, detach 1, by what this browser sent.',
  ],
  [
    'attaches to each campaign',
    ['c1 c3', '', 'a'],
    ['attach c3 a'],
    'Attach 1, 1 as it is, by what this browser sent.',
  ],
  ['only detaches', ['c2', 'a', ''], ['detach c2 a'], 'Detach 1, by what this browser sent.'],
  ['asks for a webhook', ['c1', '', ''], [], ''],
] as const) {
  test(act, () => {
    const ids = (list: string) => new Set(list.split(' ').filter((id) => id !== ''));
    const plan = planWebhooks(PAIRS, ids(campaigns), ids(detached), [...ids(next)]);
    expect(show(plan)).toEqual(lines);
    expect(describePlan(plan)).toBe(text);
  });
}

test('filters by ID, name, outcome, day and state', () => {
  const names = { campaign: new Map([['c1', 'Spring sale']]), webhook: new Map<string, string>() };
  const list = (search: string) =>
    listRows(
      groupPairs(PAIRS, 'campaign'),
      new Set(findPairs(PAIRS, parseCampaignsView(search).text, names)),
      parseCampaignsView(search).state,
    ).map(({ group, pair }) => pair?.webhookId ?? group.id);
  expect(list('?text=spring+refused')).toEqual(['c1', 'refused']);
  expect(list('?text=2026-11-23+detached')).toEqual(['c1', 'b']);
  expect(list('?state=unknown')).toEqual(['c1', 'maybe-off', 'maybe-on']);
  expect(list('?state=refused&text=c1')).toEqual(['c1', 'refused']);
});

test('counts each pair in one state', () => {
  const [all, ...states] = listOptions(PAIRS).map(({ count }) => count);
  expect(states.reduce((sum, count) => sum + count, 0)).toBe(all);
});
