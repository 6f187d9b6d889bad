import { expect, test } from 'playwright/test';
import { storageForTests } from '#src/lib/testing/local-storage.ts';
import { createStore } from 'zustand/vanilla';
import { choiceOf, keepChoice, parseJson, readLocal, writeLocal } from './local.ts';

const storage = storageForTests();

test('what was written is read again, and undefined takes it away', () => {
  expect(readLocal('a')).toBe(null);
  expect(writeLocal('a', '1')).toBe(true);
  expect(readLocal('a')).toBe('1');
  expect(writeLocal('a', undefined)).toBe(true);
  expect(storage.items.size).toBe(0);
});

test('refused or full: nothing throws, and that it was not written is said', () => {
  storage.isFull = true;
  expect(writeLocal('a', '1')).toBe(false);
  storage.refuses = true;
  expect(readLocal('a')).toBe(null);
  expect(writeLocal('a', undefined)).toBe(false);
  expect(choiceOf('b').isOn()).toBe(true);
});

test('a text that is no JSON is nothing', () => {
  expect([null, '', '{', 'null', '{"a":1}'].map(parseJson)).toEqual([
    undefined,
    undefined,
    undefined,
    null,
    { a: 1 },
  ]);
});

test('a choice is on until it is switched off', () => {
  const choice = choiceOf('b');
  choice.switchTo(false);
  expect([choice.isOn(), storage.items.get('b')]).toEqual([false, 'off']);
  choice.switchTo(true);
  expect([choice.isOn(), storage.items.size]).toEqual([true, 0]);
});

test('one of several is kept, what another tab chooses is followed, and anything else is the first', () => {
  const page = new EventTarget();
  Reflect.set(globalThis, 'window', page);
  const store = createStore<'local' | 'utc'>(() => 'local');
  storage.items.set('zone', 'utc');
  const choose = keepChoice(store, 'zone', ['local', 'utc']);
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
