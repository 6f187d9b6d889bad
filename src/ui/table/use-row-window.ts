import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
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
  /** Scrolls until a row can be seen, and draws it at once. Not within a rendering or an effect. */
  reveal: (index: number) => void;
  /**
   * The same for a place that moves on by itself several times a second: nothing is measured, what the last look at the
   * page has found is taken to hold. Gives the new top in pixels, undefined where it stays.
   */
  follow: (index: number) => number | undefined;
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

/** Draws before the next frame, so that no empty place is seen. */
const useSizes = (count: number, tall: readonly number[]) => {
  const region = useRef<HTMLDivElement>(null);
  const [sizes, setSizes] = useState(GUESS);
  const layout: Layout = { count, rowPx: sizes.rowPx, errorPx: sizes.tallPx, withError: tall };
  const latest = useRef({ sizes, layout });
  useLayoutEffect(() => {
    latest.current = { sizes, layout };
  });

  const look = useRef((): void => {
    const element = region.current;
    if (!element) return;
    const { sizes: before, layout: last } = latest.current;
    const now = measure(element, before);
    const next = { ...last, rowPx: now.rowPx, errorPx: now.tallPx };
    const hasMoved = !isSameRange(rangeOf(last, before), rangeOf(next, now));
    const hasGrown =
      now.rowPx !== before.rowPx || now.tallPx !== before.tallPx || now.heightPx !== before.heightPx;
    latest.current = { sizes: now, layout: next };
    if (hasMoved || hasGrown) flushSync(() => setSizes(now));
  });

  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const update = () => look.current();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, []);

  // Fewer rows leave the region scrolled elsewhere, which its scroll event tells only a frame later.
  const firstTall = tall[0];
  useLayoutEffect(() => {
    // Not within the rendering that asked for it.
    queueMicrotask(() => look.current());
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other rows are measured anew
  }, [count, firstTall]);

  const reveal = (index: number): void => {
    const element = region.current;
    if (!element) return;
    const { sizes: now, layout: last } = latest.current;
    const top = topToReveal(last, index, now);
    if (top !== element.scrollTop) element.scrollTop = top;
    look.current();
  };
  const follow = (index: number): number | undefined => {
    const element = region.current;
    const { sizes: now, layout: last } = latest.current;
    const topPx = topToReveal(last, index, now);
    if (!element || topPx === now.topPx) return undefined;
    const next = { ...now, topPx, isUpwards: topPx < now.topPx };
    latest.current = { sizes: next, layout: last };
    // Drawn before it scrolls, so that the page is laid out once.
    if (!isSameRange(rangeOf(last, now), rangeOf(last, next))) flushSync(() => setSizes(next));
    element.scrollTop = topPx;
    return topPx;
  };
  return { region, sizes, layout, reveal, follow };
};

/**
 * Which rows of a long table to draw as it is scrolled: those in sight and some around them. `kept` are rows that stay
 * drawn wherever they are, such as the one that has the keyboard; `tall` those that are higher than the others, in order.
 */
export const useRowWindow = ({
  count,
  kept,
  tall,
}: {
  count: number;
  kept: readonly number[];
  tall: readonly number[];
}): RowWindow => {
  const { region, sizes, layout, reveal, follow } = useSizes(count, tall);
  const { from, to } = rangeOf(layout, sizes);
  const drawn = new Set(Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at));
  for (const index of kept) if (index >= 0 && index < count) drawn.add(index);
  return {
    region,
    rows: [...drawn].toSorted((a, b) => a - b),
    gap: (first, last) => topOf(layout, last) - topOf(layout, first),
    reveal,
    follow,
  };
};
