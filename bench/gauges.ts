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

export type Longest = {
  /** Milliseconds on the wall's clock. */
  ms: number;
  /** Milliseconds of these in which it had the processor. */
  cpuMs: number;
};

/** The longest task of the page's main thread while `work` is done, from the browser's own trace. */
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
  const longest = tasks.toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0))[0];
  if (!longest) return { ms: Number.NaN, cpuMs: Number.NaN };
  return { ms: (longest.dur ?? 0) / 1000, cpuMs: (longest.tdur ?? 0) / 1000 };
};
