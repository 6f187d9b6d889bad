import { expect, test } from 'playwright/test';
import { createKnownIds, suggestIds } from './names-match.ts';

const names = new Map([
  ['cmp-1', 'Winter renewals'],
  ['cmp-2', 'Renewals'],
  ['cmp-3', 'Survey'],
  ['cmp-4', 'survey'],
]);

test('suggests IDs with a name first', () => {
  expect(suggestIds({ names, used: ['renew-9', 'cmp-2', 'other'] }, 'renew')).toEqual([
    { id: 'cmp-1', name: 'Winter renewals' },
    { id: 'cmp-2', name: 'Renewals' },
    { id: 'renew-9' },
  ]);
});

test('suggests at most fifty IDs', () => {
  const many = new Map(Array.from({ length: 60 }, (_, at) => [`id-${at}`, `Name ${at}`]));
  expect(suggestIds({ names: many, used: ['used'] }, '').length).toBe(50);
});

const NAMED: [text: string, ids: string[]][] = [
  [' renewals ', ['cmp-2']],
  ['SURVEY', ['cmp-3', 'cmp-4']],
  ['renewal', []],
  ['Winter renewals', []],
  ['cmp-1', []],
  [' ', []],
];

for (const [text, ids] of NAMED) {
  test(`finds ${ids.join(' and ') || 'no ID'} by the name ${JSON.stringify(text)}`, () => {
    const campaign = { names, used: ['Winter renewals'] };
    const known = createKnownIds({ campaign, webhook: { names: new Map(), used: [] } }).campaign;
    expect(known.findByName(text)).toEqual(ids);
    expect(known.resolve(text)).toBe(ids.length === 1 ? ids[0] : text);
  });
}
