import { chanceOf } from '../e2e/soak-kit.ts';

const SEED = 4;
const PAIRS = 1000;

/** How the service answers a pair: the first word of the webhook ID. All others get 200. */
const KINDS = {
  error: 'fail-422',
  'dropped before': 'once-drop-before',
  'dropped after': 'once-drop-after',
  'rate limited': 'once-fail-429-1s',
  slow: 'once-slow-4000',
  ordinary: 'hook',
} as const;

export type Kind = keyof typeof KINDS;

/** Of each kind. */
const SHARE = 0.1;

/** How a tab ends: its renderer crashes, it is closed without a question, or the browser is killed. */
const ENDS = ['crash', 'close', 'kill'] as const;
export type End = (typeof ENDS)[number];

/** How storage fails: every write throws or its transaction breaks off, or the connection is lost and comes back or not. */
const STORAGE_FAULTS = ['full', 'broken off', 'lost for a moment', 'lost'] as const;
export type StorageFault = (typeof STORAGE_FAULTS)[number];

/**
 * After this many answers storage may fail. Some milliseconds later the tab ends, or storage recovers.
 */
export type Moment = {
  answers: number;
  laterMs: number;
  fault: StorageFault | undefined;
  end: End | 'storage comes back';
};

/** `pairs`: the lines of a list. */
export type Plan = { pairs: string[]; kindOf: ReadonlyMap<string, Kind>; moments: Moment[]; stopAt: number };

const MOMENTS = 20;
/** Also moments without a storage fault. */
const FAULTS: readonly Moment['fault'][] = [undefined, ...STORAGE_FAULTS];
/** Each storage fault is combined with each end of a tab, and with a recovery. */
const FAULTY_ENDS: readonly Moment['end'][] = ['kill', 'storage comes back', 'crash', 'kill'];
/** After so many answers no tab ends any more, and after so many the run is stopped. */
const LAST_KILL = 900;
const STOP_AT = 950;
/** Answers that a tab lives for at least. */
const SHORTEST_LIFE = 15;

/** The same pairs and moments in each run. */
export const drawPlan = (): Plan => {
  const { below } = chanceOf(SEED);
  const kinds: Kind[] = [];
  for (const kind of Object.keys(KINDS) as Kind[]) {
    if (kind !== 'ordinary') for (let count = 0; count < PAIRS * SHARE; count += 1) kinds.push(kind);
  }
  while (kinds.length < PAIRS) kinds.push('ordinary');
  for (let at = kinds.length - 1; at > 0; at -= 1) {
    const other = below(at + 1);
    [kinds[at], kinds[other]] = [kinds[other] ?? 'ordinary', kinds[at] ?? 'ordinary'];
  }
  const kindOf = new Map<string, Kind>();
  const pairs = kinds.map((kind, at) => {
    const webhookId = `${KINDS[kind]}-w${String(at).padStart(4, '0')}`;
    kindOf.set(webhookId, kind);
    return `cmp-${at % 25},${webhookId}`;
  });
  const room = LAST_KILL - MOMENTS * SHORTEST_LIFE;
  const drawn = Array.from({ length: MOMENTS }, () => below(room)).toSorted((a, b) => a - b);
  const moments = drawn.map((answers, at): Moment => {
    const fault = FAULTS[at % FAULTS.length];
    const round = Math.floor(at / FAULTS.length);
    const ends = fault === undefined ? ENDS : FAULTY_ENDS;
    return {
      answers: answers + (at + 1) * SHORTEST_LIFE,
      laterMs: below(fault === undefined ? 200 : 1500),
      fault,
      end: ends[((at % FAULTS.length) + round) % ends.length] ?? 'kill',
    };
  });
  return { pairs, kindOf, moments, stopAt: STOP_AT };
};
