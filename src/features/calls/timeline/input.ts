import type { TimelineView } from './view.ts';

/** A finger or hand that moved less has pressed and not dragged, in CSS pixels. */
const STILL = 4;
export const ZOOM_STEP = 1.6;
const PAN_STEP = 0.1;

type Drag = { x: number; y: number; isMoving: boolean };

type Parts = { scroller: HTMLElement; canvas: HTMLElement; open: (id: string) => void };

/** Listens until the timeline is left. */
type Listen = <Type extends keyof HTMLElementEventMap>(
  target: HTMLElement,
  type: Type,
  listener: (event: HTMLElementEventMap[Type]) => void,
) => void;

/** Dragging moves the time, Ctrl and the wheel zoom, a press opens; one finger scrolls as everywhere. */
const listenToPointer = (view: TimelineView, { scroller, canvas, open }: Parts, listen: Listen): void => {
  let drag: Drag | undefined;
  const drop = (): void => {
    drag = undefined;
    delete canvas.dataset['dragging'];
  };
  listen(canvas, 'pointerdown', ({ button, isPrimary, clientX: x, clientY: y }) => {
    if (button === 0 && isPrimary) drag = { x, y, isMoving: false };
  });
  listen(canvas, 'pointermove', ({ clientX: x, clientY: y, offsetY, pointerId, pointerType }) => {
    if (!drag) {
      if (pointerType !== 'touch') view.point(offsetY);
      return;
    }
    const [dx, dy] = [x - drag.x, y - drag.y];
    if (!drag.isMoving) {
      if (Math.hypot(dx, dy) < STILL) return;
      canvas.setPointerCapture(pointerId);
      canvas.dataset['dragging'] = '';
    }
    drag = { x, y, isMoving: true };
    if (dx !== 0) view.panBy(-dx / view.plotWidth());
    if (pointerType !== 'touch') scroller.scrollTop -= dy;
  });
  listen(canvas, 'pointerup', ({ offsetY, pointerType }) => {
    const id = drag && !drag.isMoving ? view.callAt(offsetY) : undefined;
    drop();
    if (id === undefined) return;
    // A lane is narrower than a finger: the first touch chooses, the next one opens.
    if (pointerType !== 'touch' || view.active() === id) open(id);
    else view.activate(id);
  });
  listen(canvas, 'pointercancel', drop);
  listen(canvas, 'pointerleave', () => view.point(undefined));
  listen(scroller, 'wheel', (event) => {
    const isZoom = event.ctrlKey || event.metaKey;
    const isAcross = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!isZoom && !isAcross) return;
    event.preventDefault();
    const pixels = event.deltaMode === 0 ? 1 : 16;
    if (isZoom) {
      view.zoomBy(Math.exp((pixels * Math.max(-100, Math.min(100, event.deltaY))) / 300), event.offsetX);
    } else view.panBy((pixels * (event.deltaX || event.deltaY)) / view.plotWidth());
  });
};

const listenToKeys = (view: TimelineView, { scroller, open }: Parts, listen: Listen): void => {
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
  listen(scroller, 'keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(acts, event.key)) return;
    event.preventDefault();
    view.setFocus(true);
    acts[event.key]?.();
  });
  listen(scroller, 'focus', () => view.setFocus(scroller.matches(':focus-visible')));
  listen(scroller, 'blur', () => view.setFocus(false));
};

/** Hands on what pointer, wheel and keyboard ask of the timeline. The result stops it. */
export const listenToTimeline = (view: TimelineView, parts: Parts): (() => void) => {
  const stopping = new AbortController();
  const listen: Listen = (target, type, listener) =>
    // Not passive: the wheel is taken where it zooms.
    target.addEventListener(type, listener, { signal: stopping.signal, passive: false });
  listenToPointer(view, parts, listen);
  listenToKeys(view, parts, listen);
  return () => stopping.abort();
};
