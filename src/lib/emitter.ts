/** Something that others can listen to. */
export type Emitter<News> = {
  /** The result leaves. */
  subscribe: (listener: (news: News) => void) => () => void;
  emit: (news: News) => void;
  /** Whoever listens is told nothing more. */
  clear: () => void;
};

export const createEmitter = <News = void>(): Emitter<News> => {
  const listeners = new Set<(news: News) => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit: (news) => {
      for (const listener of listeners) listener(news);
    },
    clear: () => listeners.clear(),
  };
};
