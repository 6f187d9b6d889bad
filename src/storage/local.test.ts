import { expect, test } from 'playwright/test';
import { storageForTests } from '#src/lib/testing/local-storage.ts';
import { choiceOf, parseJson, readLocal, writeLocal } from './local.ts';

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
