import { expect, test } from 'playwright/test';
import { createTestLocks } from './testing/locks-kit.ts';
import { takeLock } from './tabs.ts';

test('gives a lock to one tab after the other', async () => {
  const locks = createTestLocks();
  const first = await takeLock('send', {}, locks);
  expect(await takeLock('send', { ifAvailable: true }, locks)).toBeUndefined();
  expect(await takeLock('poll', { ifAvailable: true }, locks)).toBeDefined();
  const waiting = takeLock('send', {}, locks);
  first?.release();
  await first?.gone;
  expect(await waiting).toBeDefined();
});

test('a stolen lock is gone for its tab', async () => {
  const locks = createTestLocks();
  const first = await takeLock('poll', {}, locks);
  const second = await takeLock('poll', { steal: true }, locks);
  await first?.gone;
  expect(second).toBeDefined();
  expect(await takeLock('poll', { ifAvailable: true }, locks)).toBeUndefined();
});

test('gives no lock if the wait is ended', async () => {
  const locks = createTestLocks();
  await takeLock('send', {}, locks);
  const ending = new AbortController();
  const waiting = takeLock('send', { signal: ending.signal }, locks);
  ending.abort();
  expect(await waiting).toBeUndefined();
});

test('rejects without locks', async () => {
  const refusing = { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) };
  await expect(takeLock('send', {}, refusing)).rejects.toThrow('denied');
  await expect(takeLock('send', {}, undefined)).rejects.toThrow();
});
