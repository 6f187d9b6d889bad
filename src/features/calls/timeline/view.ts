import { createStore } from 'zustand/vanilla';
import { timeZone } from '#src/lib/timestamp.ts';
import type { Board } from '#src/features/calls/board/board.ts';
import { revealRowsBy } from '#src/features/calls/board/focus-row.ts';
import { freshnessOf } from '#src/features/calls/board/overview.ts';
import type { VisibleRows } from '#src/features/calls/board/rows.ts';
import { createStage, type Stage } from './canvas.ts';
import { plotOf, type DrawnLane } from './draw.ts';
import { AXIS, createSum, LANE, laneAtY, laneOf, lanesInView, scrollToLane, type Sum } from './lanes.ts';
import { createTimeAxis, type Zoom } from './time-axis.ts';

/** What stands around the picture. */
export type Shown = {
  zoom: Zoom['kind'];
  sum: Sum;
  /** What `sum` says, in epoch milliseconds. */
  at: number;
  /** The call that is pointed at, or that has the keyboard. */
  current: string | undefined;
  first: number;
  ids: readonly string[];
  /** When `ids` was made, in milliseconds on the monotonic clock. */
  mono: number;
  /** Moved to by the keyboard, so that it is spoken. */
  spoken: string | undefined;
};

const TICK_MS = 1000;
/** What stands around the picture, and who is asked first, follows a scroll when it has come to rest. */
const SETTLE_MS = 200;

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each, at) => each === b[at]);

/**
 * The state of the timeline and when it is drawn: after what the person does, when a call in view changes, and once a
 * second for what goes on with the time. An answer for a call out of view costs a look into a list.
 */
export const createTimelineView = (board: Board, rows: VisibleRows) => {
  let parts: { scroller: HTMLElement; space: HTMLElement; canvas: HTMLCanvasElement } | undefined;
  let stage: Stage | undefined;
  let drawn: readonly string[] = [];
  let first = 0;
  let pointerY: number | undefined;
  let hovered: string | undefined;
  let active: string | undefined;
  let opened: string | undefined;
  let hasFocus = false;
  let frame: number | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let scrolledAt = 0;
  const sumAt = createSum(rows, board.call);
  const axis = createTimeAxis(
    () => sumAt(Date.now()).extent,
    (zoom) => {
      if (shown.getState().zoom !== zoom) shown.setState({ zoom });
      redraw();
    },
  );
  const shown = createStore<Shown>()(() => ({
    zoom: axis.kind(),
    sum: sumAt(Date.now()),
    at: 0,
    current: undefined,
    first: 0,
    ids: [],
    mono: 0,
    spoken: undefined,
  }));

  const scrolled = () => ({
    scrollTop: parts?.scroller.scrollTop ?? 0,
    height: parts?.scroller.clientHeight ?? 0,
  });
  const plot = () => plotOf(stage?.size().width ?? 0);
  /** Words are in minutes: a second more is nothing new. */
  const addUp = (): void => {
    const now = Date.now();
    const sum = sumAt(now);
    const before = shown.getState();
    const isSame = Math.floor(now / 60_000) === Math.floor(before.at / 60_000);
    if (!isSame || before.sum.count !== sum.count || before.sum.running !== sum.running)
      shown.setState({ sum, at: now });
  };

  const settle = (): void => {
    settling ??= setTimeout(() => {
      settling = undefined;
      if (performance.now() - scrolledAt < SETTLE_MS) {
        settle();
        return;
      }
      addUp();
      shown.setState({ first, ids: [...drawn], mono: performance.now() });
      board.setVisibleCalls(opened, drawn);
    }, SETTLE_MS);
  };

  const pointAt = (): void => {
    const lane = pointerY === undefined ? undefined : laneAtY(pointerY, scrolled().scrollTop, rows.count());
    hovered = lane === undefined ? undefined : rows.at(lane);
    const current = hovered ?? (active !== undefined && rows.indexOf(active) >= 0 ? active : undefined);
    if (current !== shown.getState().current) shown.setState({ current });
  };

  const draw = (): void => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = undefined;
    if (!stage) return;
    pointAt();
    const now = Date.now();
    const mono = performance.now();
    const { scrollTop } = scrolled();
    const window = lanesInView(scrolled(), rows.count());
    const ids = rows.slice(window.first, window.end);
    const overview = board.overview();
    const lanes = ids.flatMap((id): DrawnLane[] => {
      const view = board.call(id);
      if (!view) return [];
      const isFresh = freshnessOf(view, overview, mono) === 'fresh';
      return [{ id, tone: view.statusBadge.tone, lane: laneOf(view, { now, isFresh }) }];
    });
    if (first !== window.first || !isSameList(ids, drawn)) {
      first = window.first;
      drawn = ids;
      settle();
    }
    stage.draw({ scrollTop, range: axis.range(), now, first, lanes, hovered, active, opened, hasFocus });
  };

  const redraw = (): void => {
    if (parts) frame ??= requestAnimationFrame(draw);
  };

  const stretch = (): void => {
    const height = `${AXIS + rows.count() * LANE}px`;
    if (parts && parts.space.style.height !== height) parts.space.style.height = height;
  };

  const rowsChanged = (): void => {
    stretch();
    const { first: from, end } = lanesInView(scrolled(), rows.count());
    if (from !== first || !isSameList(rows.slice(from, end), drawn)) redraw();
  };

  const moveTo = (lane: number): void => {
    const id = rows.at(Math.max(0, Math.min(lane, rows.count() - 1)));
    if (!parts || id === undefined) return;
    active = id;
    pointerY = undefined;
    parts.scroller.scrollTop = scrollToLane(rows.indexOf(id), scrolled());
    pointAt();
    redraw();
  };

  return {
    shown,
    attach: (to: NonNullable<typeof parts>): (() => void) => {
      parts = to;
      stretch();
      addUp();
      stage = createStage(to, draw);
      const scroll = (): void => {
        scrolledAt = performance.now();
        redraw();
      };
      to.scroller.addEventListener('scroll', scroll, { passive: true });
      const timer = setInterval(() => {
        addUp();
        redraw();
      }, TICK_MS);
      const stops = [
        stage.stop,
        () => to.scroller.removeEventListener('scroll', scroll),
        () => clearInterval(timer),
        rows.subscribe(rowsChanged),
        timeZone.subscribe(redraw),
        revealRowsBy((id) => {
          to.scroller.focus({ preventScroll: true });
          moveTo(rows.indexOf(id));
        }),
        board.subscribeRows((ids) => {
          if (ids === 'all' || ids.some((id) => drawn.includes(id))) {
            redraw();
            settle();
          }
        }),
      ];
      return () => {
        for (const stop of stops) stop();
        clearTimeout(settling);
        if (frame !== undefined) cancelAnimationFrame(frame);
        settling = frame = parts = stage = undefined;
        board.setVisibleCalls(opened, []);
      };
    },
    /** The call that is open beside the picture. */
    setOpened: (id: string | undefined): void => {
      opened = id;
      if (id !== undefined && id !== active && rows.indexOf(id) >= 0) moveTo(rows.indexOf(id));
      redraw();
    },
    setFocus: (focus: boolean): void => {
      hasFocus = focus;
      redraw();
    },
    setZoom: axis.setZoom,
    panBy: axis.panBy,
    /** Shows `factor` times as much time around the middle, or around what stands at `x`, in CSS pixels. */
    zoomBy: (factor: number, x?: number): void => {
      const { left, right } = plot();
      axis.zoomBy(factor, x === undefined ? undefined : (x - left) / (right - left));
    },
    /** The width of the bars' part, in CSS pixels. */
    plotWidth: (): number => plot().right - plot().left,
    /** The pointer's height over the picture, in CSS pixels; undefined when it has left. */
    point: (y: number | undefined): void => {
      pointerY = y;
      redraw();
    },
    /** The call at a height of the picture, in CSS pixels. */
    callAt: (y: number): string | undefined => {
      const lane = laneAtY(y, scrolled().scrollTop, rows.count());
      return lane === undefined ? undefined : rows.at(lane);
    },
    active: (): string | undefined => active,
    activate: (id: string): void => moveTo(rows.indexOf(id)),
    /** Moves the keyboard by lanes, and has the lane spoken. */
    move: (by: number): void => {
      const from = active === undefined ? -1 : rows.indexOf(active);
      // Without a lane yet, the keyboard begins with what is in view.
      moveTo(from < 0 && Number.isFinite(by) ? first : Math.max(0, from) + by);
      shown.setState({ spoken: active, mono: performance.now() });
    },
    /** How many lanes a page has. */
    page: (): number => Math.max(1, Math.floor((scrolled().height - AXIS) / LANE) - 1),
  };
};

export type TimelineView = ReturnType<typeof createTimelineView>;
