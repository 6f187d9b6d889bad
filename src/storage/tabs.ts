/** A channel to the other pages of this origin; `undefined` where the browser has none, or refuses it with the storage. */
export const openBroadcast = (name: string): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
};

/** The locks that the pages of this origin share; `undefined` where the browser has none, or refuses them with the storage. */
export const webLocks = (): LockManager | undefined => {
  try {
    return globalThis.navigator?.locks;
  } catch {
    return undefined;
  }
};

/** Joins the tabs of this origin that know the name. Without a channel each tab is alone. Nothing here throws. */
export const joinTabs = (name: string, onMessage: (message: unknown) => void) => {
  const channel = openBroadcast(name);
  channel?.addEventListener('message', ({ data }) => onMessage(data));
  return {
    post: (message: unknown): void => {
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
        channel?.postMessage(message);
      } catch {
        // Closed, or it can't be copied: the others read it from storage.
      }
    },
    close: () => channel?.close(),
  };
};

export type TabChannel = ReturnType<typeof joinTabs>;
