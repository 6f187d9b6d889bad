import { heapBytes, longestTask, threadMs } from './gauges.ts';
import type { Lab } from './lab.ts';
import { endlessIds } from './lives.ts';
import { openRival } from './screen.ts';

/** What the board of `useQueries` comes to; NaN where it did not get that far in its time. */
export type RivalSize = {
  perAnswerMs: number;
  longestMs: number;
  sortingMs: number;
  nodes: number;
  heap: number;
};

/** Real time for its first answers, and for all of it. */
const ENOUGH_MS = 25_000;
const CAP_MS = 45_000;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Adds so many calls to a board that asks each every `intervalMs`, and measures until all were answered once or its time is over. */
export const measureRival = async (lab: Lab, count: number, intervalMs: number): Promise<RivalSize> => {
  const screen = await openRival(lab, {
    checkSeconds: intervalMs / 1000,
    intervalMs,
    page: { faked: false, probes: false, logs: false },
  });
  const { page, cdp } = screen;
  const result: RivalSize = {
    perAnswerMs: Number.NaN,
    longestMs: Number.NaN,
    sortingMs: Number.NaN,
    nodes: Number.NaN,
    heap: Number.NaN,
  };
  const answered = () => page.evaluate(() => window.bench.service.answered());
  const enough = Date.now() + ENOUGH_MS;
  const run = async (): Promise<void> => {
    await screen.copy(endlessIds(count));
    const workedFrom = await threadMs(cdp);
    const adding = await longestTask(lab, page, async () => {
      await screen.paste(count);
      while ((await answered()) < count && Date.now() < enough) await wait(200);
      await wait(1000);
    });
    result.longestMs = adding.ms;
    result.perAnswerMs = ((await threadMs(cdp)) - workedFrom) / (await answered());
    result.nodes = await page.evaluate(() => window.bench.countNodes());
    result.heap = await heapBytes(cdp);
    const sorting = await longestTask(lab, page, async () => {
      for (const name of ['Status', 'Call ID']) await page.getByRole('button', { name, exact: true }).click();
    });
    result.sortingMs = sorting.ms;
  };
  const done = run().catch(() => undefined);
  await Promise.race([done, wait(CAP_MS)]);
  await screen.close();
  await done;
  return result;
};
