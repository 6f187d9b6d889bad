import { expect, test } from 'playwright/test';
import { changeSettings, readSettings, settingsKey } from './settings.ts';

/** This browser's small storage; while `refuses` is set it throws as a shut one does. */
const shelf = () => {
  const values = new Map<string, string>();
  const state = { values, refuses: false };
  const guard = () => {
    if (state.refuses) throw new DOMException('denied', 'SecurityError');
  };
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => (guard(), values.get(key) ?? null),
      setItem: (key: string, value: string) => (guard(), values.set(key, value)),
      removeItem: (key: string) => (guard(), values.delete(key)),
    },
  });
  return state;
};

test('what was set is read again, for this person only', () => {
  shelf();
  const all = { checkSeconds: 30, watching: true, notify: true, forgetAtSignOut: true, lookedAt: 7 } as const;
  expect(changeSettings('a', all)).toEqual(all);
  expect(readSettings('a')).toEqual(all);
  expect(readSettings('b')).toEqual({});
});

test('a change leaves the rest as another tab set it, and undefined removes', () => {
  const { values } = shelf();
  changeSettings('a', { notify: true });
  values.set(settingsKey('a'), JSON.stringify({ notify: true, checkSeconds: 10 }));
  expect(changeSettings('a', { notify: undefined, lookedAt: 5 })).toEqual({ checkSeconds: 10, lookedAt: 5 });
  changeSettings('a', { checkSeconds: undefined, lookedAt: undefined });
  expect(values.size).toBe(0);
});

test('whatever else stands there counts as nothing', () => {
  const { values } = shelf();
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
    values.set(settingsKey('a'), text);
    expect(readSettings('a'), text).toEqual({});
  }
  values.set(settingsKey('a'), '{"calls":[{"id":"x"}],"checkSeconds":5}');
  expect(changeSettings('a', { notify: true })).toEqual({ checkSeconds: 5, notify: true });
  expect(values.get(settingsKey('a'))).toBe('{"checkSeconds":5,"notify":true}');
});

test('where storage is refused they hold for the page, and are kept once it takes them', () => {
  const state = shelf();
  state.refuses = true;
  expect(readSettings('refused')).toEqual({});
  changeSettings('refused', { notify: true });
  expect(changeSettings('refused', { checkSeconds: 10 })).toEqual({ notify: true, checkSeconds: 10 });
  expect(readSettings('refused')).toEqual({ notify: true, checkSeconds: 10 });
  state.refuses = false;
  changeSettings('refused', { lookedAt: 1 });
  expect(state.values.get(settingsKey('refused'))).toBe('{"checkSeconds":10,"notify":true,"lookedAt":1}');
  state.values.clear();
  expect(readSettings('refused')).toEqual({});
});
