import { expect, test } from 'playwright/test';
import { takeLock } from './tab-lock.ts';

type Held = { gone: (error: DOMException) => void; isOver: Promise<unknown> };

/** The locks of one browser, as far as `takeLock` uses them. */
const browserLocks = () => {
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

test('one tab holds a lock, the next gets it after the release', async () => {
  const locks = browserLocks();
  const first = await takeLock('send', {}, locks);
  expect(await takeLock('send', { ifAvailable: true }, locks)).toBeUndefined();
  expect(await takeLock('poll', { ifAvailable: true }, locks)).toBeDefined();
  const waiting = takeLock('send', {}, locks);
  first?.release();
  await first?.gone;
  expect(await waiting).toBeDefined();
});

test('a stolen lock is gone for the tab that held it', async () => {
  const locks = browserLocks();
  const first = await takeLock('poll', {}, locks);
  const second = await takeLock('poll', { steal: true }, locks);
  await first?.gone;
  expect(second).toBeDefined();
  expect(await takeLock('poll', { ifAvailable: true }, locks)).toBeUndefined();
});

test('a wait that is ended gives no lock', async () => {
  const locks = browserLocks();
  await takeLock('send', {}, locks);
  const ending = new AbortController();
  const waiting = takeLock('send', { signal: ending.signal }, locks);
  ending.abort();
  expect(await waiting).toBeUndefined();
});

test('without locks it rejects', async () => {
  const refusing = { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) };
  await expect(takeLock('send', {}, refusing)).rejects.toThrow('denied');
  await expect(takeLock('send', {}, undefined)).rejects.toThrow();
});
