import {
  defaultRangeExtractor,
  observeElementRect,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { flushSync } from 'react-dom';
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';

const OVERSCAN_ROWS = 4;
/** Rows that pass faster than this, in pixels a frame, can't be read. */
const FLYING_PX = 240;
/** Flying ends this long after the last fast frame. */
const LANDING_MS = 120;

/** In CSS pixels: the sticky head, a row, and how much taller a tall row is. */
type Heights = { headPx: number; rowPx: number; tallPx: number };

const ESTIMATE: Heights = { headPx: 32, rowPx: 32, tallPx: 0 };

/** Measured, because borders have fractions of a pixel when the page is zoomed. */
const measure = (region: HTMLElement, before: Heights): Heights => {
  const heightOf = (selector: string) => region.querySelector(selector)?.getBoundingClientRect().height;
  const rowPx = heightOf('tbody > [aria-rowindex]:not([data-tall])') ?? before.rowPx;
  // A hidden region keeps its heights.
  if (region.clientHeight === 0 || rowPx === 0) return before;
  const tallRowPx = heightOf('tbody > [data-tall]');
  const declaredPx = Number.parseFloat(getComputedStyle(region).getPropertyValue('--tall')) || 0;
  const tallPx = tallRowPx === undefined ? declaredPx : Math.max(0, tallRowPx - rowPx);
  const headPx = heightOf('thead') ?? 0;
  const isSame = headPx === before.headPx && rowPx === before.rowPx && tallPx === before.tallPx;
  return isSame ? before : { headPx, rowPx, tallPx };
};

export type VirtualRows = {
  virtualizer: Virtualizer<HTMLDivElement, HTMLTableRowElement>;
  /** Rows pass too fast to be read. */
  isFlying: boolean;
  /** Scrolls the region and renders its rows whole, without waiting for the scroll event. */
  scrollTo: (topPx: number) => void;
};

export const useVirtualRows = ({
  region,
  count,
  isTall,
  kept,
  findShift,
}: {
  region: RefObject<HTMLDivElement | null>;
  count: number;
  isTall: (index: number) => boolean;
  /** Rows that are rendered even if they are out of view. */
  kept: readonly number[];
  /** How far rows have moved since the last commit, in pixels. Their place in view is kept after the commit. */
  findShift: (virtualizer: VirtualRows['virtualizer']) => number;
}): VirtualRows => {
  const [heights, setHeights] = useState(ESTIMATE);
  const { headPx, rowPx, tallPx } = heights;
  const [isFlying, setFlying] = useState(false);
  const reportOffset = useRef<(topPx: number) => void>(undefined);

  // oxlint-disable-next-line react/incompatible-library -- what it returns is not memoised
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count,
    getScrollElement: () => region.current,
    estimateSize: (index) => (tallPx > 0 && isTall(index) ? rowPx + tallPx : rowPx),
    // The library lays the rows out again when this is another function.
    getItemKey: useCallback(
      (index: number) => index,
      // oxlint-disable-next-line react/exhaustive-effect-dependencies, react/exhaustive-deps -- see above
      [rowPx, tallPx, tallPx > 0 && isTall],
    ),
    // The sticky head covers the region's top; the rows begin below it.
    scrollPaddingEnd: headPx,
    overscan: OVERSCAN_ROWS,
    // Done in the scroll handler below, together with `isFlying`.
    useFlushSync: false,
    // Rows that moved are rendered where they will be scrolled to, so that they render once.
    rangeExtractor: (range) => {
      const shiftPx = findShift(virtualizer);
      const first = virtualizer.getVirtualItemForOffset((virtualizer.scrollOffset ?? 0) + shiftPx);
      const startIndex = shiftPx === 0 || !first ? range.startIndex : first.index;
      const endIndex = Math.min(count - 1, startIndex + range.endIndex - range.startIndex);
      const inView = defaultRangeExtractor({ ...range, startIndex, endIndex });
      const keptRows = kept.filter((index) => index >= 0 && index < count);
      return [...new Set([...keptRows, ...inView])].toSorted((a, b) => a - b);
    },
    initialRect: { width: 0, height: 900 },
    // The library also reports by a timer. On a busy page it can run before the scroll event, and the rows would be a frame
    // late.
    observeElementOffset: ({ scrollElement }, report) => {
      if (!scrollElement) return undefined;
      let lastPx = scrollElement.scrollTop;
      let landing: ReturnType<typeof setTimeout> | undefined;
      reportOffset.current = (topPx) => {
        lastPx = topPx;
        report(topPx, false);
      };
      const scroll = () => {
        const topPx = scrollElement.scrollTop;
        const isFast = Math.abs(topPx - lastPx) > FLYING_PX;
        lastPx = topPx;
        if (isFast) {
          clearTimeout(landing);
          landing = setTimeout(() => setFlying(false), LANDING_MS);
        }
        // Rendered in the frame of the event.
        flushSync(() => {
          if (isFast) setFlying(true);
          report(topPx, true);
        });
      };
      scrollElement.addEventListener('scroll', scroll, { passive: true });
      return () => {
        clearTimeout(landing);
        scrollElement.removeEventListener('scroll', scroll);
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
    isFlying,
    scrollTo: (topPx) => {
      if (!region.current) return;
      region.current.scrollTop = topPx;
      setFlying(false);
      reportOffset.current?.(region.current.scrollTop);
    },
  };
};
