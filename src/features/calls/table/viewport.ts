import type { Rows } from '#src/features/calls/board/rows.ts';
import { rangeOf, shiftOf, topOf, topToReveal, type Layout, type Range } from '#src/lib/windowing.ts';

/** A row that is drawn; `index` counts all rows that are shown. */
export type DrawnRow = { id: string; index: number };

/** What is drawn: rows, and in the gaps before and between them nothing but height. */
export type Drawn = {
  rows: readonly DrawnRow[];
  layout: Layout;
  /** Where to scroll to; undefined where the person alone has scrolled. */
  scrollTo: number | undefined;
  /** The row that takes the keyboard, since the one that had it is gone. */
  refocus: string | undefined;
};

/** What is measured on the page, in CSS pixels: the part of the region below its head, and its rows. */
export type Sizes = { heightPx: number; rowPx: number; errorPx: number };

/** Which rows are drawn, as the person scrolls and as rows come, leave and move. */
export type Viewport = {
  subscribe: (listener: () => void) => () => void;
  current: () => Drawn;
  /** Rows in sight, also partly. */
  inSight: () => string[];
  scrolled: (topPx: number) => void;
  resized: (sizes: Sizes) => void;
  /** The row that has the keyboard stays drawn wherever it is. */
  setFocused: (id: string | undefined) => void;
  /** Scrolls until a row can be seen; false where it is not shown. */
  reveal: (id: string) => boolean;
  /** Follows the rows until the result is called. */
  start: () => () => void;
};

export const createViewport = (rows: Rows, guess: Sizes): Viewport => {
  const listeners = new Set<() => void>();
  let sizes = guess;
  let topPx = 0;
  let isUpwards = false;
  let focused: DrawnRow | undefined;
  let sorting = rows.sorting();
  let filter = rows.filter();

  const layoutOf = (): Layout => ({
    count: rows.count(),
    rowPx: sizes.rowPx,
    errorPx: sizes.errorPx,
    withError: sizes.errorPx > 0 ? rows.withError() : [],
  });
  const readRange = (): Range => rangeOf(layout, { topPx, heightPx: sizes.heightPx, isUpwards });
  const readSight = () => rows.slice(range.first, range.last);

  const draw = (refocus?: string, scrollTo?: number): Drawn => {
    const { from, to } = range;
    const drawn = rows.slice(from, to).map((id, at) => ({ id, index: from + at }));
    if (focused && focused.index < from) drawn.unshift(focused);
    else if (focused && focused.index >= to) drawn.push(focused);
    return { rows: drawn, layout, scrollTo, refocus };
  };

  let layout = layoutOf();
  let range = readRange();
  let sight = readSight();
  let drawn = draw();

  const show = (refocus?: string, scrollTo?: number): void => {
    range = readRange();
    sight = readSight();
    drawn = draw(refocus, scrollTo);
    for (const listener of listeners) listener();
  };

  const clamp = (px: number): number =>
    Math.max(0, Math.min(px, topOf(layout, layout.count) - sizes.heightPx));

  /** Takes in what has changed in the rows, and keeps what is looked at where it is. */
  const follow = (): void => {
    const before = { layout, first: range.first };
    layout = layoutOf();
    const isAnew = sorting !== rows.sorting() || filter !== rows.filter();
    sorting = rows.sorting();
    filter = rows.filter();
    const wasAt = topPx;
    if (isAnew) topPx = 0;
    else if (topPx > 0) topPx = clamp(topPx + shiftOf(sight, before, { layout, indexOf: rows.indexOf }));
    let refocus: string | undefined;
    if (focused) {
      const index = rows.indexOf(focused.id);
      if (index === -1) refocus = rows.at(Math.min(focused.index, layout.count - 1));
      const id = refocus ?? focused.id;
      focused = index === -1 && refocus === undefined ? undefined : { id, index: rows.indexOf(id) };
    }
    show(refocus, topPx === wasAt ? undefined : topPx);
  };

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => drawn,
    inSight: () => sight,
    scrolled: (px) => {
      if (px !== topPx) isUpwards = px < topPx;
      topPx = px;
      const { from, to } = range;
      range = readRange();
      sight = readSight();
      if (range.from !== from || range.to !== to) show();
    },
    resized: (next) => {
      const { heightPx, rowPx, errorPx } = sizes;
      // A region that is out of sight as a whole comes back as it was.
      if (next.heightPx <= 0) return;
      if (heightPx === next.heightPx && rowPx === next.rowPx && errorPx === next.errorPx) return;
      sizes = next;
      layout = layoutOf();
      show();
    },
    setFocused: (id) => {
      if (id === focused?.id) return;
      const isFar = focused && (focused.index < range.from || focused.index >= range.to);
      focused = id === undefined ? undefined : { id, index: rows.indexOf(id) };
      if (isFar) show();
    },
    reveal: (id) => {
      const index = rows.indexOf(id);
      if (index === -1) return false;
      focused = { id, index };
      const to = topToReveal(layout, index, { topPx, heightPx: sizes.heightPx });
      const isFar = to !== topPx;
      topPx = to;
      show(undefined, isFar ? to : undefined);
      return true;
    },
    start: () => {
      follow();
      return rows.subscribe(follow);
    },
  };
};
