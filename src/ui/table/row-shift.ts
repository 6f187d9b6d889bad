export type RowPlace = {
  key: string;
  /** Below the start of the first row. */
  startPx: number;
};

/**
 * How far the rows in view have moved, in pixels. The median of the first three: one alone may be the row that moved.
 * `startOf` gives the present start of a row, undefined if it is gone.
 */
export const findRowShift = (
  inView: readonly RowPlace[],
  startOf: (key: string) => number | undefined,
): number => {
  const shifts = inView.slice(0, 3).flatMap(({ key, startPx }) => {
    const now = startOf(key);
    return now === undefined ? [] : now - startPx;
  });
  return shifts.toSorted((a, b) => a - b)[(shifts.length - 1) >> 1] ?? 0;
};
