import { expect, test } from 'playwright/test';
import { storageForTests } from '#src/lib/testing/local-storage.ts';
import { createStore } from 'zustand/vanilla';
import { persistChoice, readLocal, writeLocal } from './local.ts';

const storage = storageForTests();

test('says if nothing was written, and never throws', () => {
  storage.isFull = true;
  expect(writeLocal('a', '1')).toBe(false);
  storage.refuses = true;
  expect(readLocal('a')).toBe(null);
  expect(writeLocal('a', undefined)).toBe(false);
});

test('keeps a choice and follows other tabs', () => {
  const page = new EventTarget();
  Reflect.set(globalThis, 'window', page);
  const store = createStore<'local' | 'utc'>(() => 'local');
  storage.items.set('zone', 'utc');
  const choose = persistChoice(store, 'zone', ['local', 'utc']);
  expect(store.getState()).toBe('utc');
  choose('local');
  expect([store.getState(), storage.items.get('zone')]).toEqual(['local', 'local']);

  const inOtherTab = (value: string) => {
    storage.items.set('zone', value);
    page.dispatchEvent(Object.assign(new Event('storage'), { key: 'zone' }));
    return store.getState();
  };
  expect(['utc', 'mars', 'utc'].map(inOtherTab)).toEqual(['utc', 'local', 'utc']);
  storage.refuses = true;
  choose('local');
  expect(store.getState()).toBe('local');
  Reflect.deleteProperty(globalThis, 'window');
});
