/** A row that was in sight: its key, and where it began, in pixels below the first row of all. */
export type PlacedRow = { key: string; startPx: number };

/**
 * How far the rows that are looked at have moved since others came, left or moved, in pixels. Of the first three in sight
 * the middle one tells: one alone may be the row that moved. `startOf` gives where a row begins now; undefined: it is gone.
 */
export const shiftOf = (
  inSight: readonly PlacedRow[],
  startOf: (key: string) => number | undefined,
): number => {
  const shifts = inSight.slice(0, 3).flatMap(({ key, startPx }) => {
    const now = startOf(key);
    return now === undefined ? [] : now - startPx;
  });
  return shifts.toSorted((a, b) => a - b)[(shifts.length - 1) >> 1] ?? 0;
};
