/** A channel to the other pages of this origin; `undefined` where the browser has none, or refuses it with the storage. */
export const openBroadcast = (name: string): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
};
