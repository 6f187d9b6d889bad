import { expect, test } from 'playwright/test';
import { idsNamed, matching, suggested } from './names-match.ts';

const names = new Map([
  ['cmp-1', 'Winter renewals'],
  ['cmp-2', 'Renewals'],
  ['cmp-3', 'Survey'],
]);

test('letters match in either case, in the ID or in the name', () => {
  expect(matching(names, ' RENEW ').map(({ id }) => id)).toEqual(['cmp-1', 'cmp-2']);
  expect(matching(names, 'P-3').map(({ id }) => id)).toEqual(['cmp-3']);
  expect(matching(names, '').length).toBe(3);
  expect(matching(names, 'x')).toEqual([]);
});

test('names that begin with the text come first, IDs without a name last', () => {
  expect(suggested(names, ['renew-9', 'cmp-2', 'other'], 'renew')).toEqual([
    { id: 'cmp-2', name: 'Renewals' },
    { id: 'cmp-1', name: 'Winter renewals' },
    { id: 'renew-9' },
  ]);
});

test('no more than fifty are offered', () => {
  const many = new Map(Array.from({ length: 60 }, (_, at) => [`id-${at}`, `Name ${at}`]));
  expect(suggested(many, ['used'], '').length).toBe(50);
});

test('a name typed in place of an ID is noticed, unless it is an ID as well', () => {
  const named = (text: string) => idsNamed(names, ['Survey'], text);
  expect(named(' renewals ')).toEqual(['cmp-2']);
  for (const text of ['renewal', 'Survey', 'cmp-1', ' ']) expect(named(text), text).toEqual([]);
});

test('twenty thousand names are matched within a keystroke', () => {
  const many = new Map(Array.from({ length: 20_000 }, (_, at) => [`cmp-${at}`, `Campaign number ${at}`]));
  suggested(many, [], '');
  const before = process.cpuUsage();
  for (let round = 0; round < 10; round += 1) suggested(many, [], `number ${round}`);
  // Of the processor, in microseconds: others may be busy beside it.
  expect(process.cpuUsage(before).user / 10).toBeLessThan(50_000);
});
