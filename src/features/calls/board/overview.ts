import { formatCount, formatNumber, formatRate } from '#src/lib/count.ts';
import { formatSpan } from '#src/lib/duration.ts';
import { isEnded, type CallView } from '#src/features/calls/call/call.ts';
import type { PollingBlocker } from './polling-blockers.ts';
import type { Tallies } from './store.ts';

/** What is true of the whole board. It stays the same object while only ticks go by. */
export type Overview = Tallies & {
  /** The saved calls are still being read. */
  loading: boolean;
  checkSeconds: number;
  /** A running call counts as stuck after this. */
  stuckMinutes: number;
  /** Milliseconds in which every call is checked once: the chosen interval, or more if there are too many calls. */
  periodMs: number;
  /** Whether the calls exceed the rate, so that each waits in the queue. */
  crowded: boolean;
  /** Checks a second that the service accepts, if that is below the configured limit. */
  serviceTakes: number | undefined;
  blocker: PollingBlocker | undefined;
  /** The status of the answer that asked to wait, if it was a check's. */
  waitStatus: number | undefined;
  /** False if the board lasts only as long as the page. */
  canSave: boolean;
  /** How many saved calls could not be read. */
  unreadable: number;
  /** Reads one call. A new function whenever this overview changes. */
  call: (id: string) => CallView | undefined;
};

const rate = (perSecond: number): string =>
  perSecond >= 1
    ? `about ${formatCount(Math.round(perSecond), 'check')} a second`
    : `about ${formatCount(Math.max(1, Math.round(perSecond * 60)), 'check')} a minute`;

const describeChecks = (overview: Overview): string => {
  const { total, checking, paused, periodMs, crowded, serviceTakes } = overview;
  const every = `about every ${formatSpan(periodMs)}`;
  if (crowded && serviceTakes !== undefined) return `Each call ${every}: the service is limiting us`;
  if (crowded && checking === total) return `${formatCount(total, 'call')}, each ${every}`;
  const often = checking === 0 ? '' : `, ${crowded ? `each ${every}` : rate((checking * 1000) / periodMs)}`;
  const pausedToo = paused > 0 ? `, ${formatNumber(paused)} paused` : '';
  return `${formatNumber(checking)} of ${formatNumber(total)} being checked${often}${pausedToo}`;
};

/** How far the first answers are, at the rate of the queue; undefined if they take no time worth a word. */
const firstAnswers = ({ total, checking, counts }: Overview, perSecond: number): string | undefined => {
  const waiting = Math.min(counts['first-check'], checking);
  const leftMs = (1000 * waiting) / perSecond;
  if (leftMs < 2000) return undefined;
  return `${formatNumber(total - waiting)} of ${formatNumber(total)} asked, at ${formatRate(perSecond)} a second, about ${formatSpan(leftMs)} left`;
};

/** The footer of the board. `perSecond`: the present rate of requests. */
export const footerWords = (overview: Overview, perSecond: number): string => {
  const { loading, checking, blocker } = overview;
  if (loading) return 'Reading saved calls…';
  if (checking > 0 && blocker && blocker.reason !== 'hidden') {
    return blocker.reason === 'offline' ? 'Checks paused, waiting for a connection' : 'Checks paused';
  }
  return firstAnswers(overview, perSecond) ?? describeChecks(overview);
};

/**
 * `done`: no more checks (ended, refused), or none yet; `paused` by the user; `stale`: may have
 * changed since; `fresh`: checked as often as it should be.
 */
export type Freshness = 'done' | 'paused' | 'stale' | 'fresh';

const SLACK_MS = 2000;
const STALE: ReadonlySet<PollingBlocker['reason']> = new Set(['outdated', 'offline', 'session']);

/** How far what is shown of a call can be trusted at `now` on the monotonic clock. */
export const freshnessOf = (
  view: CallView,
  { periodMs, blocker }: Pick<Overview, 'periodMs' | 'blocker'>,
  now: number,
): Freshness => {
  const { entry, history, state, due } = view;
  if (!history?.checked || isEnded(view)) return 'done';
  if (entry.paused) return 'paused';
  if (due === undefined) return 'done';
  if (state.kind === 'failing') return 'stale';
  if (blocker && STALE.has(blocker.reason)) return 'stale';
  return now - due > periodMs + SLACK_MS ? 'stale' : 'fresh';
};
