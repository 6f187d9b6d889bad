import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'playwright/test';
import { storageForTests } from '#src/lib/testing/local-storage.ts';
import { createTestLocks } from './testing/locks-kit.ts';
import { canUseStorage } from './probe.ts';

const localStorage = storageForTests();
const channel = Reflect.get(globalThis, 'BroadcastChannel');

const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};
const block = (name: string) => Object.defineProperty(globalThis, name, { configurable: true, get: refuse });

test.beforeEach(() => {
  Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: new IDBFactory() });
  Object.defineProperty(globalThis, 'navigator', {
    configurable: true,
    value: { locks: createTestLocks() },
  });
});
test.afterEach(() => {
  for (const name of ['indexedDB', 'navigator']) Reflect.deleteProperty(globalThis, name);
  Object.defineProperty(globalThis, 'BroadcastChannel', { configurable: true, value: channel });
});

test('finds storage that works', async () => {
  expect(await canUseStorage()).toBe(true);
});

const BLOCKED: [what: string, act: () => void][] = [
  ['locks', () => Reflect.set(globalThis.navigator, 'locks', undefined)],
  ['a lock', () => Reflect.set(globalThis.navigator, 'locks', { request: refuse })],
  ['channels', () => Reflect.set(globalThis, 'BroadcastChannel', refuse)],
  ['databases', () => block('indexedDB')],
  ['a database', () => Reflect.set(indexedDB, 'open', refuse)],
  ['local storage', () => Object.assign(localStorage, { refuses: true })],
];

for (const [what, act] of BLOCKED) {
  test(`finds that the browser refuses ${what}`, async () => {
    act();
    expect(await canUseStorage()).toBe(false);
  });
}
