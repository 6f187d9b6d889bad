import { setTimeout as wait } from 'node:timers/promises';
import { blankLine, costOfAnswers, heapBytes, longestTask, scroll, taskLine, type Turns } from './gauges.ts';
import type { Lab } from './lab.ts';
import { endlessIds } from './lives.ts';
import { openBoard, type Screen } from './screen.ts';
import { progress, type Line } from './table.ts';

const SIZES = [100, 1000, 10_000] as const;
/** What the service may be asked; 100 calls each 5 s are as many. */
const ANSWERS_A_SECOND = 20;
const CHECK_SECONDS = 5;

/** Sorts by every column, one way and the other. */
const sortByAll = async ({ page }: Screen): Promise<void> => {
  const heads = page.locator('[aria-label="Watched calls"] thead').getByRole('button');
  const count = await heads.count();
  for (let at = 0; at < count; at += 1) {
    for (let twice = 0; twice < 2; twice += 1) {
      await heads.nth(at).click();
      await wait(150);
    }
  }
};

const TURNS: Turns = [
  [120, 60],
  [700, 120],
  [-700, 60],
  [3000, 40],
];

/** What so many calls cost, and the moments of which the longest task counts. */
const measure = async (lab: Lab, count: number) => {
  const screen = await openBoard(lab, {
    checkSeconds: CHECK_SECONDS,
    api: { maxRequestsPerSecond: ANSWERS_A_SECOND },
  });
  const { page, cdp } = screen;
  let nodes = 0;
  const lookAtNodes = async (): Promise<void> => {
    nodes = Math.max(nodes, await page.evaluate(() => window.bench.countNodes()));
  };
  await screen.copy(endlessIds(count));
  const adding = await longestTask(lab, page, async () => {
    await screen.paste(count);
    await wait(500);
  });
  await lookAtNodes();
  // The first answers of all, and what is written of them, are not what an answer costs.
  await wait(CHECK_SECONDS * 1000 + 2000);
  const cost = await costOfAnswers(page, cdp, 12_000);
  const answering = await longestTask(lab, page, () => wait(4000));
  await lookAtNodes();
  const sorting = await longestTask(lab, page, () => sortByAll(screen));
  await lookAtNodes();
  const scrolling = await longestTask(lab, page, () =>
    scroll(page, 'Watched calls', { content: 'a', turns: TURNS }),
  );
  await lookAtNodes();
  await screen.close();
  return {
    ...cost,
    longest: { adding, 'answers come': answering, sorting, scrolling },
    nodes: Math.max(nodes, scrolling.result.mostNodes),
    scrolled: scrolling.result,
  };
};

type Size = Awaited<ReturnType<typeof measure>>;

/** Bytes in use when every call has been answered twice, on a faked clock. */
const heapAt = async (lab: Lab, count: number): Promise<number> => {
  const screen = await openBoard(lab, {
    checkSeconds: CHECK_SECONDS,
    api: { maxRequestsPerSecond: 500, maxConcurrentReads: 50 },
    page: { faked: true },
  });
  await screen.add(endlessIds(count));
  const answered = () => screen.page.evaluate(() => window.bench.service.answered());
  while ((await answered()) < 2 * count) await screen.runFor(1000);
  // What is to be written soon, and toasts, are gone by then.
  await screen.page.evaluate(() => window.bench.setVisible(false));
  await screen.runFor(30_000);
  const bytes = await heapBytes(screen.cdp);
  await screen.close();
  return bytes;
};

const linesOf = (count: number, { longest, nodes, answers, perAnswerMs }: Size): Line[] => {
  const calls = `${count.toLocaleString('en')} calls:`;
  return [
    { what: `${calls} main thread per answer`, value: perAnswerMs, unit: 'ms', note: `${answers} answers` },
    ...Object.entries(longest).map(([what, task]) => taskLine(`${calls} longest task while ${what}`, task)),
    { what: `${calls} DOM nodes at most`, value: nodes, atMost: 1500 },
  ];
};

/** What 100, 1,000 and 10,000 watched calls cost, with 20 answers a second. */
export const size = async (lab: Lab): Promise<Line[]> => {
  const measured = async (count: number): Promise<Size> => {
    progress(`${count} calls`);
    return measure(lab, count);
  };
  const [few, several, many] = SIZES;
  const [first, second, last] = [await measured(few), await measured(several), await measured(many)];
  progress('heap per call');
  const perCall = ((await heapAt(lab, many)) - (await heapAt(lab, few))) / (many - few);
  return [
    ...linesOf(few, first),
    ...linesOf(several, second),
    ...linesOf(many, last),
    {
      what: `an answer at ${many.toLocaleString('en')} calls by one at ${few}`,
      value: Math.max(first.perAnswerMs, second.perAnswerMs, last.perAnswerMs) / first.perAnswerMs,
      atMost: 1.5,
    },
    { what: 'heap per call', value: perCall / 1000, unit: 'kB', atMost: 2.5 },
    blankLine(`frames with a blank row, scrolling ${many.toLocaleString('en')}`, last.scrolled),
  ];
};
