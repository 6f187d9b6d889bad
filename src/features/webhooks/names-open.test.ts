import { expect, test } from 'playwright/test';
import { namesKey, openKept } from './names-kept.ts';
import { openNames } from './names-open.ts';
import { LONGEST_NAME, MOST_NAMES } from './names.ts';

/** This browser's small storage, and the `storage` events of other tabs; while `refuses` is set it throws as a shut one. */
const shelf = () => {
  const values = new Map<string, string>();
  const listeners = new Set<(event: { key: string | null }) => void>();
  const otherTab = (key: string, value: string) => {
    values.set(key, value);
    for (const listener of listeners) listener({ key });
  };
  const state = { values, refuses: false, isFull: false, otherTab };
  const guard = () => {
    if (state.refuses) throw new DOMException('denied', 'SecurityError');
  };
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => (guard(), values.get(key) ?? null),
      setItem: (key: string, value: string) => {
        guard();
        if (state.isFull) throw new DOMException('full', 'QuotaExceededError');
        values.set(key, value);
      },
    },
    window: {
      addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    },
  });
  return state;
};

test.afterEach(() => {
  for (const name of ['localStorage', 'window']) Reflect.deleteProperty(globalThis, name);
});

const open = (storageKey: string) => openNames(storageKey, openKept(storageKey));

const KEY = namesKey('a');
const campaign = (id: string, name: string) => ({ kind: 'campaign', id, name }) as const;
const webhook = (id: string, name: string) => ({ kind: 'webhook', id, name }) as const;

test('names that were given are there again, for this person only', () => {
  shelf();
  expect(open('a').set([campaign('cmp-1', ' Renewals\n EMEA '), webhook('cmp-1', 'Sync')])).toBe(true);
  const { campaign: campaigns, webhook: webhooks } = open('a').book();
  expect([...campaigns]).toEqual([['cmp-1', 'Renewals EMEA']]);
  expect([...webhooks]).toEqual([['cmp-1', 'Sync']]);
  expect(open('b').book().campaign.size).toBe(0);
});

test('an ID stays as it is, also one that objects have for a property', () => {
  shelf();
  const ids = ['__proto__', 'constructor', ' a\tb ', '007', '💡'];
  open('a').set(ids.map((id) => campaign(id, `of ${id}`)));
  expect([...open('a').book().campaign.keys()]).toEqual(ids);
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});

test('"" takes a name away, and the book is another object after each change', () => {
  shelf();
  const names = open('a');
  names.set([campaign('1', 'One'), campaign('2', 'Two')]);
  const before = names.book();
  expect(names.book()).toBe(before);
  names.set([campaign('1', ' ')]);
  expect(names.book()).not.toBe(before);
  expect([...before.campaign.keys()]).toEqual(['1', '2']);
  expect([...names.book().campaign.keys()]).toEqual(['2']);
});

test('whatever else stands there counts as nothing', () => {
  const { values } = shelf();
  const texts = [
    '',
    'null',
    '42',
    '[]',
    '{',
    '{"campaign":{"a":"b"},"webhook":[]}',
    '{"campaign":["a",1],"webhook":[]}',
  ];
  for (const text of texts) {
    values.set(KEY, text);
    expect(open('a').book().campaign.size, text).toBe(0);
  }
  values.set(KEY, '{"campaign":["a","A","b"],"webhook":["w",""]}');
  const { campaign: campaigns, webhook: webhooks } = open('a').book();
  expect([...campaigns]).toEqual([['a', 'A']]);
  expect(webhooks.size).toBe(0);
});

test('what another tab does is followed, and not overwritten', () => {
  const state = shelf();
  const names = open('a');
  let told = 0;
  const leave = names.subscribe(() => (told += 1));
  state.otherTab('console.theme', 'dark');
  expect(told).toBe(0);
  state.otherTab(KEY, '{"campaign":["1","One"],"webhook":[]}');
  expect(told).toBe(1);
  expect(names.book().campaign.get('1')).toBe('One');
  leave();
  state.otherTab(KEY, '{"campaign":["1","One","2","Two"],"webhook":[]}');
  expect(told).toBe(1);
  // Written so lately that nobody has told of it yet.
  state.values.set(KEY, '{"campaign":["4","Four"],"webhook":[]}');
  names.set([campaign('3', 'Three')]);
  expect([...names.book().campaign.keys()]).toEqual(['4', '3']);
});

for (const trouble of ['refuses', 'isFull'] as const) {
  test(`what the browser does not keep (${trouble}) holds for the page, and is kept once it does`, () => {
    const state = shelf();
    const names = open('a');
    names.set([campaign('0', 'Zero')]);
    state[trouble] = true;
    expect(names.set([campaign('1', 'One')])).toBe(false);
    expect(names.set([campaign('0', '')])).toBe(false);
    expect([...names.book().campaign.keys()]).toEqual(['1']);
    state[trouble] = false;
    state.otherTab(KEY, '{"campaign":["0","Zero","4","Four"],"webhook":[]}');
    expect([...names.book().campaign.keys()]).toEqual(['4', '1']);
    state.otherTab(KEY, '{"campaign":["0","Zero","5","Five"],"webhook":[]}');
    expect(names.set([campaign('2', 'Two')])).toBe(true);
    expect([...open('a').book().campaign.keys()]).toEqual(['5', '1', '2']);
  });
}

test('a name ends where names do, and never within a character', () => {
  shelf();
  const names = open('a');
  names.set([campaign('1', `${'a'.repeat(LONGEST_NAME - 1)}💡x`), campaign('2', '💡'.repeat(LONGEST_NAME))]);
  expect(names.book().campaign.get('1')).toBe(`${'a'.repeat(LONGEST_NAME - 1)}💡`);
  expect(names.book().campaign.get('2')).toBe('💡'.repeat(LONGEST_NAME));
});

test('beyond the most that are kept, known IDs can still be renamed', () => {
  shelf();
  const names = open('a');
  names.set(Array.from({ length: MOST_NAMES + 1 }, (_, at) => campaign(`${at}`, 'x')));
  expect(names.book().campaign.size).toBe(MOST_NAMES);
  names.set([webhook('new', 'x'), campaign('0', 'y')]);
  expect(names.book().webhook.size).toBe(0);
  expect(names.book().campaign.get('0')).toBe('y');
});
