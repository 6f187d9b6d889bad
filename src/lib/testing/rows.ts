import { expect } from 'playwright/test';

/**
 * Compares all rows of a table at once: a failure lists those that differ. A test for each would take longer than what
 * it tests.
 */
export const expectRows = async <Row extends readonly unknown[]>(
  rows: readonly Row[],
  read: (row: Row) => unknown,
  expected: (row: Row) => unknown = (row) => row.at(-1),
) => {
  const found: unknown[] = [];
  for (const row of rows) found.push([row[0], await read(row)]);
  expect(found).toEqual(rows.map((row) => [row[0], expected(row)]));
};
