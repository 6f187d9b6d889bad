/** The box in which the rows scroll. */
export const scroller = (label: string): Element => {
  const box = document.querySelector(`[role="region"][aria-label="${label}"]`);
  if (!box) throw new Error('There is no table to scroll');
  return box;
};

export type ScrollWatch = {
  /** Frames in which the list had moved. */
  moved: number;
  /** Frames that showed no row at the top, in the middle or at the bottom of the box. */
  blank: number;
  longestFrameMs: number;
  /** Nodes of the document in the frame that had the most. */
  mostNodes: number;
  /** Pixels. */
  way: number;
};

const isRowAt = (x: number, y: number, content: string): boolean => {
  const row = document.elementFromPoint(x, y)?.closest('tbody tr, [role="row"]');
  // A row that only keeps the place of others has nothing in it.
  return row?.querySelector(content) !== null && row !== undefined;
};

/**
 * Looks at each frame of real time, after the page has laid it out, until the result is called. `label` names the table's
 * region; `content` selects what each row has in it.
 */
export const watchScrolling = (label: string, content: string): (() => ScrollWatch) => {
  const box = scroller(label);
  const watch: ScrollWatch = { moved: 0, blank: 0, longestFrameMs: 0, mostNodes: 0, way: 0 };
  let top = box.scrollTop;
  let last: number | undefined;
  let isOver = false;

  const look = (): void => {
    const { left, top: boxTop, width, height } = box.getBoundingClientRect();
    const head = box.querySelector('thead')?.getBoundingClientRect().height ?? 0;
    const x = left + width / 3;
    const ys = [boxTop + head + 8, boxTop + (head + height) / 2, boxTop + height - 20];
    const moved = Math.abs(box.scrollTop - top);
    if (moved > 0) watch.moved += 1;
    watch.way += moved;
    top = box.scrollTop;
    watch.mostNodes = Math.max(watch.mostNodes, countNodes());
    if (!ys.every((y) => isRowAt(x, y, content))) watch.blank += 1;
  };

  // Told of a size after layout and before paint: later than all that the page does in the frame.
  const mark = document.createElement('i');
  mark.setAttribute('aria-hidden', 'true');
  mark.style.cssText = 'position:fixed;inset:0 auto auto 0;height:1px;width:1px;pointer-events:none';
  document.body.append(mark);
  const observer = new ResizeObserver(look);
  observer.observe(mark);
  const frame = (now: number): void => {
    if (isOver) return;
    if (last !== undefined) watch.longestFrameMs = Math.max(watch.longestFrameMs, now - last);
    last = now;
    mark.style.width = mark.style.width === '1px' ? '2px' : '1px';
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  return () => {
    isOver = true;
    observer.disconnect();
    mark.remove();
    return watch;
  };
};

/** Nodes of the document, texts and comments included. */
export const countNodes = (): number => {
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
  let count = 1;
  while (walker.nextNode()) count += 1;
  return count;
};
