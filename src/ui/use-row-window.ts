import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { rangeOf, topOf, topToReveal, type Layout, type Range } from '#src/lib/windowing.ts';

/** What is measured on the page, in CSS pixels: the part of the region below its head, and one row. */
type Sizes = { topPx: number; heightPx: number; rowPx: number; tallPx: number; isUpwards: boolean };

export type RowWindow = {
  /** Of the scrolling region. Rows carry `aria-rowindex` in a `tbody`; those higher than the others `data-tall`. */
  region: RefObject<HTMLDivElement | null>;
  /** Rows to draw, by index, in their order. */
  rows: readonly number[];
  /** Height in pixels of what is not drawn between two indexes, `to` excluded. */
  gap: (from: number, to: number) => number;
  count: number;
  /** Scrolls until a row can be seen, and draws it at once. */
  reveal: (index: number) => void;
  /** Scrolls to the end, and says whether the end is in sight already. */
  isAtEnd: () => boolean;
};

const GUESS: Sizes = { topPx: 0, heightPx: 900, rowPx: 32, tallPx: 0, isUpwards: false };

const measure = (region: HTMLElement, before: Sizes): Sizes => {
  const headPx = region.querySelector('thead')?.offsetHeight ?? 0;
  const sizes = { ...before, topPx: region.scrollTop, heightPx: region.clientHeight - headPx };
  let tallRowPx: number | undefined;
  for (const row of region.querySelectorAll('tbody > [aria-rowindex]')) {
    const { height } = row.getBoundingClientRect();
    if (height === 0) continue;
    if (row.hasAttribute('data-tall')) tallRowPx = height;
    else sizes.rowPx = height;
  }
  if (tallRowPx !== undefined) sizes.tallPx = Math.max(0, tallRowPx - sizes.rowPx);
  if (sizes.topPx !== before.topPx) sizes.isUpwards = sizes.topPx < before.topPx;
  // A region that is out of sight as a whole comes back as it was.
  return sizes.heightPx > 0 ? sizes : before;
};

const isSameRange = (one: Range, other: Range): boolean => one.from === other.from && one.to === other.to;

/**
 * Which rows of a long table to draw as it is scrolled: those in sight and some around them. `kept` is the row that has
 * the keyboard, which stays drawn wherever it is; `tall` are the rows that are higher than the others, in order.
 */
export const useRowWindow = ({
  count,
  kept,
  tall,
}: {
  count: number;
  kept: number | undefined;
  tall: readonly number[];
}): RowWindow => {
  const region = useRef<HTMLDivElement>(null);
  const [sizes, setSizes] = useState(GUESS);
  const layout: Layout = { count, rowPx: sizes.rowPx, errorPx: sizes.tallPx, withError: tall };
  const latest = useRef({ sizes, layout });
  useLayoutEffect(() => {
    latest.current = { sizes, layout };
  });

  useLayoutEffect(() => {
    const element = region.current;
    if (!element) return;
    const look = (): void => {
      const { sizes: before, layout: last } = latest.current;
      const now = measure(element, before);
      const next = { ...last, rowPx: now.rowPx, errorPx: now.tallPx };
      const hasMoved = !isSameRange(rangeOf(last, before), rangeOf(next, now));
      const hasGrown =
        now.rowPx !== before.rowPx || now.tallPx !== before.tallPx || now.heightPx !== before.heightPx;
      latest.current = { sizes: now, layout: next };
      // Drawn before the next frame, so that no empty place is seen.
      if (hasMoved || hasGrown) flushSync(() => setSizes(now));
    };
    // Not within the rendering that asked for it.
    queueMicrotask(look);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);

  const { from, to } = rangeOf(layout, sizes);
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  if (kept !== undefined && kept < count && (kept < from || kept >= to)) {
    if (kept < from) rows.unshift(kept);
    else rows.push(kept);
  }

  return {
    region,
    rows,
    gap: (first, last) => topOf(layout, last) - topOf(layout, first),
    count,
    reveal: (index) => {
      const element = region.current;
      const { sizes: now, layout: last } = latest.current;
      if (!element) return;
      const top = topToReveal({ ...last, count: Math.max(last.count, index + 1) }, index, now);
      if (top !== element.scrollTop) element.scrollTop = top;
      const moved = measure(element, now);
      latest.current.sizes = moved;
      flushSync(() => setSizes(moved));
    },
    isAtEnd: () => {
      const element = region.current;
      return !element || element.scrollTop + element.clientHeight >= element.scrollHeight - 2;
    },
  };
};
