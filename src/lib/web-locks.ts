/** The locks that the pages of this origin share; `undefined` where the browser has none, or refuses them with the storage. */
export const webLocks = (): LockManager | undefined => {
  try {
    return globalThis.navigator?.locks;
  } catch {
    return undefined;
  }
};
