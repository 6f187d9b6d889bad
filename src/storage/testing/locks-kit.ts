type Held = { gone: (error: DOMException) => void; isOver: Promise<unknown> };

/** The locks of one browser, as far as `takeLock` uses them. */
export const browserLocks = () => {
  const held = new Map<string, Held>();
  const request = async (
    name: string,
    { ifAvailable, steal, signal }: LockOptions,
    act: (lock: Lock | null) => unknown,
  ): Promise<unknown> => {
    await Promise.resolve();
    signal?.throwIfAborted();
    if (steal) held.get(name)?.gone(new DOMException('stolen', 'AbortError'));
    else if (held.has(name) && ifAvailable) return act(null);
    else if (held.has(name)) {
      const aborted = new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
      await Promise.race([held.get(name)?.isOver, aborted]);
    }
    return new Promise((resolve, reject) => {
      const isOver = Promise.resolve(act({ name, mode: 'exclusive' }));
      const own = { gone: reject, isOver };
      held.set(name, own);
      void isOver.then((result) => {
        if (held.get(name) === own) held.delete(name);
        resolve(result);
      });
    });
  };
  return { request: request as LockManager['request'] };
};
