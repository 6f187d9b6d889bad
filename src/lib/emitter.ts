export type Emitter<Value> = {
  /** Every listener receives it within this call. */
  emit: (value: Value) => void;
  /** Returns how to leave. */
  subscribe: (listener: (value: Value) => void) => () => void;
};

/** For what happens and is nobody's state; what is state stands in a store. */
export const createEmitter = <Value>(): Emitter<Value> => {
  const listeners = new Set<(value: Value) => void>();
  return {
    emit: (value) => {
      for (const listener of listeners) listener(value);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
