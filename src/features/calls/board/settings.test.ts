import { expect, test } from 'playwright/test';
import { storageForTests } from '#src/lib/testing/local-storage.ts';
import { openSettings, readSettings } from './settings.ts';

const storage = storageForTests();
const KEY = 'console.calls.a';

test('settings are read again, for this person only', () => {
  const all = {
    watching: true,
    notifyEnds: true,
    notifyStuck: true,
    stuckMinutes: 45,
    forgetAtSignOut: true,
  } as const;
  const settings = openSettings('a');
  settings.change(all);
  expect([settings.getState(), readSettings('a'), readSettings('b')]).toEqual([all, all, {}]);
  const none = Object.fromEntries(Object.keys(all).map((key) => [key, undefined]));
  settings.change(none);
  expect([settings.getState(), storage.items.size]).toEqual([{}, 0]);
});

test('keeps what a later release adds', () => {
  storage.items.set(KEY, JSON.stringify({ watching: true, later: 1 }));
  openSettings('a').change({ notifyEnds: true });
  expect(JSON.parse(storage.items.get(KEY) ?? '')).toEqual({ watching: true, later: 1, notifyEnds: true });
});

test('a change leaves the rest as another tab set it', () => {
  const settings = openSettings('a');
  settings.change({ notifyEnds: true });
  storage.items.set(KEY, '{"notifyEnds":true,"notifyStuck":true}');
  settings.change({ notifyEnds: undefined });
  expect(settings.getState()).toEqual({ notifyStuck: true });
  expect(storage.items.get(KEY)).toBe('{"notifyStuck":true}');
});

test('ignores settings out of bounds', () => {
  const wrong =
    '{"notifyEnds":1,"watching":false,"forgetAtSignOut":"true","notifyStuck":1,"stuckMinutes":0.5}';
  for (const text of ['', 'null', '42', '[]', '{', wrong]) {
    storage.items.set(KEY, text);
    expect(readSettings('a'), text).toEqual({});
  }
});

test('one setting that does not fit leaves the others', () => {
  storage.items.set(KEY, '{"notifyEnds":1,"notifyStuck":true}');
  expect(readSettings('a')).toEqual({ notifyStuck: true });
});

test('settings hold for the page if storage is refused', () => {
  storage.refuses = true;
  const settings = openSettings('a');
  settings.change({ notifyEnds: true });
  settings.change({ notifyStuck: true });
  expect(settings.getState()).toEqual({ notifyEnds: true, notifyStuck: true });
});
