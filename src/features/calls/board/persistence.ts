import { openCallStore } from './call-store.ts';
import type { SettingsStore } from './settings.ts';
import type { BoardStore } from './store.ts';

export type Persistence = ReturnType<typeof createPersistence>;

/** Keeps the watched calls in this browser's storage. */
export const createPersistence = ({
  storageKey,
  store,
  settings,
}: {
  storageKey: string;
  store: BoardStore;
  settings: SettingsStore;
}) => {
  const callStore = openCallStore(storageKey, { read: store.persisted });
  /** What was removed while the kept calls are still being read. */
  let gone: Set<string> | undefined;

  store.subscribe(({ cause, ids }) => {
    if (cause === 'planned') return;
    for (const id of gone ? ids : []) if (!store.item(id)) gone?.add(id);
    // What the person did must not be lost; an answer that is lost costs a check.
    if (cause === 'checked') callStore.touch(ids);
    if (cause === 'edited' || cause === 'restored') callStore.touch(ids, true);
    if (cause === 'edited' || cause === 'restored' || cause === 'edited elsewhere') {
      const watching = store.size() > 0 || undefined;
      if (settings.get().watching !== watching) settings.change({ watching });
    }
  });

  return {
    isKept: (): boolean => callStore.state() === 'kept',
    /** Tells when that changes. */
    subscribe: callStore.subscribe,
    /** Changed here and not written yet. */
    pending: callStore.pending,
    /** Reads what was kept; what happened to a call here since counts more. */
    load: async (): Promise<void> => {
      const removed = (gone = new Set<string>());
      await callStore.load((slice) =>
        store.hydrate(
          slice.filter(({ entry }) => !removed.has(entry.id)),
          'loaded',
        ),
      );
      gone = undefined;
      store.finishLoading();
    },
    /** Writes all before the page goes; the result stops that. */
    enter: (): (() => void) => {
      const hide = () => {
        if (document.visibilityState === 'hidden') void callStore.flush();
      };
      addEventListener('pagehide', callStore.flush);
      document.addEventListener('visibilitychange', hide);
      return () => {
        removeEventListener('pagehide', callStore.flush);
        document.removeEventListener('visibilitychange', hide);
        void callStore.flush();
      };
    },
  };
};
