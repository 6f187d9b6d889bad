import { expect, test } from 'playwright/test';
import { storageForTests } from '#src/lib/testing/local-storage.ts';
import { createStore } from 'zustand/vanilla';
import { persistChoice, parseJson, readLocal, writeLocal } from './local.ts';

const storage = storageForTests();

test('reads what was written, and undefined removes it', () => {
  expect(readLocal('a')).toBe(null);
  expect(writeLocal('a', '1')).toBe(true);
  expect(readLocal('a')).toBe('1');
  expect(writeLocal('a', undefined)).toBe(true);
  expect(storage.items.size).toBe(0);
});

test('says if nothing was written, and never throws', () => {
  storage.isFull = true;
  expect(writeLocal('a', '1')).toBe(false);
  storage.refuses = true;
  expect(readLocal('a')).toBe(null);
  expect(writeLocal('a', undefined)).toBe(false);
});

test('parses no text that is not JSON', () => {
  expect([null, '', '{', 'null', '{"a":1}'].map(parseJson)).toEqual([
    undefined,
    undefined,
    undefined,
    null,
    { a: 1 },
  ]);
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
