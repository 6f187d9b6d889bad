import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { Board } from '#src/features/calls/board/board.ts';
import { linkOf, revealRowsBy } from '#src/features/calls/board/focus-row.ts';
import type { Rows } from '#src/features/calls/board/rows.ts';
import { createViewport, type Sizes, type Viewport } from './viewport.ts';

/** The board hears of what is on screen at most so often. */
const ATTEND_MS = 250;

/** As the stylesheet has it; on a narrow page the rows have two or three lines. */
const sizesFor = (heightPx: number, isNarrow: boolean): Sizes =>
  isNarrow ? { heightPx, rowPx: 61, errorPx: 22 } : { heightPx, rowPx: 32, errorPx: 0 };

/** What is really there: where the page is zoomed, the lines between the rows are no whole pixels. */
const measure = (region: HTMLElement): Sizes => {
  const headPx = region.querySelector('thead')?.offsetHeight ?? 0;
  const isNarrow = headPx === 0;
  const sizes = sizesFor(region.clientHeight - headPx, isNarrow);
  let withErrorPx: number | undefined;
  for (const row of region.querySelectorAll('tbody > [aria-rowindex]')) {
    const { height } = row.getBoundingClientRect();
    if (isNarrow && row.lastElementChild?.textContent) withErrorPx = height;
    else if (height > 0) sizes.rowPx = height;
  }
  if (withErrorPx) sizes.errorPx = withErrorPx - sizes.rowPx;
  return sizes;
};

/** Tells the board which calls are on screen. */
const useAttention = (
  viewport: Viewport,
  {
    board,
    opened,
    region,
  }: { board: Board; opened: string | undefined; region: { current: HTMLElement | null } },
) => {
  useEffect(() => {
    const element = region.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let told: string | undefined;
    const tell = () => {
      timer = undefined;
      const ids = element?.clientHeight ? viewport.inSight() : [];
      const now = ids.join('\n');
      if (now !== told) board.attend(opened, ids);
      told = now;
    };
    const soon = () => {
      timer ??= setTimeout(tell, ATTEND_MS);
    };
    tell();
    const leave = viewport.subscribe(soon);
    element?.addEventListener('scroll', soon, { passive: true });
    return () => {
      leave();
      clearTimeout(timer);
      element?.removeEventListener('scroll', soon);
      board.attend(undefined, []);
    };
  }, [board, opened, region, viewport]);
};

/** The rows to draw in a scrolling region, which is given as the ref. */
export const useViewport = ({
  board,
  rows,
  opened,
}: {
  board: Board;
  rows: Rows;
  opened: string | undefined;
}) => {
  const region = useRef<HTMLDivElement>(null);
  const viewport = useMemo(
    () => createViewport(rows, sizesFor(innerHeight, matchMedia('(max-width: 719px)').matches)),
    [rows],
  );
  const drawn = useSyncExternalStore(viewport.subscribe, viewport.current);

  useLayoutEffect(() => {
    const element = region.current;
    if (!element) return;
    const scroll = () => viewport.scrolled(element.scrollTop);
    const look = () => {
      scroll();
      viewport.resized(measure(element));
    };
    look();
    const leaves = [
      viewport.start(),
      revealRowsBy((id) => {
        look();
        // The row is to take the keyboard at once.
        flushSync(() => viewport.reveal(id));
      }),
    ];
    const observer = new ResizeObserver(look);
    observer.observe(element);
    // What a store tells is drawn before the next frame, so that no empty place is seen.
    element.addEventListener('scroll', scroll, { passive: true });
    return () => {
      for (const leave of leaves) leave();
      observer.disconnect();
      element.removeEventListener('scroll', scroll);
    };
  }, [viewport]);

  useLayoutEffect(() => {
    if (region.current && drawn.scrollTo !== undefined) region.current.scrollTop = drawn.scrollTo;
    if (drawn.refocus !== undefined) linkOf(drawn.refocus)?.focus({ preventScroll: true });
  }, [drawn]);

  useAttention(viewport, { board, opened, region });
  return { region, viewport, drawn };
};
