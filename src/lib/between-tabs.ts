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
