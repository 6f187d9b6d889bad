import { withMarks } from '#src/lib/invisible.ts';
import { zoneOffsetMs } from '#src/lib/timestamp.ts';
import type { Tone } from '#src/ui/Status.tsx';
import { AXIS, LANE, type Lane } from './lanes.ts';
import { ticksOf, type Range } from './time-axis.ts';

/** The colours and fonts of the picture, by their names in the page's style, as a canvas takes them. */
export type Look = { color: (name: string) => string; font: (name: 'mono' | 'sans') => string };

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
const WIDE = 1000;
/** Of one character of an ID. */
const CHARACTER = 6.7;

/** Where the bars begin and end across the picture. */
export const plotOf = (width: number): { pad: number; left: number; right: number } =>
  width < NARROW
    ? { pad: 16, left: 128, right: width - 16 }
    : { pad: 24, left: width < WIDE ? 184 : 264, right: width - 24 };

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

const CIRCLE = new Path2D('M3.5 0a3.5 3.5 0 1 1-7 0 3.5 3.5 0 1 1 7 0');
/** The outline of each tone, so that colour is never alone. */
const GLYPHS: Record<Tone, Path2D> = {
  live: CIRCLE,
  ok: CIRCLE,
  bad: new Path2D('M-3.25-3.25h6.5v6.5h-6.5z'),
  warn: new Path2D('M0-4 4 3h-8z'),
  other: CIRCLE,
  wait: new Path2D('M3.5 0a3.5 3.5 0 1 1-4.24-3.42'),
  none: new Path2D('M-3.5 0h7'),
};
const FILLED: ReadonlySet<Tone> = new Set<Tone>(['ok', 'bad', 'warn']);

const isWithoutInk = (tone: Tone): boolean => tone === 'wait' || tone === 'none';

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
  if (FILLED.has(tone)) context.fill(GLYPHS[tone]);
  else context.stroke(GLYPHS[tone]);
  if (tone === 'live') {
    context.beginPath();
    context.arc(0, 0, 1.5, 0, 7);
    context.fill();
  }
  context.restore();
};

/** An ID cut in its middle to so many pixels: its last characters tell it from its neighbours. */
const shortId = (id: string, room: number): string => {
  const characters = [...id];
  const most = Math.floor(room / CHARACTER);
  if (characters.length <= most) return id;
  const tail = Math.min(12, Math.ceil((most - 1) * 0.6));
  return `${characters.slice(0, most - 1 - tail).join('')}…${characters.slice(-tail).join('')}`;
};

/** Draws the whole picture: only the lanes in view are in it. */
export const drawTimeline = (
  context: CanvasRenderingContext2D,
  { picture, look, ratio }: { picture: Picture; look: Look; ratio: number },
): void => {
  const { width, height, scrollTop, range, now, first, lanes } = picture;
  const { pad, left, right } = plotOf(width);
  const perMs = (right - left) / (range.to - range.from);
  const x = (time: number): number => left + (time - range.from) * perMs;
  /** A hairline sits on whole pixels of the screen. */
  const sharp = (at: number): number => Math.round(at * ratio) / ratio;
  const hair = 1 / Math.min(ratio, 1);

  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = look.color('surface');
  context.fillRect(0, 0, width, height);

  const ticks = ticksOf(range, right - left, zoneOffsetMs(range.to));
  context.fillStyle = look.color('line');
  for (const { at } of ticks) context.fillRect(sharp(x(at)), AXIS, hair, height);

  const drawLane = ({ id, tone, lane }: DrawnLane): void => {
    const isActive = id === picture.active;
    if (id === picture.hovered || isActive || id === picture.opened) {
      context.fillStyle = look.color(id === picture.opened || isActive ? 'pick' : 'hover');
      context.fillRect(0, 0, width, LANE);
    }
    if (id === picture.opened) {
      context.fillStyle = look.color('accent');
      context.fillRect(0, 0, 2, LANE);
    }
    const ink = look.color(isWithoutInk(tone) ? 'other' : tone);
    drawGlyph(context, tone, ink, pad + 4, LANE / 2);
    context.fillStyle = look.color('ink-2');
    const room = left - pad - 22;
    context.fillText(shortId(withMarks(id), room), pad + 14, LANE / 2 + 0.5, room);

    const color = look.color(`${tone === 'wait' ? 'none' : tone}-fill`);
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
    context.strokeStyle = look.color('surface');
    context.lineWidth = 3;
    context.save();
    context.translate(dot, LANE / 2);
    const glyph = GLYPHS[FILLED.has(tone) ? tone : 'ok'];
    context.stroke(glyph);
    context.fillStyle = ink;
    context.fill(glyph);
    context.restore();
  };

  context.font = `11px ${look.font('mono')}`;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  lanes.forEach((lane, index) => {
    const y = AXIS + (first + index) * LANE - scrollTop;
    context.setTransform(ratio, 0, 0, ratio, 0, Math.round(y * ratio));
    drawLane(lane);
    if (picture.hasFocus && lane.id === picture.active) {
      context.strokeStyle = look.color('focus');
      context.lineWidth = 1.5;
      context.strokeRect(1, 0.75, width - 2, LANE - 1.5);
    }
  });
  context.setTransform(ratio, 0, 0, ratio, 0, 0);

  context.fillStyle = look.color('surface');
  context.fillRect(0, 0, width, AXIS);
  context.fillStyle = look.color('line');
  context.fillRect(0, AXIS - 1, width, hair);
  context.font = `11px ${look.font('sans')}`;
  context.fillStyle = look.color('ink-3');
  for (const { at, text } of ticks) {
    const half = context.measureText(text).width / 2;
    const centre = Math.min(right - half, Math.max(left + half, x(at)));
    context.fillText(text, centre - half, AXIS / 2 - 1);
  }

  if (now >= range.from && now <= range.to) {
    context.strokeStyle = look.color('ink-3');
    context.lineWidth = 1;
    context.setLineDash([2, 2]);
    context.beginPath();
    context.moveTo(sharp(x(now)) + 0.5, AXIS - 6);
    context.lineTo(sharp(x(now)) + 0.5, height);
    context.stroke();
    context.setLineDash([]);
  }
};
