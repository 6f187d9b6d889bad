import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import {
  begin,
  check,
  newProfile,
  openBulk,
  untilFinished,
  untilSettled,
  type BulkScreen,
  type Pair,
} from './bulk-screen.ts';
import { loopLines } from './bulk-rounds.ts';
import { heapBytes, longestTask, taskLine, threadMs } from './gauges.ts';
import type { Lab } from './lab.ts';
import { progress, type Line } from './table.ts';

const MANY = 10_000;
const WHAT = `${MANY.toLocaleString('en')} pairs:`;
const SERVICE_MS = 5;
/** The first answers are delayed, so that the start of a run is measured alone. */
const FIRST_MS = 3000;
const AT_ONCE = 4;
const api = { maxConcurrentWrites: AT_ONCE, maxRequestsPerSecond: 1000 };

const pairsOf = (): Pair[] =>
  Array.from({ length: MANY }, (_, at) => ({
    campaignId: `cmp-renewals-${String(at % 50).padStart(3, '0')}`,
    webhookId: `slow-${at < AT_ONCE ? FIRST_MS : SERVICE_MS}-hook-${String(at).padStart(6, '0')}`,
  }));

const openMany = async (lab: Lab, name: string): Promise<BulkScreen> =>
  openBulk(lab, await newProfile(lab), { name, api });

/** Processor time of the main thread during `work`. */
const threadOf = async ({ cdp }: BulkScreen, work: () => Promise<void>): Promise<number> => {
  const before = await threadMs(cdp);
  await work();
  return (await threadMs(cdp)) - before;
};

const THREAD_MS = 300;
/** Heap that a line's outcome may take: when it was sent, its status and its duration. */
const MAX_MARK_BYTES = 200;

const WHILE = `${WHAT} longest task while`;

const threadLine = (what: string, value: number): Line => ({
  what: `${WHAT} main thread, ${what}`,
  value,
  unit: 'ms',
  atMost: THREAD_MS,
});

/** From choosing the file until the page is idle. */
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

/** Once for the processor time and once for the tasks, because tracing takes time. */
const checkLines = async (lab: Lab): Promise<Line[]> => {
  progress(`${MANY} pairs: checking and beginning, processor time`);
  const timed = await openMany(lab, 'Many timed');
  const checkingMs = await threadOf(timed, () => checkAll(timed.page));
  const beginningMs = await threadOf(timed, () => beginRun(timed.page));
  await timed.context.close();

  progress(`${MANY} pairs: checking and beginning, tasks`);
  const screen = await openMany(lab, 'Many traced');
  const { page } = screen;
  const checking = await longestTask(lab, page, () => checkAll(page));
  const beginning = await longestTask(lab, page, () => beginRun(page));
  await screen.context.close();
  return [
    threadLine('checking', checkingMs),
    taskLine(`${WHILE} checking`, checking),
    threadLine('beginning the run', beginningMs),
    taskLine(`${WHILE} beginning the run`, beginning),
  ];
};

const runLines = async (lab: Lab): Promise<Line[]> => {
  progress(`${MANY} pairs: a whole run`);
  const screen = await openMany(lab, 'Many run');
  const { page, cdp } = screen;
  await check(page, pairsOf());
  await begin(page, MANY);
  await untilBegun(page);
  const begun = Date.now();
  const heaps: [lines: number, bytes: number][] = [];
  const sample = async (share: number): Promise<void> => {
    const { counts } = await untilSettled(page, share * MANY);
    heaps.push([counts.accepted, await heapBytes(cdp)]);
  };
  await sample(0.2);
  const early = await longestTask(lab, page, () => wait(3000));
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
    {
      what: `${WHAT} heap that an answered line adds`,
      value: bytesALine,
      unit: 'B',
      atMost: MAX_MARK_BYTES,
      note: heaps
        .map(([lines, bytes]) => `${(bytes / 1e6).toFixed(2)} MB at ${lines.toLocaleString('en')}`)
        .join(', '),
    },
  ];
};

export const bulk = async (lab: Lab): Promise<Line[]> => [
  ...(await loopLines(lab)),
  ...(await checkLines(lab)),
  ...(await runLines(lab)),
];
