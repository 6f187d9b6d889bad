import { ending, splitForDisplay } from '#src/lib/ids.ts';
import type { Tone } from '#src/ui/Status.tsx';
import type { Lane } from './timeline-lane.ts';
import type { Palette } from './timeline-palette.ts';
import { AXIS, LANE, ticksOf, type Range } from './timeline-plot.ts';

export type DrawnLane = { id: string; tone: Tone; lane: Lane };

/** One state of the picture. Sizes are in CSS pixels, times in epoch milliseconds. */
export type Picture = {
  width: number;
  height: number;
  scrollTop: number;
  range: Range;
  now: number;
  /** The lane that `lanes` begins with. */
  first: number;
  lanes: readonly DrawnLane[];
  hovered: string | undefined;
  active: string | undefined;
  opened: string | undefined;
  hasFocus: boolean;
};

const BAR = 8;
/** The shortest bar that is still to be seen. */
const NARROWEST = 2;
/** How far the hatched lead of a call without a start reaches. */
const LEAD = 20;
const HATCH = 8;
const NARROW = 720;

/** Where the bars begin and end across the picture. */
export const plotOf = (width: number): { pad: number; left: number; right: number } =>
  width < NARROW ? { pad: 16, left: 104, right: width - 16 } : { pad: 24, left: 152, right: width - 24 };

const hatchings = new Map<string, CanvasPattern | null>();

/** Diagonals in a colour. The tile divides a lane's height, so that it moves with the lane. */
const hatch = (context: CanvasRenderingContext2D, color: string, ratio: number): CanvasPattern | string => {
  const key = `${color} ${ratio}`;
  if (!hatchings.has(key)) {
    const tile = document.createElement('canvas');
    tile.width = tile.height = HATCH * ratio;
    const ink = tile.getContext('2d');
    if (ink) {
      ink.scale(ratio, ratio);
      ink.globalAlpha = 0.2;
      ink.fillStyle = color;
      ink.fillRect(0, 0, HATCH, HATCH);
      ink.globalAlpha = 1;
      ink.strokeStyle = color;
      ink.lineWidth = 1.5;
      for (const x of [-HATCH, 0, HATCH]) {
        ink.moveTo(x, HATCH);
        ink.lineTo(x + HATCH, 0);
      }
      ink.stroke();
    }
    const pattern = context.createPattern(tile, 'repeat');
    pattern?.setTransform(new DOMMatrix([1 / ratio, 0, 0, 1 / ratio, 0, 0]));
    hatchings.set(key, pattern);
  }
  return hatchings.get(key) ?? color;
};

/** The outline of each tone, so that colour is never alone. */
const GLYPHS: Record<Tone, (path: Path2D) => void> = {
  live: (path) => path.arc(0, 0, 3.5, 0, 7),
  ok: (path) => path.arc(0, 0, 3.5, 0, 7),
  bad: (path) => path.rect(-3.25, -3.25, 6.5, 6.5),
  warn: (path) => {
    path.moveTo(0, -4);
    path.lineTo(4, 3);
    path.lineTo(-4, 3);
    path.closePath();
  },
  other: (path) => path.arc(0, 0, 3.5, 0, 7),
  wait: (path) => path.arc(0, 0, 3.5, 0, 4.5),
  none: (path) => {
    path.moveTo(-3.5, 0);
    path.lineTo(3.5, 0);
  },
};
const FILLED: ReadonlySet<Tone> = new Set<Tone>(['ok', 'bad', 'warn']);
const paths = new Map<Tone, Path2D>();

const glyphOf = (tone: Tone): Path2D => {
  const known = paths.get(tone);
  if (known) return known;
  const path = new Path2D();
  GLYPHS[tone](path);
  paths.set(tone, path);
  return path;
};

const drawGlyph = (
  context: CanvasRenderingContext2D,
  tone: Tone,
  color: string,
  x: number,
  y: number,
): void => {
  context.save();
  context.translate(x, y);
  context.strokeStyle = context.fillStyle = color;
  context.lineWidth = 1.5;
  if (tone === 'other') context.setLineDash([2, 1.7]);
  if (FILLED.has(tone)) context.fill(glyphOf(tone));
  else context.stroke(glyphOf(tone));
  if (tone === 'live') {
    context.beginPath();
    context.arc(0, 0, 1.5, 0, 7);
    context.fill();
  }
  context.restore();
};

const shortId = (id: string, isNarrow: boolean): string => {
  if (isNarrow) return id.length > 9 ? `…${ending(id, 8)}` : id;
  const [, tail] = splitForDisplay(id);
  return tail === '' ? id : `…${tail}`;
};

/** Draws the whole picture: only the lanes in view are in it. */
export const drawTimeline = (
  context: CanvasRenderingContext2D,
  { picture, palette, ratio }: { picture: Picture; palette: Palette; ratio: number },
): void => {
  const { width, height, scrollTop, range, now, first, lanes } = picture;
  const { pad, left, right } = plotOf(width);
  const perMs = (right - left) / (range.to - range.from);
  const x = (time: number): number => left + (time - range.from) * perMs;
  /** A hairline sits on whole pixels of the screen. */
  const sharp = (at: number): number => Math.round(at * ratio) / ratio;
  const hair = 1 / Math.min(ratio, 1);

  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = palette.surface;
  context.fillRect(0, 0, width, height);

  const ticks = ticksOf(range, right - left, -60_000 * new Date(range.to).getTimezoneOffset());
  context.fillStyle = palette.line;
  for (const { at } of ticks) context.fillRect(sharp(x(at)), AXIS, hair, height);

  const drawLane = ({ id, tone, lane }: DrawnLane): void => {
    const isActive = id === picture.active;
    if (id === picture.hovered || isActive || id === picture.opened) {
      context.fillStyle = id === picture.opened || isActive ? palette.pick : palette.hover;
      context.fillRect(0, 0, width, LANE);
    }
    if (id === picture.opened) {
      context.fillStyle = palette.accent;
      context.fillRect(0, 0, 2, LANE);
    }
    drawGlyph(context, tone, palette.ink[tone], pad + 4, LANE / 2);
    context.fillStyle = palette.text;
    context.fillText(shortId(id, width < NARROW), pad + 14, LANE / 2 + 0.5, left - pad - 22);

    const color = palette.fill[tone];
    const begin = lane.parts[0]?.from;
    const finish = lane.parts.at(-1)?.until;
    if (begin === undefined || finish === undefined) return;
    const top = (LANE - BAR) / 2;
    if (x(finish) < left || x(begin) > right) {
      // The bar lies outside: a mark says on which side.
      const [edge, tip] = x(finish) < left ? [left + 4, left] : [right - 4, right];
      context.fillStyle = color;
      context.beginPath();
      context.moveTo(edge, LANE / 2 - 3);
      context.lineTo(tip, LANE / 2);
      context.lineTo(edge, LANE / 2 + 3);
      context.fill();
    }
    if (!lane.isStartKnown && x(begin) > left && x(begin) - LEAD < right) {
      const from = Math.max(left, x(begin) - LEAD);
      context.globalAlpha = 0.55;
      context.fillStyle = hatch(context, color, ratio);
      context.fillRect(from, top, Math.min(x(begin), right) - from, BAR);
      context.globalAlpha = 1;
    }
    for (const part of lane.parts) {
      const from = Math.max(left, x(part.from));
      const least = part.until === finish ? NARROWEST : 0;
      const until = Math.min(right, Math.max(x(part.until), x(part.from) + least));
      if (until <= from) continue;
      context.globalAlpha = part.kind === 'told' ? 0.5 : 1;
      context.fillStyle = part.kind === 'unseen' ? hatch(context, color, ratio) : color;
      context.beginPath();
      const start = part.from === begin && lane.isStartKnown ? 2 : 0;
      const end = part.until === finish ? 2 : 0;
      context.roundRect(from, top, until - from, BAR, [start, end, end, start]);
      context.fill();
    }
    context.globalAlpha = 1;
    if (lane.dot === undefined) return;
    const dot = x(lane.dot);
    if (dot > right || dot < left) return;
    context.fillStyle = color;
    const from = Math.max(left, x(finish));
    if (dot > from) context.fillRect(from, LANE / 2 - 0.5, dot - from, 1);
    context.strokeStyle = palette.surface;
    context.lineWidth = 3;
    context.save();
    context.translate(dot, LANE / 2);
    const glyph = glyphOf(FILLED.has(tone) ? tone : 'ok');
    context.stroke(glyph);
    context.fillStyle = palette.ink[tone];
    context.fill(glyph);
    context.restore();
  };

  context.font = `11px ${palette.mono}`;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  lanes.forEach((lane, index) => {
    const y = AXIS + (first + index) * LANE - scrollTop;
    context.setTransform(ratio, 0, 0, ratio, 0, Math.round(y * ratio));
    drawLane(lane);
    if (picture.hasFocus && lane.id === picture.active) {
      context.strokeStyle = palette.focus;
      context.lineWidth = 1.5;
      context.strokeRect(1, 0.75, width - 2, LANE - 1.5);
    }
  });
  context.setTransform(ratio, 0, 0, ratio, 0, 0);

  context.fillStyle = palette.surface;
  context.fillRect(0, 0, width, AXIS);
  context.fillStyle = palette.line;
  context.fillRect(0, AXIS - 1, width, hair);
  context.font = `11px ${palette.sans}`;
  context.fillStyle = palette.quiet;
  for (const { at, text } of ticks) {
    const half = context.measureText(text).width / 2;
    const centre = Math.min(right - half, Math.max(left + half, x(at)));
    context.fillText(text, centre - half, AXIS / 2 - 1);
  }

  if (now >= range.from && now <= range.to) {
    context.strokeStyle = palette.now;
    context.lineWidth = 1;
    context.setLineDash([2, 2]);
    context.beginPath();
    context.moveTo(sharp(x(now)) + 0.5, AXIS - 6);
    context.lineTo(sharp(x(now)) + 0.5, height);
    context.stroke();
    context.setLineDash([]);
  }
};
