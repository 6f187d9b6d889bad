/** How the rows stand one below another, in CSS pixels: all of one height, but for those with a line for an error. */
export type Layout = {
  count: number;
  rowPx: number;
  /** How much higher a row with an error is. */
  errorPx: number;
  /** The rows with an error, by index; may be empty where they are no higher. */
  withError: readonly number[];
};

/** What of the rows can be seen: from `topPx` on, below the head that stays. */
export type Sight = { topPx: number; heightPx: number; isUpwards: boolean };

/** Rows by index, `to` excluded: those that are drawn and, among them, those at least partly in sight. */
export type Range = { from: number; to: number; first: number; last: number };

/** With so many rows drawn the page stays under 1,500 nodes; where more can be seen, more are drawn. */
const MOST_DRAWN = 34;
const LEAST_SPARE = 6;
const MOST_SPARE = 12;
/** The drawn rows change in steps of so many, and not with every row that scrolls by. */
const STEP = 2;

/** The first place in a sorted list whose value is not below `value`. */
const lowerBound = (sorted: readonly number[], value: number): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Infinity) < value) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Where a row begins; for `count` where the last one ends. */
export const topOf = ({ rowPx, errorPx, withError }: Layout, index: number): number =>
  index * rowPx + (errorPx > 0 ? lowerBound(withError, index) * errorPx : 0);

/** The row that stands at a height, the nearest one where none does; 0 where there are none. */
export const indexAt = (layout: Layout, px: number): number => {
  let low = 0;
  let high = Math.max(0, layout.count - 1);
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (topOf(layout, middle) <= px) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** Which rows to draw: those in sight, and some spare ones, most of them where the scrolling goes. */
export const rangeOf = (layout: Layout, { topPx, heightPx, isUpwards }: Sight): Range => {
  const { count } = layout;
  if (count === 0 || heightPx <= 0) return { from: 0, to: 0, first: 0, last: 0 };
  const first = indexAt(layout, topPx);
  const last = indexAt(layout, topPx + heightPx - 0.5) + 1;
  const spare = Math.min(MOST_SPARE, Math.max(LEAST_SPARE, MOST_DRAWN - (last - first)));
  const behind = Math.floor(spare / 4);
  const above = isUpwards ? spare - behind : behind;
  return {
    from: Math.max(0, Math.floor((first - above) / STEP) * STEP),
    to: Math.min(count, Math.ceil((last + spare - above) / STEP) * STEP),
    first,
    last,
  };
};

/** How far to scroll for a row to be seen whole: to its edge where it is out of sight, nowhere where it is not. */
export const topToReveal = (
  layout: Layout,
  index: number,
  { topPx, heightPx }: Pick<Sight, 'topPx' | 'heightPx'>,
): number => {
  const top = topOf(layout, index);
  return Math.min(top, Math.max(topPx, topOf(layout, index + 1) - heightPx));
};

/**
 * How far the rows that are looked at have moved when others came, left or moved, in pixels. Of the first three in sight
 * the middle one tells: one alone may be the row that moved.
 */
export const shiftOf = (
  ids: readonly string[],
  before: { layout: Layout; first: number },
  after: { layout: Layout; indexOf: (id: string) => number },
): number => {
  const shifts = ids.slice(0, 3).flatMap((id, at) => {
    const index = after.indexOf(id);
    return index === -1 ? [] : topOf(after.layout, index) - topOf(before.layout, before.first + at);
  });
  return shifts.toSorted((a, b) => a - b)[(shifts.length - 1) >> 1] ?? 0;
};
