import type { QueryClient } from '@tanstack/react-query';
import type { WatchedCall } from '#src/features/calls/call/persisted-call.ts';
import type { Checks } from './polling.ts';
import { keyOfCall, historyIn } from '#src/features/calls/call/queries.ts';
import type { CallHistory } from '#src/features/calls/call/history.ts';
import type { Sharing } from './sharing.ts';
import { inSlices } from './slices.ts';
import type { Views } from './views.ts';

/** A call that is no longer watched, with what was seen of it, so that it can be put back. */
export type Removed = { entry: WatchedCall; seen: CallHistory | undefined };

/** More than these are not watched by one person at one service. */
export const MOST_CALLS = 20_000;

/** From so many changes on a list is better built anew. */
const MANY = 50;

/** Which calls are watched, as the person says. */
export type Watching = {
  /** Adds what is not there yet; for their sake the oldest of the ended calls may leave. `full`: so many did not fit. */
  watch: (ids: readonly string[]) => { added: number; full: number };
  unwatch: (ids: Iterable<string>) => Removed[];
  restore: (removed: readonly Removed[]) => void;
  setPaused: (ids: Iterable<string>, paused: boolean) => void;
  /** Goes on asking for an ID that the service refuses. */
  keepTrying: (id: string) => void;
};

type Setup = { queryClient: QueryClient; views: Views; checks: Checks; sharing: Sharing };

export const createWatching = ({ queryClient, views, checks, sharing }: Setup): Watching => {
  const rowsOf = (ids: readonly string[]) => (ids.length < MANY ? ids : 'all');

  const amend = (ids: Iterable<string>, change: (entry: WatchedCall) => WatchedCall): void => {
    const changed = [...ids].flatMap((id) => {
      const entry = views.item(id)?.entry;
      if (!entry) return [];
      // Later than any change before, also where the clock was put back.
      const changedAt = Math.max(Date.now(), (entry.changedAt ?? 0) + 1);
      views.change(id, { ...change(entry), changedAt });
      checks.scheduleNextCheck(id);
      return [id];
    });
    sharing.publish(changed, rowsOf(changed));
  };

  return {
    watch: (ids) => {
      const fresh = [...new Set(ids)].filter((id) => !views.item(id));
      if (fresh.length === 0) return { added: 0, full: 0 };
      const leaving = views.oldestEnded(Math.max(0, views.size() + fresh.length - MOST_CALLS));
      leaving.forEach(sharing.drop);
      if (leaving.length > 0) sharing.publish(leaving);
      const added = fresh.slice(0, MOST_CALLS - views.size());
      const addedAt = Date.now();
      let count = 0;
      inSlices(added, (slice) => {
        for (const id of slice) {
          if (views.item(id)) continue;
          // A millionth apart, so that they keep their order wherever they are kept.
          views.add({ id, addedAt: addedAt + count / 1e6 }, undefined);
          checks.scheduleNextCheck(id);
          count += 1;
        }
        sharing.publish(slice, rowsOf(slice));
      });
      return { added: added.length, full: fresh.length - added.length };
    },
    unwatch: (ids) => {
      const removed = [...ids].flatMap((id) => {
        const entry = views.item(id)?.entry;
        return entry ? [{ entry, seen: historyIn(queryClient, id) }] : [];
      });
      const gone = removed.map(({ entry }) => entry.id);
      inSlices(gone, (slice) => {
        slice.forEach(sharing.drop);
        sharing.publish(slice, rowsOf(slice));
      });
      return removed;
    },
    restore: (removed) => {
      const back = removed.filter(({ entry }) => !views.item(entry.id));
      inSlices(back, (slice) => {
        for (const { entry, seen } of slice) {
          if (views.item(entry.id)) continue;
          if (seen) queryClient.setQueryData(keyOfCall(entry.id), seen);
          views.add(entry, seen);
          checks.scheduleNextCheck(entry.id);
        }
        const ids = slice.map(({ entry }) => entry.id);
        sharing.publish(ids, rowsOf(ids));
        sharing.publishSeen(ids);
      });
    },
    setPaused: (ids, paused) =>
      amend(ids, (entry) => {
        const { paused: _, ...rest } = entry;
        return paused ? { ...rest, paused } : rest;
      }),
    keepTrying: (id) => amend([id], (entry) => ({ ...entry, keepTrying: true })),
  };
};
