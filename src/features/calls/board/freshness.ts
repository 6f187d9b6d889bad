import type { Overview } from './overview.ts';
import type { CallView } from '#src/features/calls/call/derived.ts';

/**
 * `done`: nothing more is asked (ended, refused, or not yet asked); `paused` by the person; `stale`: what is shown may
 * no longer be so; `fresh`: checked as often as it should be.
 */
export type Freshness = 'done' | 'paused' | 'stale' | 'fresh';

const SLACK_MS = 2000;

/** How far what is shown of a call can be trusted at `now` on the monotonic clock. */
export const freshnessOf = (
  { entry, seen, state, due }: CallView,
  { periodMs, blocker }: Pick<Overview, 'periodMs' | 'blocker'>,
  now: number,
): Freshness => {
  if (!seen?.checked || (state.kind === 'reported' && state.ended)) return 'done';
  if (entry.paused) return 'paused';
  if (due === undefined) return 'done';
  if (state.kind === 'failing') return 'stale';
  if (blocker?.why === 'offline' || blocker?.why === 'session') return 'stale';
  return now - due > periodMs + SLACK_MS ? 'stale' : 'fresh';
};
