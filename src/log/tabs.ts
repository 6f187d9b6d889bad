import type { JournalEntry } from './entry.ts';

/** The part of Web Locks that is used. */
export type TabLocks = Pick<LockManager, 'request' | 'query'>;

/** Longer than the longest deadline that a configuration can give to a write. */
export const GONE_AFTER_MS = 900_000;

const lockName = (tab: string): string => `journal-tab-${tab}`;

/**
 * Makes this tab known to the others for as long as it lives: it holds a lock of its own name, which the browser takes
 * away with the tab. Without locks an entry is given up by its age.
 */
export const enterTab = async (id: string, locks: TabLocks | undefined) => {
  const life = new AbortController();
  const holds =
    locks !== undefined &&
    (await new Promise<boolean>((resolve) => {
      const untilLeft = () => {
        resolve(true);
        return new Promise<void>((left) => life.signal.addEventListener('abort', () => left()));
      };
      locks.request(lockName(id), untilLeft).catch(() => resolve(false));
    }));
  return {
    /** Which of these entries were left `sending` by a tab that is gone. Never one of a tab that lives. */
    abandoned: async (entries: readonly JournalEntry[], nowMs: number): Promise<JournalEntry[]> => {
      const foreign = entries.filter(({ tab }) => tab !== id);
      if (foreign.length === 0) return [];
      const byAge = foreign.filter(({ at }) => nowMs - at > GONE_AFTER_MS);
      if (!holds) return byAge;
      // Asked after the entries were read: whoever wrote one of them held its lock before.
      const known = await locks.query().catch(() => undefined);
      if (!known) return byAge;
      const { held = [], pending = [] } = known;
      const alive = new Set([...held, ...pending].map(({ name }) => name));
      return foreign.filter(({ tab }) => !alive.has(lockName(tab)));
    },
    leave: (): void => life.abort(),
  };
};
