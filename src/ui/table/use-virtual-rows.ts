import { observeElementRect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Rows drawn above and below those in sight. */
const SPARE_ROWS = 5;
/** Nobody reads rows that go by faster, in pixels a frame: those that come then are drawn in brief. */
const FLYING_PX = 240;
/** So long after they went by that fast they are drawn as a whole. */
const LANDING_MS = 120;

/** Heights in CSS pixels: of the head that stays, of a row, and how much higher a tall one is. */
type Heights = { headPx: number; rowPx: number; tallPx: number };

const GUESS: Heights = { headPx: 32, rowPx: 32, tallPx: 0 };

/** What is really there: where the page is zoomed, the lines between the rows are no whole pixels. */
const measure = (region: HTMLElement, before: Heights): Heights => {
  const heightOf = (selector: string) => region.querySelector(selector)?.getBoundingClientRect().height;
  const rowPx = heightOf('tbody > [aria-rowindex]:not([data-tall])') ?? before.rowPx;
  // A region that is out of sight as a whole comes back as it was.
  if (region.clientHeight === 0 || rowPx === 0) return before;
  const tallRowPx = heightOf('tbody > [data-tall]');
  const toldPx = Number.parseFloat(getComputedStyle(region).getPropertyValue('--tall'));
  const tallPx = tallRowPx === undefined ? toldPx || 0 : Math.max(0, tallRowPx - rowPx);
  const headPx = heightOf('thead') ?? 0;
  const isSame = headPx === before.headPx && rowPx === before.rowPx && tallPx === before.tallPx;
  return isSame ? before : { headPx, rowPx, tallPx };
};

type Setup = {
  region: RefObject<HTMLDivElement | null>;
  count: number;
  isTall: (index: number) => boolean;
  /** Rows that stay drawn wherever they are. */
  kept: readonly number[];
  /** Draws the table anew. */
  redraw: () => void;
};

type VirtualRows = {
  virtualizer: Virtualizer<HTMLDivElement, HTMLTableRowElement>;
  /** The height of the part of the region that shows rows, in CSS pixels. */
  heightPx: () => number;
  /** Rows that come now go by too fast to be read. */
  isFlying: () => boolean;
};

/** Which rows of a region that scrolls are drawn, and where each of them stands. */
export const useVirtualRows = ({ region, count, isTall, kept, redraw }: Setup): VirtualRows => {
  const [heights, setHeights] = useState(GUESS);
  const { rowPx, tallPx } = heights;
  const tallOnes = tallPx > 0 && isTall;
  const flight = useRef<ReturnType<typeof setTimeout>>(undefined);

  // oxlint-disable-next-line react/incompatible-library -- what it gives is not handed on
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count,
    getScrollElement: () => region.current,
    estimateSize: (index) => (tallOnes && tallOnes(index) ? rowPx + tallPx : rowPx),
    // The rows are laid out anew when this is another function.
    getItemKey: useCallback(
      (index: number) => index,
      // oxlint-disable-next-line react/exhaustive-effect-dependencies, react/exhaustive-deps -- see above
      [rowPx, tallPx, tallOnes],
    ),
    rangeExtractor: ({ startIndex, endIndex }) => {
      const drawn = new Set(kept.filter((index) => index >= 0 && index < count));
      const end = Math.min(count - 1, endIndex + SPARE_ROWS);
      for (let index = Math.max(0, startIndex - SPARE_ROWS); index <= end; index += 1) drawn.add(index);
      return [...drawn].toSorted((a, b) => a - b);
    },
    initialRect: { width: 0, height: 900 },
    // The library's own also reports by a timer, which a busy page may run ahead of the scroll event: the rows would then
    // be drawn after the frame, and be missing in it.
    observeElementOffset: ({ scrollElement }, report) => {
      let lastPx = scrollElement?.scrollTop ?? 0;
      const land = () => {
        flight.current = undefined;
        redraw();
      };
      const scroll = () => {
        const topPx = scrollElement?.scrollTop ?? 0;
        const isFast = Math.abs(topPx - lastPx) > FLYING_PX;
        lastPx = topPx;
        if (isFast) {
          clearTimeout(flight.current);
          flight.current = setTimeout(land, LANDING_MS);
        }
        report(topPx, true);
      };
      scrollElement?.addEventListener('scroll', scroll, { passive: true });
      return () => {
        clearTimeout(flight.current);
        scrollElement?.removeEventListener('scroll', scroll);
      };
    },
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect) => {
        if (rect.height === 0) return;
        report(rect);
        setHeights((before) => (region.current ? measure(region.current, before) : before));
      }),
  });

  const items = virtualizer.getVirtualItems();
  const hasRows = items.length > 0;
  const hasTall = items.some(({ index }) => isTall(index));
  useLayoutEffect(() => {
    setHeights((before) => (region.current ? measure(region.current, before) : before));
  }, [region, hasRows, hasTall]);

  return {
    virtualizer,
    heightPx: () => (virtualizer.scrollRect?.height ?? 0) - heights.headPx,
    isFlying: () => flight.current !== undefined,
  };
};
