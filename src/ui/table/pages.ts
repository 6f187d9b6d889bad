import { useCallback, useState } from 'react';
import { formatNumber } from '#src/lib/count.ts';

export const PAGE_ROWS = 100;

/** Pages and rows count from 0. */
export const findPage = (index: number): number => Math.max(0, Math.floor(index / PAGE_ROWS));

export const countPages = (rows: number): number => Math.max(1, Math.ceil(rows / PAGE_ROWS));

/** The rows of a page, `end` not included. A page after the last one is the last. */
export const findPageRows = (page: number, rows: number): { page: number; start: number; end: number } => {
  const shown = Math.max(0, Math.min(page, countPages(rows) - 1));
  return { page: shown, start: shown * PAGE_ROWS, end: Math.min(rows, (shown + 1) * PAGE_ROWS) };
};

/** `101–200 of 2,340` */
export const formatPageRange = (page: number, rows: number): string => {
  const { start, end } = findPageRows(page, rows);
  const range = end - start > 1 ? `${formatNumber(start + 1)}–${formatNumber(end)}` : formatNumber(end);
  return `${range} of ${formatNumber(rows)}`;
};

export type Pages = {
  /** What is filtered and sorted how. Another one begins on its first page. */
  view: unknown;
  page: number;
  go: (page: number) => void;
};

export const usePages = (view?: unknown): Pages => {
  const [shown, setShown] = useState({ view, page: 0 });
  const isSameView = Object.is(shown.view, view);
  if (!isSameView) setShown({ view, page: 0 });
  const go = useCallback(
    (page: number) =>
      setShown((before) => (page === before.page && Object.is(view, before.view) ? before : { view, page })),
    [view],
  );
  return { view, page: isSameView ? shown.page : 0, go };
};
