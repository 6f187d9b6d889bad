import { LONGEST_NOTE, type PersistedCall } from '#src/features/calls/call/persisted-call.ts';
import { inSlices } from './pacing.ts';
import type { BoardStore } from './store.ts';

/** More than these are not watched by one person at one service. */
export const MOST_CALLS = 20_000;

/** Which calls are watched and checked, as the person says. */
export const createEdits = (store: BoardStore) => ({
  /** Adds what is not there yet; for their sake the oldest of the ended calls may leave. `full`: so many did not fit. */
  watch: (ids: readonly string[]): { added: number; full: number } => {
    const fresh = [...new Set(ids)].filter((id) => !store.call(id));
    if (fresh.length === 0) return { added: 0, full: 0 };
    const leaving = store.oldestEnded(Math.max(0, store.size() + fresh.length - MOST_CALLS));
    if (leaving.length > 0) store.remove(leaving);
    const fitting = fresh.slice(0, MOST_CALLS - store.size());
    const now = Date.now();
    // Apart by what a double still tells there, so that they keep their order wherever they are kept.
    const entries = fitting.map((id, index) => ({ entry: { id, addedAt: now + index / 4096 } }));
    inSlices(entries, (slice) => store.add(slice, 'entriesChanged'));
    return { added: fitting.length, full: fresh.length - fitting.length };
  },
  /** Gives what was removed, with what was seen of it, so that it can be put back. */
  unwatch: (ids: Iterable<string>): PersistedCall[] => {
    const removed = [...ids]
      .flatMap((id) => store.call(id) ?? [])
      .map(({ entry, seen }) => ({ entry, seen }));
    inSlices(
      removed.map(({ entry }) => entry.id),
      (slice) => store.remove(slice),
    );
    return removed;
  },
  restore: (removed: readonly PersistedCall[]): void =>
    inSlices(removed, (slice) => store.add(slice, 'restored')),
  setPaused: (ids: Iterable<string>, paused: boolean): void =>
    store.updateEntries(ids, (entry) => {
      const { paused: _, ...rest } = entry;
      return paused ? { ...rest, paused } : rest;
    }),
  /** Keeps a note with a call; "" takes it away. */
  setNote: (id: string, text: string): void => {
    const note = text.trim().slice(0, LONGEST_NOTE);
    if (note === (store.call(id)?.entry.note ?? '')) return;
    store.updateEntries([id], (entry) => {
      const { note: _, ...rest } = entry;
      return note === '' ? rest : { ...rest, note };
    });
  },
  /** Goes on asking for an ID that the service refuses. */
  keepTrying: (id: string): void => store.updateEntries([id], (entry) => ({ ...entry, keepTrying: true })),
});
