import { expect, test } from 'playwright/test';
import { storageForTests } from '#src/lib/testing/local-storage.ts';
import { LONGEST_NAME, MOST_NAMES, namesKey, openNames as open } from './names.ts';

const storage = storageForTests();
const listeners = new Set<(event: { key: string | null }) => void>();

/** Another tab writes, and its `storage` event arrives here. */
const otherTab = (key: string, value: string) => {
  storage.items.set(key, value);
  for (const listener of listeners) listener({ key });
};

test.beforeEach(() => {
  listeners.clear();
  Reflect.set(globalThis, 'window', {
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
  });
});

test.afterEach(() => Reflect.deleteProperty(globalThis, 'window'));

const KEY = namesKey('a');
const campaign = (id: string, name: string) => ({ kind: 'campaign', id, name }) as const;
const webhook = (id: string, name: string) => ({ kind: 'webhook', id, name }) as const;

test('names that were given are there again, for this person only', () => {
  expect(open('a').give([campaign('cmp-1', ' Renewals\n EMEA '), webhook('cmp-1', 'Sync')])).toBeUndefined();
  const { campaign: campaigns, webhook: webhooks } = open('a').getState();
  expect([...campaigns]).toEqual([['cmp-1', 'Renewals EMEA']]);
  expect([...webhooks]).toEqual([['cmp-1', 'Sync']]);
  expect(open('b').getState().campaign.size).toBe(0);
});

test('an ID stays as it is, also one that objects have for a property', () => {
  const ids = ['__proto__', 'constructor', ' a\tb ', '007', '💡'];
  open('a').give(ids.map((id) => campaign(id, `of ${id}`)));
  expect([...open('a').getState().campaign.keys()]).toEqual(ids);
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});

test('"" takes a name away', () => {
  const names = open('a');
  names.give([campaign('1', 'One'), campaign('2', 'Two')]);
  names.give([campaign('1', ' ')]);
  expect([...names.getState().campaign.keys()]).toEqual(['2']);
});

test('whatever else stands there counts as nothing', () => {
  for (const text of [
    '',
    'null',
    '{',
    '{"campaign":{"a":"b"},"webhook":[]}',
    '{"campaign":["a",1],"webhook":[]}',
  ]) {
    storage.items.set(KEY, text);
    expect(open('a').getState().campaign.size, text).toBe(0);
  }
  storage.items.set(KEY, '{"campaign":["a","A","b"],"webhook":["w",""]}');
  const { campaign: campaigns, webhook: webhooks } = open('a').getState();
  expect([...campaigns]).toEqual([['a', 'A']]);
  expect(webhooks.size).toBe(0);
});

test('what another tab does is followed, and not overwritten', () => {
  const names = open('a');
  otherTab(KEY, '{"campaign":["1","One"],"webhook":[]}');
  expect(names.getState().campaign.get('1')).toBe('One');
  // Written so lately that nobody has notified of it yet.
  storage.items.set(KEY, '{"campaign":["4","Four"],"webhook":[]}');
  names.give([campaign('3', 'Three')]);
  expect([...names.getState().campaign.keys()]).toEqual(['4', '3']);
});

for (const trouble of ['refuses', 'isFull'] as const) {
  test(`what the browser does not keep (${trouble}) changes nothing`, () => {
    const names = open('a');
    names.give([campaign('0', 'Zero')]);
    storage[trouble] = true;
    expect(names.give([campaign('1', 'One')])).toBe('refused');
    expect([...names.getState().campaign.keys()]).toEqual(['0']);
  });
}

test('a name ends where names do, and never within a character', () => {
  const names = open('a');
  names.give([campaign('1', `${'a'.repeat(LONGEST_NAME - 1)}💡x`), campaign('2', '💡'.repeat(LONGEST_NAME))]);
  expect(names.getState().campaign.get('1')).toBe(`${'a'.repeat(LONGEST_NAME - 1)}💡`);
  expect(names.getState().campaign.get('2')).toBe('💡'.repeat(LONGEST_NAME));
});

test('no more than the most are kept, and known IDs can still be renamed', () => {
  const names = open('a');
  names.give(Array.from({ length: MOST_NAMES }, (_, at) => campaign(`${at}`, 'x')));
  expect(names.give([webhook('new', 'x')])).toBe('full');
  expect(names.give([campaign('0', 'y')])).toBeUndefined();
  expect(names.getState().campaign.get('0')).toBe('y');
  expect(names.getState().webhook.size).toBe(0);
});
