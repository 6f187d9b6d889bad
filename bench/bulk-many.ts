import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import {
  countNodes,
  filter,
  MANY,
  openMany,
  pairsOf,
  scroll,
  SERVICE_MS,
  threadOf,
  WHAT,
} from './bulk-hands.ts';
import { begin, check, untilFinished, untilSettled } from './bulk-screen.ts';
import { blankLine, heapBytes, longestTask, taskLine } from './gauges.ts';
import type { Lab } from './lab.ts';
import { progress, type Line } from './table.ts';

const THREAD_MS = 300;
const MOST_NODES = 1500;
/** What a line's outcome may add to the heap: the time it was sent, its status and how long it took. */
const MOST_MARK_BYTES = 200;

const WHILE = `${WHAT} longest task while`;
const BLANK = `${WHAT} frames with a blank row, scrolling`;

const threadLine = (what: string, value: number): Line => ({
  what: `${WHAT} main thread, ${what}`,
  value,
  unit: 'ms',
  atMost: THREAD_MS,
});

/** From the file's choice until the page has nothing left to do about it. */
const checkAll = async (page: Page): Promise<void> => {
  await check(page, pairsOf());
  await wait(500);
};

const beginRun = async (page: Page): Promise<void> => {
  await begin(page, MANY);
  await untilBegun(page);
  await wait(500);
};

const untilBegun = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: /^Attaching 10,000 pairs/ }).waitFor();

/** Once for the processor time, once for the tasks: the browser's trace costs time of its own. */
export const checkLines = async (lab: Lab): Promise<Line[]> => {
  progress(`${MANY} pairs: checking and beginning, processor time`);
  const timed = await openMany(lab, 'Many timed');
  const checkingMs = await threadOf(timed, () => checkAll(timed.page));
  const beginningMs = await threadOf(timed, () => beginRun(timed.page));
  await timed.context.close();

  progress(`${MANY} pairs: checking and beginning, tasks`);
  const screen = await openMany(lab, 'Many traced');
  const { page } = screen;
  const checking = await longestTask(lab, page, () => checkAll(page));
  const nodes = [await countNodes(page)];
  const scrolling = await longestTask(lab, page, () => scroll(page, 'Lines'));
  const filtering = await longestTask(lab, page, () => filter(page, 'Lines by check'));
  nodes.push(await countNodes(page), scrolling.result.mostNodes);
  const beginning = await longestTask(lab, page, () => beginRun(page));
  await screen.context.close();
  return [
    threadLine('checking', checkingMs),
    taskLine(`${WHILE} checking`, checking),
    taskLine(`${WHILE} scrolling the check`, scrolling),
    blankLine(`${BLANK} the check`, scrolling.result),
    taskLine(`${WHILE} filtering the check`, filtering),
    { what: `${WHAT} DOM nodes at most, check`, value: Math.max(...nodes), atMost: MOST_NODES },
    threadLine('beginning the run', beginningMs),
    taskLine(`${WHILE} beginning the run`, beginning),
  ];
};

/** A whole run: its tasks, its nodes, and its heap at a fifth, at three fifths and at the end. */
export const runLines = async (lab: Lab): Promise<Line[]> => {
  progress(`${MANY} pairs: a whole run`);
  const screen = await openMany(lab, 'Many run');
  const { page, cdp } = screen;
  await check(page, pairsOf());
  await begin(page, MANY);
  await untilBegun(page);
  const begun = Date.now();
  const heaps: [lines: number, bytes: number][] = [];
  const nodes: number[] = [];
  const sample = async (share: number): Promise<void> => {
    const { counts } = await untilSettled(page, share * MANY);
    heaps.push([counts.accepted, await heapBytes(cdp)]);
    nodes.push(await countNodes(page));
  };
  await sample(0.2);
  const early = await longestTask(lab, page, () => wait(3000));
  const scrolling = await longestTask(lab, page, () => scroll(page, 'Pairs'));
  const filtering = await longestTask(lab, page, () => filter(page, 'Progress'));
  await sample(0.6);
  const late = await longestTask(lab, page, () => wait(3000));
  const ending = await untilSettled(page, 0.97 * MANY);
  const finishing = await longestTask(lab, page, async () => {
    await untilFinished(page);
    await wait(1500);
  });
  const { counts, activeMs } = await untilFinished(page);
  await sample(1);
  await screen.context.close();
  const [first, , last] = heaps;
  const bytesALine =
    ((last?.[1] ?? Number.NaN) - (first?.[1] ?? Number.NaN)) / ((last?.[0] ?? 0) - (first?.[0] ?? 0));
  return [
    {
      what: `${WHAT} the run, ${SERVICE_MS} ms each`,
      value: activeMs / 1000,
      unit: 's',
      note: `${Math.round(counts.accepted / (activeMs / 1000))} a second; ${Math.round((Date.now() - begun) / 1000)} s in all`,
    },
    { what: `${WHAT} accepted`, value: counts.accepted, atLeast: MANY },
    taskLine(`${WHILE} the run goes on, early`, early),
    taskLine(`${WHILE} the run goes on, late`, late),
    taskLine(`${WHILE} the run ends, from ${ending.counts.accepted.toLocaleString('en')} on`, finishing),
    taskLine(`${WHILE} scrolling the run`, scrolling),
    blankLine(`${BLANK} the run`, scrolling.result),
    taskLine(`${WHILE} filtering the run`, filtering),
    {
      what: `${WHAT} heap that an answered line adds`,
      value: bytesALine,
      unit: 'B',
      atMost: MOST_MARK_BYTES,
      note: heaps
        .map(([lines, bytes]) => `${(bytes / 1e6).toFixed(2)} MB at ${lines.toLocaleString('en')}`)
        .join(', '),
    },
    {
      what: `${WHAT} DOM nodes at most, run`,
      value: Math.max(...nodes, scrolling.result.mostNodes),
      atMost: MOST_NODES,
    },
  ];
};
