import { expect, test } from 'playwright/test';
import { openWatchList } from './watch-list.ts';
import { hasWatchedCalls, keptKey, readKept } from './watched.ts';

const KEY = 'k';

/** A browser's storage with its events to the other tabs; `refuses` throws as a shut one does. */
const shelf = ({ refuses = false } = {}) => {
  const values = new Map<string, string>();
  const listeners = new Set<(event: { key: string | null }) => void>();
  const guard = () => {
    if (refuses) throw new DOMException('denied', 'SecurityError');
  };
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => (guard(), values.get(key) ?? null),
      setItem: (key: string, value: string) => (guard(), values.set(key, value)),
      removeItem: (key: string) => (guard(), values.delete(key)),
    },
    addEventListener: (_: string, listener: (event: { key: string | null }) => void) =>
      listeners.add(listener),
    removeEventListener: (_: string, listener: (event: { key: string | null }) => void) =>
      listeners.delete(listener),
  });
  return { values, tell: (key: string | null) => listeners.forEach((listener) => listener({ key })) };
};

const open = () => openWatchList(KEY, () => undefined);
const ids = (list: ReturnType<typeof open>) => list.current().calls.map((call) => call.id);

test('watched calls come back with their order, time and pause', () => {
  shelf();
  const list = open();
  list.add(['a/b c+d&é#?', '007'], 5);
  list.add(['007', 'c'], 9);
  list.setPaused(['007'], true);
  list.keepTrying('c');
  expect(open().current()).toEqual({
    calls: [
      { id: 'a/b c+d&é#?', addedAt: 5 },
      { id: '007', addedAt: 5, paused: true },
      { id: 'c', addedAt: 9, keepTrying: true },
    ],
  });
  expect(hasWatchedCalls(KEY)).toBe(true);
  expect(hasWatchedCalls('another person')).toBe(false);
});

test('what was removed goes back into its place', () => {
  shelf();
  const list = open();
  list.add(['a'], 1);
  list.add(['b'], 2);
  const entry = list.find('a');
  list.remove(['a']);
  expect(ids(list)).toEqual(['b']);
  list.putBack(entry ? [entry] : []);
  expect(ids(open())).toEqual(['a', 'b']);
});

test('another tab’s changes are followed, and not written over', () => {
  const { tell } = shelf();
  const mine = open();
  const leave = mine.listen();
  const theirs = open();
  theirs.add(['theirs'], 1);
  mine.add(['mine'], 2);
  expect(ids(mine)).toEqual(['theirs', 'mine']);
  theirs.remove(['mine']);
  tell(keptKey(KEY));
  expect(ids(mine)).toEqual(['theirs']);
  leave();
});

test('a storage that is cleared elsewhere clears the list', () => {
  const { values, tell } = shelf();
  const list = open();
  list.listen();
  list.add(['a'], 1);
  values.clear();
  tell(null);
  expect(ids(list)).toEqual([]);
});

test('where storage is refused the list holds for the page', () => {
  shelf({ refuses: true });
  const list = open();
  list.add(['a'], 1);
  list.add(['b'], 2);
  list.setCheckSeconds(10);
  expect(ids(list)).toEqual(['a', 'b']);
  expect(list.current().checkSeconds).toBe(10);
  expect(hasWatchedCalls(KEY)).toBe(false);
});

test('whatever else stands in the storage counts as nothing', () => {
  const { values } = shelf();
  for (const text of ['', 'null', '42', '{"calls":7}', '{"calls":[null,{"id":5},{"id":"a"}]}', '{', '[]']) {
    values.set(keptKey(KEY), text);
    expect(readKept(KEY)).toEqual({ calls: [] });
  }
});

test('the chosen time between checks is remembered', () => {
  shelf();
  open().setCheckSeconds(30);
  expect(open().current().checkSeconds).toBe(30);
});
