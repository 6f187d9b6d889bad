import { addFormat } from './format.ts';

const openChannel = (name: string): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
};

export const canOpenChannel = (): boolean => {
  const channel = openChannel('console.probe');
  channel?.close();
  return channel !== undefined;
};

export const getWebLocks = (): LockManager | undefined => {
  try {
    return globalThis.navigator?.locks;
  } catch {
    return undefined;
  }
};

/** Between tabs of all formats. Never throws: without channels, no message arrives. */
export const openSharedChannel = (name: string, onMessage: (message: unknown) => void) => {
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

/** Between tabs of this format. */
export const openTabChannel: typeof openSharedChannel = (name, onMessage) =>
  openSharedChannel(addFormat(name), onMessage);

export type TabChannel = ReturnType<typeof openTabChannel>;
