import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';
import type { Lab } from './lab.ts';
import type { Line } from './table.ts';

/** Milliseconds that the page's main thread has worked so far, waiting for the processor not counted. */
export const threadMs = async (cdp: CDPSession): Promise<number> => (await metric(cdp, 'ThreadTime')) * 1000;

/** One of the browser's own counters, such as `JSEventListeners`. */
export const metric = async (cdp: CDPSession, wanted: string): Promise<number> => {
  await cdp.send('Performance.enable');
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
};

/** Bytes of the page's heap that are in use after the garbage is collected. */
export const heapBytes = async (cdp: CDPSession): Promise<number> => {
  // What finalizers let go of is garbage only the second time.
  for (let times = 0; times < 2; times += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize;
};

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
};

/** Milliseconds of the longest task, twice: by the time on the processor, and by the wall's clock. */
export type Longest = { ms: number; wallMs: number };

/** What the longest task may take. */
const TASK_MS = 50;

export const taskLine = (what: string, { ms, wallMs }: Longest): Line => ({
  what,
  value: ms,
  unit: 'ms',
  atMost: TASK_MS,
  note: `${Math.round(wallMs)} ms by the wall's clock`,
});

/**
 * The longest task of the page's main thread while `work` is done, from the browser's own trace. By the wall's clock a
 * task is as long as the machine is busy with other things, which is why the aims are for the time on the processor.
 */
export const longestTask = async <Result>(
  lab: Lab,
  page: Page,
  work: () => Promise<Result>,
): Promise<Longest & { result: Result }> => {
  await lab.browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  let trace: Buffer;
  let result: Result;
  try {
    result = await work();
  } finally {
    trace = await lab.browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && mains.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) return { ms: Number.NaN, wallMs: Number.NaN, result };
  const most = (lengths: readonly number[]): number => lengths.reduce((a, b) => Math.max(a, b), 0) / 1000;
  const [ms, wallMs] = [most(tasks.map(({ tdur = 0 }) => tdur)), most(tasks.map(({ dur = 0 }) => dur))];
  return { ms, wallMs, result };
};

/** What an answer to a board of the bench costs the main thread while so many milliseconds go by, and how many came. */
export const costOfAnswers = async (page: Page, cdp: CDPSession, ms: number) => {
  const answered = () => page.evaluate(() => window.bench.service.answered());
  const [from, workedFrom] = [await answered(), await threadMs(cdp)];
  await wait(ms);
  const [to, workedTo] = [await answered(), await threadMs(cdp)];
  return { answers: to - from, perAnswerMs: (workedTo - workedFrom) / (to - from) };
};
