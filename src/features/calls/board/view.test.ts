import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import { FILTERS } from '#src/features/calls/call/filters.ts';
import { COLUMNS } from '#src/features/calls/call/fields.ts';
import { MAX_FILTER_LENGTH, searchOf, viewOfSearch, viewSearch, type View } from './view.ts';

const PLAIN = viewOfSearch('');

const views: fc.Arbitrary<View> = fc.record({
  filter: fc.constantFrom(...FILTERS.map(({ key }) => key)),
  text: fc.string({ unit: 'grapheme', maxLength: 40 }),
  error: fc.string({ maxLength: 40 }),
  sorting: fc.record({
    column: fc.constantFrom(...COLUMNS.map(({ key }) => key)),
    descending: fc.boolean(),
  }),
});

test('reads a view back from its address', () => {
  fc.assert(fc.property(views, (view) => expect(viewOfSearch(searchOf(view))).toEqual(view)));
});

test('writes a view as a readable query', () => {
  expect(searchOf(PLAIN)).toBe('');
  const view: View = {
    filter: 'failed',
    text: 'Ana & co',
    error: 'busy',
    sorting: { column: 'ended', descending: true },
  };
  expect(searchOf(view)).toBe('?show=failed&error=busy&text=Ana+%26+co&sort=-ended');
});

test('ignores parameters that are no view', () => {
  expect(viewOfSearch('?utm=1&show=everything&sort=-colour&%E0%A4%A&id=a')).toEqual(PLAIN);
  expect(viewOfSearch('?show=constructor&sort=__proto__')).toEqual(PLAIN);
  expect(viewOfSearch(`?text=${'x'.repeat(MAX_FILTER_LENGTH + 1)}`)).toEqual(PLAIN);
});

test('keeps calls and the wall out of a view', () => {
  const search = '?i\td=x&%77all&id=y&%69d=z&wall=1&show=failed';
  expect(viewSearch(search)).toBe('?show=failed');
});

test('cuts a long text in an address', () => {
  const long = 'x'.repeat(5000);
  const cut = 'x'.repeat(MAX_FILTER_LENGTH);
  expect(searchOf({ ...PLAIN, text: long, error: long })).toBe(`?error=${cut}&text=${cut}`);
  // Half a character is no reason to fail.
  expect(searchOf({ ...PLAIN, text: '\ud800' })).toBe('?text=%EF%BF%BD');
});
