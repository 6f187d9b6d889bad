import type { TimelineView } from './view.ts';

/** A finger or hand that moved less has pressed and not dragged, in CSS pixels. */
const STILL = 4;
const ZOOM_STEP = 1.6;
const PAN_STEP = 0.1;

type Drag = { x: number; y: number; isMoving: boolean };

/** Dragging moves the time, Ctrl and the wheel zoom, a press opens; one finger scrolls as everywhere. */
const listenToPointer = (
  view: TimelineView,
  { scroller, canvas, open }: Parts,
  on: { signal: AbortSignal },
): void => {
  let drag: Drag | undefined;
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button === 0 && event.isPrimary)
        drag = { x: event.clientX, y: event.clientY, isMoving: false };
    },
    on,
  );
  canvas.addEventListener(
    'pointermove',
    (event) => {
      if (!drag) {
        if (event.pointerType !== 'touch') view.point(event.offsetY);
        return;
      }
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.isMoving) {
        if (Math.hypot(dx, dy) < STILL) return;
        canvas.setPointerCapture(event.pointerId);
        canvas.dataset['dragging'] = '';
      }
      drag = { x: event.clientX, y: event.clientY, isMoving: true };
      if (dx !== 0) view.panBy(-dx / view.plotWidth());
      if (event.pointerType !== 'touch') scroller.scrollTop -= dy;
    },
    on,
  );
  const drop = (): void => {
    drag = undefined;
    delete canvas.dataset['dragging'];
  };
  canvas.addEventListener(
    'pointerup',
    (event) => {
      const id = drag && !drag.isMoving ? view.callAt(event.offsetY) : undefined;
      drop();
      if (id === undefined) return;
      // A lane is narrower than a finger: the first touch chooses, the next one opens.
      if (event.pointerType !== 'touch' || view.active() === id) open(id);
      else view.activate(id);
    },
    on,
  );
  canvas.addEventListener('pointercancel', drop, on);
  canvas.addEventListener('pointerleave', () => view.point(undefined), on);
  scroller.addEventListener(
    'wheel',
    (event) => {
      const isAcross = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (!event.ctrlKey && !event.metaKey && !isAcross) return;
      event.preventDefault();
      const pixels = event.deltaMode === 0 ? 1 : 16;
      if (event.ctrlKey || event.metaKey) {
        view.zoomBy(Math.exp((pixels * Math.max(-100, Math.min(100, event.deltaY))) / 300), event.offsetX);
      } else view.panBy((pixels * (event.deltaX || event.deltaY)) / view.plotWidth());
    },
    { ...on, passive: false },
  );
};

const listenToKeys = (view: TimelineView, { scroller, open }: Parts, on: { signal: AbortSignal }): void => {
  const acts: Record<string, () => void> = {
    ArrowDown: () => view.move(1),
    ArrowUp: () => view.move(-1),
    j: () => view.move(1),
    k: () => view.move(-1),
    PageDown: () => view.move(view.page()),
    PageUp: () => view.move(-view.page()),
    Home: () => view.move(Number.NEGATIVE_INFINITY),
    End: () => view.move(Number.POSITIVE_INFINITY),
    ArrowLeft: () => view.panBy(-PAN_STEP),
    ArrowRight: () => view.panBy(PAN_STEP),
    '+': () => view.zoomBy(1 / ZOOM_STEP),
    '=': () => view.zoomBy(1 / ZOOM_STEP),
    '-': () => view.zoomBy(ZOOM_STEP),
    '0': () => view.setZoom({ kind: 'fit' }),
    Enter: () => {
      const id = view.active();
      if (id !== undefined) open(id);
    },
  };
  scroller.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(acts, event.key)) return;
      event.preventDefault();
      view.setFocus(true);
      acts[event.key]?.();
    },
    on,
  );
  scroller.addEventListener('focus', () => view.setFocus(scroller.matches(':focus-visible')), on);
  scroller.addEventListener('blur', () => view.setFocus(false), on);
};

type Parts = { scroller: HTMLElement; canvas: HTMLElement; open: (id: string) => void };

/** Hands on what pointer, wheel and keyboard ask of the timeline. The result stops it. */
export const listenToTimeline = (view: TimelineView, parts: Parts): (() => void) => {
  const stopping = new AbortController();
  listenToPointer(view, parts, { signal: stopping.signal });
  listenToKeys(view, parts, { signal: stopping.signal });
  return () => stopping.abort();
};
