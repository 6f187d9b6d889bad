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
  tdur?: number;
  args?: { name?: string };
};

/**
 * The processor time of the main thread's longest task during `work`, in milliseconds, from the browser's trace. By wall clock a
 * task also waits for other processes.
 */
export const longestTask = async (lab: Lab, page: Page, work: () => Promise<void>): Promise<number> => {
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
  return tasks.length === 0 ? Number.NaN : Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
};

/** Answers that came in this time, and the main thread's time for each. */
export const costOfAnswers = async (page: Page, cdp: CDPSession, ms: number) => {
  const answered = () => page.evaluate(() => window.bench.service.answered());
  const [from, workedFrom] = [await answered(), await threadMs(cdp)];
  await wait(ms);
  const [to, workedTo] = [await answered(), await threadMs(cdp)];
  return { answers: to - from, perAnswerMs: (workedTo - workedFrom) / (to - from) };
};
