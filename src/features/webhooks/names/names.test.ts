import { expect, test } from 'playwright/test';
import { storageForTests } from '#src/lib/testing/local-storage.ts';
import { MAX_NAME_LENGTH, openNames as open } from './names.ts';

const storage = storageForTests();
const listeners = new Set<(event: { key: string | null }) => void>();

const writeInOtherTab = (key: string, value: string) => {
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

const KEY = 'console.names.a';
const campaign = (id: string, name: string) => ({ kind: 'campaign', id, name }) as const;
const webhook = (id: string, name: string) => ({ kind: 'webhook', id, name }) as const;

test('keeps names for one person', () => {
  expect(
    open('a').change([campaign('cmp-1', ' Renewals\n EMEA '), webhook('cmp-1', 'Sync')]),
  ).toBeUndefined();
  const { campaign: campaigns, webhook: webhooks } = open('a').getState();
  expect([...campaigns]).toEqual([['cmp-1', 'Renewals EMEA']]);
  expect([...webhooks]).toEqual([['cmp-1', 'Sync']]);
  expect(open('b').getState().campaign.size).toBe(0);
});

test('keeps IDs that are property names of objects', () => {
  const ids = ['__proto__', 'constructor', ' a\tb ', '007', '💡'];
  open('a').change(ids.map((id) => campaign(id, `of ${id}`)));
  expect([...open('a').getState().campaign.keys()]).toEqual(ids);
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});

test('removes a name when it is set to blank', () => {
  const names = open('a');
  names.change([campaign('1', 'One'), campaign('2', 'Two')]);
  names.change([campaign('1', ' ')]);
  expect([...names.getState().campaign.keys()]).toEqual(['2']);
});

test('reads damaged names as none', () => {
  for (const text of [
    '',
    'null',
    '{',
    '{"campaign":{"a":"b"},"webhook":[]}',
    '{"campaign":[["a",1]],"webhook":[]}',
  ]) {
    storage.items.set(KEY, text);
    expect(open('a').getState().campaign.size, text).toBe(0);
  }
});

test('follows another tab and overwrites none of its names', () => {
  const names = open('a');
  writeInOtherTab(KEY, '{"campaign":[["1","One"]],"webhook":[]}');
  expect(names.getState().campaign.get('1')).toBe('One');
  // Its event has not arrived yet.
  storage.items.set(KEY, '{"campaign":[["4","Four"]],"webhook":[]}');
  names.change([campaign('3', 'Three')]);
  expect([...names.getState().campaign.keys()]).toEqual(['4', '3']);
});

for (const trouble of ['refuses', 'isFull'] as const) {
  test(`changes nothing if storage fails (${trouble})`, () => {
    const names = open('a');
    names.change([campaign('0', 'Zero')]);
    storage[trouble] = true;
    expect(names.change([campaign('1', 'One')])).toMatch(/^Not saved/);
    expect([...names.getState().campaign.keys()]).toEqual(['0']);
  });
}

test('cuts a long name between characters', () => {
  const names = open('a');
  names.change([
    campaign('1', `${'a'.repeat(MAX_NAME_LENGTH - 1)}💡x`),
    campaign('2', '💡'.repeat(MAX_NAME_LENGTH)),
  ]);
  expect(names.getState().campaign.get('1')).toBe(`${'a'.repeat(MAX_NAME_LENGTH - 1)}💡`);
  expect(names.getState().campaign.get('2')).toBe('💡'.repeat(MAX_NAME_LENGTH));
});

test('refuses more names than the limit, but renames', () => {
  const names = open('a');
  names.change(Array.from({ length: 10_000 }, (_, at) => campaign(`${at}`, 'x')));
  expect(names.change([webhook('new', 'x')])).toMatch(/at most 10,000/);
  expect(names.change([campaign('0', 'y')])).toBeUndefined();
  expect(names.getState().campaign.get('0')).toBe('y');
  expect(names.getState().webhook.size).toBe(0);
});
