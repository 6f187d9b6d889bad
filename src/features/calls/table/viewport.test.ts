import { expect, test } from 'playwright/test';
import { EVERY_CALL, type Rows } from '#src/features/calls/board/rows.ts';
import { createViewport } from './viewport.ts';
import { NEWEST_FIRST } from '#src/features/calls/board/order.ts';

const SIZES = { heightPx: 640, rowPx: 32, errorPx: 0 };

const fakeRows = (count: number) => {
  let ids = Array.from({ length: count }, (_, at) => `call-${at}`);
  let filter = EVERY_CALL;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const rows: Rows = {
    count: () => ids.length,
    at: (index) => ids[index],
    slice: (from, to) => ids.slice(from, to),
    indexOf: (id) => ids.indexOf(id),
    has: (id) => ids.includes(id),
    all: () => ids,
    withError: () => [],
    sorting: () => NEWEST_FIRST,
    setSorting: () => undefined,
    filter: () => filter,
    setFilter: (next) => {
      filter = next;
      tell();
    },
    version: () => 0,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: () => () => undefined,
  };
  const change = (next: (ids: string[]) => string[]) => {
    ids = next(ids);
    tell();
  };
  return { rows, change };
};

const made = (count = 1000) => {
  const fake = fakeRows(count);
  const viewport = createViewport(fake.rows, SIZES);
  viewport.start();
  return { ...fake, viewport, drawn: () => viewport.current().rows.map(({ id }) => id) };
};

test('what comes or goes above leaves the rows in sight where they are; at the top the new ones show', () => {
  const { viewport, change } = made();
  viewport.scrolled(3200);
  expect(viewport.inSight()[0]).toBe('call-100');
  change((ids) => ['new-1', 'new-2', ...ids]);
  expect(viewport.inSight()[0]).toBe('call-100');
  expect(viewport.current().scrollTo).toBe(3264);
  change((ids) => ids.slice(3));
  expect(viewport.inSight()[0]).toBe('call-100');
  viewport.scrolled(0);
  change((ids) => ['new-3', ...ids]);
  expect(viewport.inSight()[0]).toBe('new-3');
  expect(viewport.current().scrollTo).toBeUndefined();
});

test('a row that moves away does not take the sight along', () => {
  const { viewport, change } = made();
  viewport.scrolled(3200);
  change((ids) => [...ids.filter((id) => id !== 'call-101'), 'call-101']);
  expect(viewport.inSight().slice(0, 2)).toEqual(['call-100', 'call-102']);
  expect(viewport.current().scrollTo).toBeUndefined();
});

test('another filter begins at the top, and what is left decides how far one can scroll', () => {
  const { viewport, rows, change } = made();
  viewport.scrolled(3200);
  rows.setFilter({ ...EVERY_CALL, text: 'a' });
  expect(viewport.current().scrollTo).toBe(0);
  viewport.scrolled(31_000);
  change((ids) => ids.slice(0, 25));
  expect(viewport.current().scrollTo).toBe(25 * 32 - 640);
});

test('the row with the keyboard stays drawn, once, wherever it is', () => {
  const { viewport, change, drawn } = made();
  viewport.setFocused('call-3');
  viewport.scrolled(16_000);
  expect(drawn()[0]).toBe('call-3');
  change((ids) => [...ids.filter((id) => id !== 'call-3'), 'call-3']);
  expect(viewport.current().rows.at(-1)).toEqual({ id: 'call-3', index: 999 });
  viewport.scrolled(32_000 - 640);
  expect(drawn().filter((id) => id === 'call-3')).toHaveLength(1);
  viewport.scrolled(0);
  viewport.setFocused(undefined);
  expect(drawn()).not.toContain('call-3');
});

test('where the row with the keyboard goes, the one in its place takes it', () => {
  const { viewport, change } = made(30);
  viewport.setFocused('call-3');
  change((ids) => ids.filter((id) => id !== 'call-3'));
  expect(viewport.current().refocus).toBe('call-4');
  viewport.setFocused('call-29');
  change((ids) => ids.slice(0, -1));
  expect(viewport.current().refocus).toBe('call-28');
  change(() => []);
  expect(viewport.current()).toMatchObject({ refocus: undefined, rows: [] });
});

test('a row is revealed at once; one that is not shown is not', () => {
  const { viewport, drawn } = made();
  expect(viewport.reveal('call-500')).toBe(true);
  expect(viewport.current().scrollTo).toBe(501 * 32 - 640);
  expect(drawn()).toContain('call-500');
  expect(viewport.reveal('call-500')).toBe(true);
  expect(viewport.current().scrollTo).toBeUndefined();
  expect(viewport.reveal('unknown')).toBe(false);
});

test('it draws anew only when other rows are to be drawn, and keeps them while it is out of sight', () => {
  const { viewport } = made();
  const before = viewport.current();
  viewport.scrolled(10);
  viewport.resized({ ...SIZES, heightPx: 0 });
  expect(viewport.current()).toBe(before);
  viewport.scrolled(500);
  expect(viewport.current()).not.toBe(before);
});
