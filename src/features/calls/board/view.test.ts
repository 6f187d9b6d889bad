import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import { COLUMNS } from '#src/features/calls/call/fields.ts';
import { EVERY_CALL, NEWEST_FIRST, type View } from './rows.ts';
import { filterOf, LONGEST_TEXT, searchOf, viewOfSearch } from './view.ts';

const KNOWN = { stuckMinutes: 30 };
const PLAIN: View = { sorting: NEWEST_FIRST, filter: EVERY_CALL };
const CHOICES = ['all', 'live', 'ok', 'bad', 'problems', 'other', 'not-found', 'first', 'stuck'] as const;

const views = fc
  .record({
    choice: fc.constantFrom(...CHOICES),
    text: fc.string({ unit: 'grapheme', maxLength: 40 }),
    error: fc.option(fc.string({ minLength: 1, maxLength: 40 }), { nil: undefined }),
    column: fc.constantFrom(...COLUMNS.map(({ key }) => key)),
    descending: fc.boolean(),
  })
  .map(({ choice, text, error, column, descending }): View => {
    const isTold = choice === 'bad' || choice === 'problems';
    const filter = { ...filterOf(choice, text, KNOWN), ...(isTold && error !== undefined && { error }) };
    return { sorting: { column, descending }, filter };
  });

test('a view comes back from its address as it was, in any browser', () => {
  fc.assert(
    fc.property(views, (view) => {
      expect(viewOfSearch(searchOf(view), KNOWN)).toEqual(view);
      // After how many minutes a call is stuck goes with the view, and not by who opens it.
      const elsewhere = viewOfSearch(searchOf(view), { stuckMinutes: 99 });
      expect(elsewhere).toEqual(view);
    }),
  );
});

test('what everybody begins with takes no words; others take readable ones', () => {
  expect(searchOf(PLAIN)).toBe('');
  expect(viewOfSearch('', KNOWN)).toEqual(PLAIN);
  expect(
    searchOf({
      sorting: { column: 'ended', descending: true },
      filter: { ...filterOf('bad', 'Ana & co', KNOWN), error: 'busy' },
    }),
  ).toBe('?show=failed&error=busy&text=Ana+%26+co&sort=-ended');
  expect(searchOf({ ...PLAIN, filter: filterOf('stuck', '', KNOWN) })).toBe('?show=stuck&minutes=30');
  expect(searchOf(PLAIN, 'utc')).toBe('?zone=utc');
});

test('what means nothing here is passed over, whatever stands beside it', () => {
  const odd = '?utm=1&show=everything&sort=-colour&minutes=x&error=busy&zone=mars&%E0%A4%A&id=a';
  expect(viewOfSearch(odd, KNOWN)).toEqual(PLAIN);
  expect(viewOfSearch('?show=constructor&sort=__proto__', KNOWN)).toEqual(PLAIN);
  for (const minutes of ['', '0', '-5', '1e9', 'NaN']) {
    expect(viewOfSearch(`?show=stuck&minutes=${minutes}`, KNOWN).filter.stuck, minutes).toBe(30);
  }
  expect(viewOfSearch(`?${odd}&show=failed`, KNOWN).filter.group).toBe('all');
  expect(viewOfSearch('?show=failed&show=stuck', KNOWN).filter.group).toBe('bad');
});

test('no address grows by a long text', () => {
  const long = 'x'.repeat(5000);
  expect(viewOfSearch(`?text=${long}`, KNOWN).filter.text).toHaveLength(LONGEST_TEXT);
  const view: View = { ...PLAIN, filter: { ...filterOf('bad', long, KNOWN), error: long } };
  expect(searchOf(view)).toBe(`?show=failed&text=${'x'.repeat(LONGEST_TEXT)}`);
  // Half a character is no reason to fail.
  expect(searchOf({ ...PLAIN, filter: filterOf('all', '\ud800', KNOWN) })).toBe('?text=%EF%BF%BD');
});
