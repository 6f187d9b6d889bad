import { goingOn, type CallView } from './call/call.ts';

/** When a call ended, as reported; else when this browser saw it, or added the call. */
const endOf = ({ ended, endedSeenAt, entry }: CallView): number => ended ?? endedSeenAt ?? entry.addedAt;

/**
 * The failed calls that ended last, the newest first, and the stuck ones, the longest first; at most so many of each. `at` is in
 * epoch milliseconds, `ms` in milliseconds.
 */
export const wallLists = (views: readonly CallView[], most: number) => ({
  failures: views
    .filter(({ group }) => group === 'bad')
    .map((view) => ({ view, at: endOf(view) }))
    .toSorted((a, b) => b.at - a.at)
    .slice(0, most),
  stuck: views
    .filter(({ stuck }) => stuck)
    .map((view) => ({ view, ms: goingOn(view)?.ms ?? 0 }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, most),
});
