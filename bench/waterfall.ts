import type { Start } from './load-measures.ts';
import type { LoggedRequest } from './network-log.ts';

export type Panel = { title: string; start: Start };

const WIDTH = 960;
const NAME_WIDTH = 250;
const ROW = 14;
const HEAD = 34;
const FOOT = 18;
/** What begins later than this after the largest paint belongs to no start. */
const AFTER_MS = 100;

const FETCH = '#2f6fb3';
const OTHER = '#7a7f87';
/** By the browser's kinds of request. */
const COLOURS: { [type: string]: string } = {
  Document: '#7c5cbf',
  Script: '#c98a1b',
  Stylesheet: '#3f8f5b',
  Fetch: FETCH,
  XHR: FETCH,
};
const LEGEND = [
  ['page', '#7c5cbf'],
  ['script', '#c98a1b'],
  ['stylesheet', '#3f8f5b'],
  ['data', FETCH],
  ['other', OTHER],
] as const;
const LEGEND_WIDTH = 70;
const INK = '#1d2024';
const PALE_INK = '#e3e5e8';
const TICK_MS = 500;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** Such as `CallsPage.js`, without what tells one build's file from the next one's. */
const nameOf = ({ method, url }: LoggedRequest, origin: string): string => {
  const { origin: of, pathname } = new URL(url);
  const name = pathname.replace(/^\/assets\//, '').replace(/-[\w-]{8}(?=\.\w+$)/, '');
  const where = of === origin ? '' : `:${new URL(url).port} `;
  return shortened(`${method === 'GET' ? '' : `${method} `}${where}${name}`, 40);
};

const text = (x: number, y: number, words: string, rest = ''): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${rest}>${escape(words)}</text>`;

const rect = (x: number, y: number, width: number, fill: string, rest = ''): string =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${Math.max(1, width).toFixed(1)}" height="${ROW - 4}" fill="${fill}" ${rest}/>`;

const shownOf = ({ requests, largest }: Start): LoggedRequest[] =>
  requests.filter(({ begun, url }) => begun <= largest + AFTER_MS && url.startsWith('http'));

/** One start from `top` on; `scale` is pixels for each millisecond. */
const drawPanel = ({ title, start }: Panel, top: number, scale: number): string[] => {
  const shown = shownOf(start);
  const origin = new URL(shown[0]?.url ?? 'http://localhost').origin;
  const at = (ms: number): number => NAME_WIDTH + ms * scale;
  const bottom = top + HEAD + shown.length * ROW;
  const line = (ms: number, words: string, y: number): string =>
    `<line x1="${at(ms).toFixed(1)}" x2="${at(ms).toFixed(1)}" y1="${top + HEAD - 4}" y2="${bottom}" stroke="${INK}" stroke-dasharray="3 2"/>` +
    text(at(ms), y, words, `text-anchor="${at(ms) > WIDTH - 90 ? 'end' : 'middle'}"`);
  const ticks = Array.from({ length: Math.floor((WIDTH - NAME_WIDTH) / scale / TICK_MS) + 1 }, (_, tick) => {
    const x = at(tick * TICK_MS).toFixed(1);
    return `<line x1="${x}" x2="${x}" y1="${top + HEAD - 4}" y2="${bottom}" stroke="${PALE_INK}"/>`;
  });
  const kilobytes = shown.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  return [
    text(
      8,
      top + 14,
      `${title}: ${shown.length} requests, ${kilobytes.toFixed(0)} kB until the largest paint`,
      'font-weight="bold"',
    ),
    ...ticks,
    ...shown.flatMap((request, index) => {
      const y = top + HEAD + index * ROW;
      const colour = COLOURS[request.type] ?? OTHER;
      const { begun, answered, ended } = request;
      return [
        text(8, y + ROW - 5, nameOf(request, origin)),
        rect(at(begun), y, (answered - begun) * scale, colour, 'opacity="0.35"'),
        rect(at(answered), y, (ended - answered) * scale, colour),
      ];
    }),
    line(start.first, `first paint ${Math.round(start.first)} ms`, top + HEAD - 8),
    line(start.largest, `largest paint ${Math.round(start.largest)} ms`, bottom + 11),
  ];
};

/** Draws when each request of a start was asked for (pale) and answered: starts below each other, by one scale, a line each half second. */
export const drawWaterfall = (panels: readonly Panel[]): string => {
  const heights = panels.map(({ start }) => HEAD + shownOf(start).length * ROW + FOOT + 8);
  const ends = panels.flatMap(({ start }) => [start.largest, ...shownOf(start).map(({ ended }) => ended)]);
  const scale = (WIDTH - NAME_WIDTH - 20) / Math.max(...ends);
  const height = heights.reduce((sum, one) => sum + one, 0);
  const legend = LEGEND.flatMap(([words, colour], index) => {
    const x = WIDTH - (LEGEND.length - index) * LEGEND_WIDTH;
    return [rect(x, 4, 10, colour), text(x + 14, 13, words)];
  });
  let top = 0;
  const drawn = panels.flatMap((panel, index) => {
    const lines = drawPanel(panel, top, scale);
    top += heights[index] ?? 0;
    return lines;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="10" fill="${INK}">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...legend,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
};
