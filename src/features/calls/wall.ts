import { goingOn, type CallView } from './call/call.ts';

/** A line of the wall screen; `at` in epoch milliseconds, `ms` in milliseconds. */
export type WallFailure = { view: CallView; at: number };
export type WallStuck = { view: CallView; ms: number };

/** When a call ended, as reported; else when this browser saw it, or added the call. */
const endOf = ({ ended, endedSeenAt, entry }: CallView): number => ended ?? endedSeenAt ?? entry.addedAt;

/** The failed calls that ended last, the newest first, and the stuck ones, the longest first; at most so many of each. */
export const wallLists = (
  views: Iterable<CallView>,
  most: number,
): { failures: WallFailure[]; stuck: WallStuck[] } => {
  const failures: WallFailure[] = [];
  const stuck: WallStuck[] = [];
  for (const view of views) {
    if (view.group === 'bad') failures.push({ view, at: endOf(view) });
    if (view.stuck) stuck.push({ view, ms: goingOn(view)?.ms ?? 0 });
  }
  return {
    failures: failures.toSorted((a, b) => b.at - a.at).slice(0, most),
    stuck: stuck.toSorted((a, b) => b.ms - a.ms).slice(0, most),
  };
};
