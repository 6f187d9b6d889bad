export const createEmitter = <Event = void>() => {
  const listeners = new Set<(event: Event) => void>();
  return {
    /** Returns a function that unsubscribes. */
    subscribe: (listener: (event: Event) => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    emit: (event: Event): void => {
      for (const listener of listeners) listener(event);
    },
  };
};
