import type { CDPSession, Page } from 'playwright';
import type { Lab } from './lab.ts';

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

/**
 * The longest task of the page's main thread while `work` is done, from the browser's own trace. By the wall's clock a
 * task is as long as the machine is busy with other things, which is why the aims are for the time on the processor.
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
