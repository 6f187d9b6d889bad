import type { Pair } from './bulk-screen.ts';
import { seeded } from './page/random.ts';

const SEED = 4;
const PAIRS = 1000;

/** How the service takes a pair; the first word of a webhook's ID tells it. The others are answered 200. */
export const KINDS = {
  error: 'fail-500',
  'dropped before': 'once-drop-before',
  'dropped after': 'once-drop-after',
  'turned away': 'once-fail-429-1s',
  slow: 'once-slow-4000',
  ordinary: 'hook',
} as const;

export type Kind = keyof typeof KINDS;

const SHARE = 0.1;

/** How a tab ends: its renderer crashes, it is closed unasked, or the whole browser is killed. */
export const ENDS = ['crash', 'close', 'kill'] as const;
export type End = (typeof ENDS)[number];

/** One end: after so many answers in all, and so many milliseconds later. */
export type Moment = { answers: number; laterMs: number; end: End };

export type Plan = { pairs: Pair[]; kindOf: ReadonlyMap<string, Kind>; moments: Moment[]; cancelAt: number };

const KILLS = 10;
/** Answers from which on no tab is ended any more, and those at which the rest is called off. */
const LAST_KILL = 900;
const CANCEL_AT = 950;
/** Answers that a tab lives for at least. */
const SHORTEST_LIFE = 15;

/** The same pairs, in the same order, and the same moments in each run. */
export const drawPlan = (): Plan => {
  const random = seeded(SEED);
  const kinds: Kind[] = [];
  for (const kind of Object.keys(KINDS) as Kind[]) {
    if (kind !== 'ordinary') for (let count = 0; count < PAIRS * SHARE; count += 1) kinds.push(kind);
  }
  while (kinds.length < PAIRS) kinds.push('ordinary');
  for (let at = kinds.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [kinds[at], kinds[other]] = [kinds[other] ?? 'ordinary', kinds[at] ?? 'ordinary'];
  }
  const kindOf = new Map<string, Kind>();
  const pairs = kinds.map((kind, at) => {
    const webhookId = `${KINDS[kind]}-w${String(at).padStart(4, '0')}`;
    kindOf.set(webhookId, kind);
    return { campaignId: `cmp-${String(at % 25).padStart(2, '0')}`, webhookId };
  });
  const room = LAST_KILL - KILLS * SHORTEST_LIFE;
  const drawn = Array.from({ length: KILLS }, () => Math.floor(random() * room)).toSorted((a, b) => a - b);
  const moments = drawn.map((answers, at) => ({
    answers: answers + (at + 1) * SHORTEST_LIFE,
    laterMs: Math.floor(random() * 200),
    end: ENDS[at % ENDS.length] ?? 'crash',
  }));
  return { pairs, kindOf, moments, cancelAt: CANCEL_AT };
};
