import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import { FILTERS, type FilterKey } from '#src/features/calls/call/filters.ts';
import { formatTimeRange, TIME_PRESETS } from '#src/features/calls/call/time-filter.ts';
import { readLabel } from '#src/features/calls/call/labels.ts';
import { COLUMNS, MAX_FILTER_LENGTH } from '#src/features/calls/call/call-fields.ts';
import { chooseFilter, formatView, parseView, type View } from './view.ts';

const PLAIN = parseView('');

const views: fc.Arbitrary<View> = fc.record({
  label: fc.string({ maxLength: 80 }).map(readLabel),
  filter: fc.constantFrom<FilterKey>(...FILTERS.map(({ key }) => key), 'status:on hold &', 'status:'),
  time: fc.constantFrom(
    '' as const,
    ...TIME_PRESETS.map(({ key }) => key),
    formatTimeRange({ field: 'changed', from: 0, until: 1e12 }),
  ),
  text: fc.string({ unit: 'grapheme', maxLength: 40 }),
  sorting: fc.record({
    column: fc.constantFrom(...COLUMNS.map(({ key }) => key)),
    descending: fc.boolean(),
  }),
  summary: fc.boolean(),
});

test('reads a view back from its address', () => {
  fc.assert(fc.property(views, (view) => expect(parseView(formatView(view))).toEqual(view)));
});

test('writes a view as a readable query', () => {
  expect(formatView(PLAIN)).toBe('');
  const view: View = {
    label: 'Renewals Mon',
    filter: 'failed',
    time: 'started-hour',
    text: 'Ana & co',
    sorting: { column: 'ended', descending: true },
    summary: true,
  };
  expect(formatView(view)).toBe(
    '?label=Renewals+Mon&show=failed&time=started-hour&text=Ana+%26+co&sort=-ended&summary',
  );
});

test('an address of version 1 opens the label of its list', () => {
  expect(parseView('?list=Renewals+Mon')).toEqual({ ...PLAIN, label: 'Renewals Mon' });
  expect(formatView(parseView('?list=VIP&show=failed'))).toBe('?label=VIP&show=failed');
});

test('ignores parameters that are no view', () => {
  expect(parseView('?utm=1&show=everything&sort=-colour&%E0%A4%A&id=a')).toEqual(PLAIN);
  expect(parseView('?show=constructor&sort=__proto__')).toEqual(PLAIN);
  expect(parseView(`?text=${'x'.repeat(MAX_FILTER_LENGTH + 1)}`)).toEqual(PLAIN);
});

test('keeps calls and unknown parameters out of a view', () => {
  const search = '?i\td=x&%77all&id=y&%69d=z&wall&show=failed';
  expect(formatView(parseView(search))).toBe('?show=failed');
});

test('cuts a long text in an address', () => {
  const long = 'x'.repeat(5000);
  const cut = 'x'.repeat(MAX_FILTER_LENGTH);
  expect(formatView({ ...PLAIN, text: long })).toBe(`?text=${cut}`);
  // Half a character is no reason to fail.
  expect(formatView({ ...PLAIN, text: '\ud800' })).toBe('?text=%EF%BF%BD');
});

test('sorts by a filter until another is chosen', () => {
  const longestFirst = { column: 'duration', descending: true } as const;
  const stuck = { ...PLAIN, ...chooseFilter(PLAIN, 'stuck') };
  expect(stuck).toEqual({ ...PLAIN, filter: 'stuck', sorting: longestFirst });
  expect({ ...stuck, ...chooseFilter(stuck, 'all') }).toEqual(PLAIN);
  const byId: View = { ...stuck, sorting: { column: 'id', descending: false } };
  expect(chooseFilter(byId, 'all').sorting).toBe(byId.sorting);
});
