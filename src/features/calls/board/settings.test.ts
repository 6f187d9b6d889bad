import { expect, test } from 'playwright/test';
import { storageForTests } from '#src/lib/testing/local-storage.ts';
import { openSettings, readSettings, readViews } from './settings.ts';

const storage = storageForTests();
const KEY = 'console.calls.a';

test('what was set is read again, for this person only, and undefined removes', () => {
  const all = {
    checkSeconds: 30,
    watching: true,
    notify: 'ends',
    notifyStuck: true,
    stuckMinutes: 45,
    forgetAtSignOut: true,
    lastVisitedAt: 7,
  } as const;
  const settings = openSettings('a');
  settings.change(all);
  expect([settings.get(), readSettings('a'), readSettings('b')]).toEqual([all, all, {}]);
  const none = Object.fromEntries(Object.keys(all).map((key) => [key, undefined]));
  settings.change(none);
  expect([settings.get(), storage.items.size]).toEqual([{}, 0]);
});

test('of a list of views those with a name and an address are read, each name once', () => {
  const mine = { name: 'Mine', search: 'show=failed' };
  const odd = [null, 7, {}, { name: 'x' }, { name: ' ', search: '' }, { name: 1, search: '' }];
  expect(readViews([...odd, { name: ' Mine ', search: '' }, { ...mine, more: 1 }])).toEqual([mine]);
  for (const value of [undefined, null, 'views', { views: [mine] }]) expect(readViews(value)).toEqual([]);
  const many = Array.from({ length: 80 }, (_, at) => ({ name: 'n'.repeat(at + 1), search: '' }));
  expect([readViews(many), readViews(many, Infinity)].map(({ length }) => length)).toEqual([50, 60]);
  const settings = openSettings('a');
  settings.change({ views: [mine] });
  expect([readSettings('a'), readSettings('b')]).toEqual([{ views: [mine] }, {}]);
});

test('a change leaves what a later version of the page keeps', () => {
  storage.items.set(KEY, JSON.stringify({ later: [1], checkSeconds: 5, notify: true }));
  openSettings('a').change({ checkSeconds: undefined, watching: true });
  expect(JSON.parse(storage.items.get(KEY) ?? '')).toEqual({ later: [1], watching: true, notify: 'ends' });
});

test('a change leaves the rest as another tab set it', () => {
  const settings = openSettings('a');
  settings.change({ notify: 'ends' });
  storage.items.set(KEY, '{"notify":true,"checkSeconds":10}');
  settings.change({ notify: undefined, lastVisitedAt: 5 });
  expect(settings.get()).toEqual({ checkSeconds: 10, lastVisitedAt: 5 });
  expect(storage.items.get(KEY)).toBe('{"checkSeconds":10,"lookedAt":5}');
});

test('whatever else stands there counts as nothing', () => {
  const wrong =
    '{"checkSeconds":"5","notify":1,"watching":false,"lookedAt":null,"forgetAtSignOut":"true","notifyStuck":1,"stuckMinutes":0,"views":{},"calls":[]}';
  for (const text of ['', 'null', '42', '[]', '{', wrong, '{"checkSeconds":0}']) {
    storage.items.set(KEY, text);
    expect(readSettings('a'), text).toEqual({});
  }
});

test('where storage is refused they hold for the page, and are kept once it takes them', () => {
  storage.refuses = true;
  const settings = openSettings('a');
  settings.change({ notify: 'ends' });
  expect(settings.change({ checkSeconds: 10 })).toBe(false);
  expect(settings.get()).toEqual({ notify: 'ends', checkSeconds: 10 });
  storage.refuses = false;
  expect(settings.change({ lastVisitedAt: 1 })).toBe(true);
  expect(readSettings('a')).toEqual({ checkSeconds: 10, notify: 'ends', lastVisitedAt: 1 });
});
