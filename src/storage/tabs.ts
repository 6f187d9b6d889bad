/** Undefined if the browser has no channels, or refuses them. */
export const openBroadcast = (name: string): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
};

/** Undefined if the browser has no locks, or refuses them. */
export const webLocks = (): LockManager | undefined => {
  try {
    return globalThis.navigator?.locks;
  } catch {
    return undefined;
  }
};

/** Joins the tabs of this origin. Without channels each tab is alone. Nothing here throws. */
export const joinTabs = (name: string, onMessage: (message: unknown) => void) => {
  const channel = openBroadcast(name);
  channel?.addEventListener('message', ({ data }) => onMessage(data));
  return {
    post: (message: unknown): void => {
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
        channel?.postMessage(message);
      } catch {
        // Closed, or it can't be copied: the other tabs read it from storage.
      }
    },
    close: () => channel?.close(),
  };
};

export type TabChannel = ReturnType<typeof joinTabs>;
