import {
  MAX_NOTE_LENGTH,
  computeAddedAt,
  findMissing,
  type CallExtras,
  type SavedCall,
} from '#src/features/calls/call/saved-call.ts';
import { omitUndefined } from '#src/lib/omit-undefined.ts';
import type { BoardStore } from './store.ts';

export const MAX_CALLS = 10_000;

export const createEdits = (store: BoardStore) => ({
  /** Adds calls that aren't watched yet, with their extras or else to `list`. `notAdded`: how many didn't fit. */
  watch: (
    ids: readonly string[],
    list: string,
    extras: ReadonlyMap<string, CallExtras> = new Map(),
  ): { added: number; notAdded: number } => {
    const notWatched = [...new Set(ids)].filter((id) => !store.call(id));
    const fitting = notWatched.slice(0, Math.max(0, MAX_CALLS - store.size()));
    const now = Date.now();
    store.add(
      fitting.map((id, index) => {
        const { note, list: own = list } = extras.get(id) ?? {};
        const added = omitUndefined({ note, list: own || undefined });
        return { entry: { id, addedAt: computeAddedAt(now, index), ...added } };
      }),
      'edited',
    );
    return { added: fitting.length, notAdded: notWatched.length - fitting.length };
  },
  /** Returns what was removed, for an undo. */
  unwatch: (ids: Iterable<string>): SavedCall[] => {
    const removed = [...ids].flatMap((id) => store.call(id) ?? []);
    store.remove(removed.map(({ entry }) => entry.id));
    return removed;
  },
  restore: (removed: readonly SavedCall[]): void =>
    store.add(removed.slice(0, Math.max(0, MAX_CALLS - store.size())), 'restored'),
  setPaused: (ids: Iterable<string>, paused: boolean): void =>
    store.updateEntries(ids, (entry) => ({ ...entry, paused: paused || undefined })),
  /** "" deletes the note. */
  setNote: (ids: Iterable<string>, text: string): void => {
    const note = text.trim().slice(0, MAX_NOTE_LENGTH) || undefined;
    const changed = [...ids].filter((id) => note !== store.call(id)?.entry.note);
    store.updateEntries(changed, (entry) => ({ ...entry, note }));
  },
  moveToList: (ids: Iterable<string>, list: string): void =>
    store.updateEntries(ids, (entry) => ({ ...entry, list: list || undefined })),
  /** Adds to watched calls what they lack. */
  addExtras: (extras: ReadonlyMap<string, CallExtras>): void =>
    store.updateEntries(extras.keys(), (entry) => ({
      ...entry,
      ...findMissing(entry, extras.get(entry.id)),
    })),
  /** Keeps checking an ID that the service refuses. */
  keepTrying: (id: string): void => store.updateEntries([id], (entry) => ({ ...entry, keepTrying: true })),
});
