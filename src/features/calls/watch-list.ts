import { keptKey, readKept, writeKept, type Kept, type Watched } from './watched.ts';

/** The watched calls of this service and person, shared with the other tabs through this browser's storage. */
export type WatchList = {
  current: () => Kept;
  find: (id: string) => Watched | undefined;
  /** Adds what is not there yet. `addedAt` in epoch milliseconds. */
  add: (ids: readonly string[], addedAt: number) => void;
  remove: (ids: readonly string[]) => void;
  /** Puts back what was taken out, in its old place. */
  putBack: (entries: readonly Watched[]) => void;
  setPaused: (ids: readonly string[], paused: boolean) => void;
  keepTrying: (id: string) => void;
  setCheckSeconds: (seconds: number) => void;
  /** Follows other tabs; the result stops. */
  listen: () => () => void;
};

const without = (calls: readonly Watched[], ids: Iterable<string>): Watched[] => {
  const gone = new Set(ids);
  return calls.filter((call) => !gone.has(call.id));
};

/** `onChange` is told what was there before. Where storage is refused, the list holds for this page. */
export const openWatchList = (
  storageKey: string,
  onChange: (before: ReadonlyMap<string, Watched>) => void,
): WatchList => {
  let storing = true;
  let kept: Kept = readKept(storageKey) ?? { calls: [] };
  let byId = new Map(kept.calls.map((call) => [call.id, call]));

  const adopt = (next: Kept): void => {
    const before = byId;
    kept = next;
    byId = new Map(next.calls.map((call) => [call.id, call]));
    onChange(before);
  };

  // Another tab may have written since: what is stored is what gets changed.
  const latest = (): Kept => (storing && readKept(storageKey)) || kept;

  const write = (next: Kept): void => {
    storing = writeKept(storageKey, next);
    adopt(next);
  };

  const change = (update: (calls: readonly Watched[]) => readonly Watched[]): void => {
    const base = latest();
    write({ ...base, calls: update(base.calls) });
  };

  const follow = (event: StorageEvent): void => {
    // A null key: everything was cleared.
    if (event.key === null || event.key === keptKey(storageKey)) adopt(readKept(storageKey) ?? { calls: [] });
  };

  return {
    current: () => kept,
    find: (id) => byId.get(id),
    add: (ids, addedAt) =>
      change((calls) => {
        const there = new Set(calls.map((call) => call.id));
        return [...calls, ...ids.filter((id) => !there.has(id)).map((id) => ({ id, addedAt }))];
      }),
    remove: (ids) => change((calls) => without(calls, ids)),
    putBack: (entries) =>
      change((calls) => {
        const others = without(
          calls,
          entries.map((entry) => entry.id),
        );
        return [...others, ...entries].toSorted((a, b) => a.addedAt - b.addedAt);
      }),
    setPaused: (ids, paused) => {
      const chosen = new Set(ids);
      change((calls) =>
        calls.map((call) => {
          if (!chosen.has(call.id)) return call;
          const { paused: _, ...rest } = call;
          return paused ? { ...rest, paused } : rest;
        }),
      );
    },
    keepTrying: (id) =>
      change((calls) => calls.map((call) => (call.id === id ? { ...call, keepTrying: true } : call))),
    setCheckSeconds: (checkSeconds) => write({ ...latest(), checkSeconds }),
    listen: () => {
      addEventListener('storage', follow);
      return () => removeEventListener('storage', follow);
    },
  };
};
