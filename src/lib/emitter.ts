/** Something that others can listen to. */
export const createEmitter = <News = void>() => {
  const listeners = new Set<(news: News) => void>();
  return {
    /** The result leaves. */
    subscribe: (listener: (news: News) => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    emit: (news: News): void => {
      for (const listener of listeners) listener(news);
    },
    /** Whoever listens is told nothing more. */
    clear: (): void => listeners.clear(),
  };
};
