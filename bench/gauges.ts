import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';
import type { Lab } from './lab.ts';

/** Milliseconds that the main thread has worked. */
export const threadMs = async (cdp: CDPSession): Promise<number> => {
  await cdp.send('Performance.enable');
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1000;
};

export const heapBytes = async (cdp: CDPSession): Promise<number> => {
  // Twice: finalizers release objects that only the second run collects.
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

/** Milliseconds of the longest task, by processor time and by wall clock. */
type Longest = { ms: number; wallMs: number };

/**
 * The longest task of the main thread during `work`, from the browser's trace. The aims are for processor time: by wall clock a
 * task also waits for other processes.
 */
export const longestTask = async (lab: Lab, page: Page, work: () => Promise<void>): Promise<Longest> => {
  await lab.browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  let trace: Buffer;
  try {
    await work();
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
  if (tasks.length === 0) return { ms: Number.NaN, wallMs: Number.NaN };
  const most = (lengths: readonly number[]): number => lengths.reduce((a, b) => Math.max(a, b), 0) / 1000;
  return { ms: most(tasks.map(({ tdur = 0 }) => tdur)), wallMs: most(tasks.map(({ dur = 0 }) => dur)) };
};

/** Answers that came in this time, and the main thread's time for each. */
export const costOfAnswers = async (page: Page, cdp: CDPSession, ms: number) => {
  const answered = () => page.evaluate(() => window.bench.service.answered());
  const [from, workedFrom] = [await answered(), await threadMs(cdp)];
  await wait(ms);
  const [to, workedTo] = [await answered(), await threadMs(cdp)];
  return { answers: to - from, perAnswerMs: (workedTo - workedFrom) / (to - from) };
};
