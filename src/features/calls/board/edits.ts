import type { CallView } from '#src/features/calls/call/derived.ts';
import { inSlices } from './slices.ts';
import type { BoardStore } from './store.ts';

/** A call that is no longer watched, with what was seen of it, so that it can be put back. */
export type Removed = Pick<CallView, 'entry' | 'seen'>;

/** More than these are not watched by one person at one service. */
export const MOST_CALLS = 20_000;

/** Which calls are watched and checked, as the person says. */
export const createEdits = (store: BoardStore) => ({
  /** Adds what is not there yet; for their sake the oldest of the ended calls may leave. `full`: so many did not fit. */
  watch: (ids: readonly string[]): { added: number; full: number } => {
    const fresh = [...new Set(ids)].filter((id) => !store.item(id));
    if (fresh.length === 0) return { added: 0, full: 0 };
    const leaving = store.oldestEnded(Math.max(0, store.size() + fresh.length - MOST_CALLS));
    if (leaving.length > 0) store.remove(leaving);
    const addedAt = Date.now();
    // A millionth apart, so that they keep their order wherever they are kept.
    const entries = fresh
      .slice(0, MOST_CALLS - store.size())
      .map((id, index) => ({ id, addedAt: addedAt + index / 1e6 }));
    inSlices(entries, store.add);
    return { added: entries.length, full: fresh.length - entries.length };
  },
  unwatch: (ids: Iterable<string>): Removed[] => {
    const removed = [...ids]
      .flatMap((id) => store.call(id) ?? [])
      .map(({ entry, seen }) => ({ entry, seen }));
    inSlices(
      removed.map(({ entry }) => entry.id),
      (slice) => store.remove(slice),
    );
    return removed;
  },
  restore: (removed: readonly Removed[]): void => inSlices(removed, store.restore),
  setPaused: (ids: Iterable<string>, paused: boolean): void =>
    store.updateEntries(ids, (entry) => {
      const { paused: _, ...rest } = entry;
      return paused ? { ...rest, paused } : rest;
    }),
  /** Goes on asking for an ID that the service refuses. */
  keepTrying: (id: string): void => store.updateEntries([id], (entry) => ({ ...entry, keepTrying: true })),
});
