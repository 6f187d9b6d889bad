export const openChannel = (name: string): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
};

export const getWebLocks = (): LockManager | undefined => {
  try {
    return globalThis.navigator?.locks;
  } catch {
    return undefined;
  }
};

/** Never throws. Without channels, no message arrives. */
export const openTabChannel = (name: string, onMessage: (message: unknown) => void) => {
  const channel = openChannel(name);
  channel?.addEventListener('message', ({ data }) => onMessage(data));
  return {
    post: (message: unknown): void => {
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
        channel?.postMessage(message);
      } catch {
        // The channel is closed, or the message can't be copied: other tabs read storage.
      }
    },
    close: () => channel?.close(),
  };
};

export type TabChannel = ReturnType<typeof openTabChannel>;
