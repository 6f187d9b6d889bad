import { expect, test } from 'playwright/test';
import { addSent, type PairState, type SentPair } from '#src/log/sent-pairs.ts';
import {
  describePlan,
  listWebhookIds,
  planReplacement,
  planWebhooks,
  readWebhookIds,
  type Plan,
} from './plan.ts';
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

test('plans what was accepted with a message as uncertain', () => {
  const pairs = [
    pairOf('c said', 'attach message'),
    pairOf('c off', 'detach message'),
    pairOf('c a', 'attach'),
  ];
  expect(listWebhookIds(pairs, 'c')).toEqual(['said', 'a']);
  expect(show(planWebhooks(pairs, 'c', ['said', 'a']))).toEqual(['attach c said', 1]);
  expect(show(planWebhooks(pairs, 'c', ['a']))).toEqual(['detach c said', 1]);
});

const show = ({ attach, detach, same }: Plan) => [
  ...attach.map(({ campaignId, webhookId }) => `attach ${campaignId} ${webhookId}`),
  ...detach.map(({ campaignId, webhookId }) => `detach ${campaignId} ${webhookId}`),
  same,
];

test('attaches what is missing and detaches the rest', () => {
  expect(show(planWebhooks(PAIRS, 'c1', ['a', 'new', 'b', 'new']))).toEqual([
    'attach c1 new',
    'attach c1 b',
    'detach c1 maybe-on',
    'detach c1 maybe-off',
    1,
  ]);
});

test('detaches nothing of what a campaign may have', () => {
  const ids = listWebhookIds(PAIRS, 'c1');
  expect(ids).toEqual(['a', 'maybe-on', 'maybe-off']);
  expect(show(planWebhooks(PAIRS, 'c1', ids))).toEqual(['attach c1 maybe-on', 'attach c1 maybe-off', 1]);
});

test('does not rely on an unknown detach', () => {
  const plan = planWebhooks(PAIRS, 'c1', ['a', 'maybe-off', 'maybe-on']);
  expect(show(plan)).toEqual(['attach c1 maybe-off', 'attach c1 maybe-on', 1]);
});

test('replaces a webhook where it was attached', () => {
  const plan = planReplacement(PAIRS, 'a', 'b');
  expect(show(plan)).toEqual(['attach c1 b', 'detach c1 a', 'detach c2 a', 1]);
  expect(describePlan(plan)).toBe('Attach 1, detach 2, 1 as it is, by what this browser sent.');
});

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

for (const [text, ids, unread = '', odd = ''] of [
  ['wh-1\nwh-2', 'wh-1 wh-2'],
  ['wh-1, wh-2; wh-3', 'wh-1 wh-2 wh-3'],
  ['- wh-1\n- wh-2', 'wh-1 wh-2'],
  ['wh-1 and wh-2', 'wh-1 wh-2'],
  ['crm\nslack', 'crm slack'],
  ['sent before', 'sent before'],
  ['please use wh-70 and wh-71', '', 'please use wh-70 and wh-71'],
  ['wh-1\nwh-2\nThanks', 'wh-1 wh-2 Thanks', '', 'Thanks'],
] as const) {
  test(`reads webhooks from ${JSON.stringify(text)}`, () => {
    const read = readWebhookIds(text, new Set(['sent before']));
    expect(read).toEqual({
      ids: ids === 'sent before' ? [ids] : ids.split(' ').filter((id) => id !== ''),
      unread: unread === '' ? [] : [unread],
      odd: odd === '' ? [] : [odd],
    });
  });
}
