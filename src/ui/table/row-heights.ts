/** Heights in CSS pixels: of the head that stays, of a row, and how much higher a tall one is. */
export type Heights = { headPx: number; rowPx: number; tallPx: number };

export const GUESS: Heights = { headPx: 32, rowPx: 32, tallPx: 0 };

/** What is really there: where the page is zoomed, the lines between the rows are no whole pixels. */
export const measure = (region: HTMLElement, before: Heights): Heights => {
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
