import { expect, test } from 'playwright/test';
import { type PairState, getPairKey, type SentPair } from '#src/log/sent-pairs.ts';
import { describePlan, listWebhookIds, planReplacement, planWebhooks, type Plan } from './plan.ts';
import { groupPairs, listOptions, listRows, parseView } from './pair-groups.ts';

type Known = { accepted?: 'attach' | 'detach'; unknown?: 'attach' | 'detach' };

/** `cmp-1 wh-1`, and what was accepted and is unknown of it. */
const pairOf = (ids: string, { accepted, unknown }: Known): PairState => {
  const [campaignId = '', webhookId = ''] = ids.split(' ');
  const toSent = (operation: 'attach' | 'detach', outcome: SentPair['outcome']): SentPair => ({
    id: '1',
    at: Date.UTC(2026, 10, 23, 12),
    tab: 't',
    operation,
    outcome,
    campaignId,
    webhookId,
  });
  const pair = {
    accepted: accepted && toSent(accepted, 'accepted'),
    unknown: unknown && toSent(unknown, 'unknown'),
  };
  const last = pair.unknown ?? pair.accepted ?? toSent('attach', 'refused');
  return { key: getPairKey({ campaignId, webhookId }), campaignId, webhookId, last, ...pair };
};

const PAIRS = [
  pairOf('c1 a', { accepted: 'attach' }),
  pairOf('c1 b', { accepted: 'detach' }),
  pairOf('c1 maybe-on', { unknown: 'attach' }),
  pairOf('c1 maybe-off', { accepted: 'attach', unknown: 'detach' }),
  pairOf('c1 refused', {}),
  pairOf('c2 a', { accepted: 'attach' }),
  pairOf('c2 b', { accepted: 'attach' }),
];

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
    listRows(groupPairs(PAIRS, 'campaign'), parseView(search), names).map(
      ({ group, pair }) => pair?.webhookId ?? group.id,
    );
  expect(list('?text=spring+refused')).toEqual(['c1', 'refused']);
  expect(list('?text=2026-11-23+detached')).toEqual(['c1', 'b']);
  expect(list('?state=unknown')).toEqual(['c1', 'maybe-off', 'maybe-on']);
  expect(list('?state=none&text=c1')).toEqual(['c1', 'refused']);
});

test('counts each pair in one state', () => {
  const [all, ...states] = listOptions(PAIRS).map(({ count }) => count);
  expect(states.reduce((sum, count) => sum + count, 0)).toBe(all);
});
