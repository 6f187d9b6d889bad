import { expect, test } from 'playwright/test';
import { storageForTests } from '#src/lib/testing/local-storage.ts';
import { changeSettings, readSettings, settingsKey } from './settings.ts';

const storage = storageForTests();

test('what was set is read again, for this person only', () => {
  const all = {
    checkSeconds: 30,
    watching: true,
    notify: true,
    forgetAtSignOut: true,
    lastVisitedAt: 7,
  } as const;
  expect(changeSettings('a', all)).toEqual(all);
  expect(readSettings('a')).toEqual(all);
  expect(readSettings('b')).toEqual({});
});

test('a change leaves the rest as another tab set it, and undefined removes', () => {
  changeSettings('a', { notify: true });
  storage.items.set(settingsKey('a'), JSON.stringify({ notify: true, checkSeconds: 10 }));
  expect(changeSettings('a', { notify: undefined, lastVisitedAt: 5 })).toEqual({
    checkSeconds: 10,
    lastVisitedAt: 5,
  });
  changeSettings('a', { checkSeconds: undefined, lastVisitedAt: undefined });
  expect(storage.items.size).toBe(0);
});

test('whatever else stands there counts as nothing', () => {
  const texts = [
    '',
    'null',
    '42',
    '[]',
    '{',
    '{"checkSeconds":"5","notify":1,"watching":false,"lookedAt":null,"forgetAtSignOut":"true"}',
    '{"checkSeconds":0}',
  ];
  for (const text of texts) {
    storage.items.set(settingsKey('a'), text);
    expect(readSettings('a'), text).toEqual({});
  }
  storage.items.set(settingsKey('a'), '{"calls":[{"id":"x"}],"checkSeconds":5}');
  expect(changeSettings('a', { notify: true })).toEqual({ checkSeconds: 5, notify: true });
  expect(storage.items.get(settingsKey('a'))).toBe('{"checkSeconds":5,"notify":true}');
});

test('where storage is refused they hold for the page, and are kept once it takes them', () => {
  storage.refuses = true;
  expect(readSettings('refused')).toEqual({});
  changeSettings('refused', { notify: true });
  expect(changeSettings('refused', { checkSeconds: 10 })).toEqual({ notify: true, checkSeconds: 10 });
  expect(readSettings('refused')).toEqual({ notify: true, checkSeconds: 10 });
  storage.refuses = false;
  changeSettings('refused', { lastVisitedAt: 1 });
  expect(storage.items.get(settingsKey('refused'))).toBe('{"checkSeconds":10,"notify":true,"lookedAt":1}');
  storage.items.clear();
  expect(readSettings('refused')).toEqual({});
});
