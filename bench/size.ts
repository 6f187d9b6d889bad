import { heapBytes, longestTask, threadMs, type Longest } from './gauges.ts';
import type { Lab } from './lab.ts';
import { endlessIds } from './lives.ts';
import type { ScrollWatch } from './page/scroll.ts';
import { openBoard, type Screen } from './screen.ts';
import { progress, type Line } from './table.ts';

const SIZES = [100, 1000, 10_000] as const;
/** What the service may be asked; 100 calls each 5 s are as many. */
const ANSWERS_A_SECOND = 20;
const CHECK_SECONDS = 5;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

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

/** Turns the wheel as fast as the browser takes it. */
const scroll = async ({ page }: Screen): Promise<ScrollWatch> => {
  await page.mouse.move(500, 600);
  const watch = await page.evaluateHandle(() => window.bench.watchScrolling());
  for (const [delta, turns] of [
    [120, 60],
    [700, 120],
    [-700, 60],
    [3000, 40],
  ] as const) {
    for (let turn = 0; turn < turns; turn += 1) await page.mouse.wheel(0, delta);
  }
  // The far end and back, as by the End and Home keys.
  for (const key of ['End', 'Home']) {
    await page.getByRole('region', { name: 'Watched calls', exact: true }).press(key);
    await wait(300);
  }
  const seen = await watch.evaluate((finish) => finish());
  await watch.dispose();
  return seen;
};

type Size = {
  perAnswerMs: number;
  answers: number;
  longest: Record<'adding' | 'answering' | 'sorting' | 'scrolling', Longest>;
  nodes: number;
  scrolled: ScrollWatch;
};

const measure = async (lab: Lab, count: number): Promise<Size> => {
  const screen = await openBoard(lab, {
    checkSeconds: CHECK_SECONDS,
    api: { maxRequestsPerSecond: ANSWERS_A_SECOND },
    page: { faked: false, probes: false, logs: false },
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
  const answered = () => page.evaluate(() => window.bench.service.answered());
  const [from, workedFrom] = [await answered(), await threadMs(cdp)];
  await wait(12_000);
  const [to, workedTo] = [await answered(), await threadMs(cdp)];
  const answering = await longestTask(lab, page, () => wait(4000));
  await lookAtNodes();
  const sorting = await longestTask(lab, page, () => sortByAll(screen));
  await lookAtNodes();
  let scrolled: ScrollWatch | undefined;
  const scrolling = await longestTask(lab, page, async () => {
    scrolled = await scroll(screen);
  });
  await lookAtNodes();
  await screen.close();
  if (!scrolled) throw new Error('Nothing was scrolled');
  return {
    perAnswerMs: (workedTo - workedFrom) / (to - from),
    answers: to - from,
    longest: { adding, answering, sorting, scrolling },
    nodes: Math.max(nodes, scrolled.mostNodes),
    scrolled,
  };
};

/** Bytes in use when every call has been answered twice, on a faked clock. */
const heapAt = async (lab: Lab, count: number): Promise<number> => {
  const screen = await openBoard(lab, {
    checkSeconds: CHECK_SECONDS,
    api: { maxRequestsPerSecond: 500, maxConcurrentReads: 50 },
    page: { faked: true, probes: false, logs: false },
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
  const wall = ({ wallMs }: Longest) => `${Math.round(wallMs)} ms by the wall's clock`;
  return [
    {
      what: `${calls} main thread per answer`,
      value: perAnswerMs,
      unit: 'ms',
      note: `${answers} answers`,
    },
    {
      what: `${calls} longest task while adding`,
      value: longest.adding.ms,
      unit: 'ms',
      atMost: 50,
      note: wall(longest.adding),
    },
    {
      what: `${calls} longest task while answers come`,
      value: longest.answering.ms,
      unit: 'ms',
      atMost: 50,
      note: wall(longest.answering),
    },
    {
      what: `${calls} longest task while sorting`,
      value: longest.sorting.ms,
      unit: 'ms',
      atMost: 50,
      note: wall(longest.sorting),
    },
    {
      what: `${calls} longest task while scrolling`,
      value: longest.scrolling.ms,
      unit: 'ms',
      atMost: 50,
      note: wall(longest.scrolling),
    },
    { what: `${calls} DOM nodes at most`, value: nodes, atMost: 1500 },
  ];
};

/** What 100, 1,000 and 10,000 watched calls cost, with 20 answers a second. */
export const size = async (lab: Lab): Promise<Line[]> => {
  const lines: Line[] = [];
  const sizes: Size[] = [];
  for (const count of SIZES) {
    progress(`${count} calls`);
    const ours = await measure(lab, count);
    sizes.push(ours);
    lines.push(...linesOf(count, ours));
  }
  const [few, , many] = [...SIZES];
  progress('heap per call');
  const perCall = ((await heapAt(lab, many)) - (await heapAt(lab, few))) / (many - few);
  const [first, last] = [sizes[0], sizes.at(-1)];
  const scrolled = last?.scrolled;
  return [
    ...lines,
    {
      what: `an answer at ${many.toLocaleString('en')} calls by one at ${few}`,
      value: Math.max(...sizes.map(({ perAnswerMs }) => perAnswerMs)) / (first?.perAnswerMs ?? Number.NaN),
      atMost: 1.5,
    },
    {
      what: 'heap per call',
      value: perCall / 1000,
      unit: 'kB',
      atMost: 2.5,
    },
    {
      what: `frames with a blank row, scrolling ${many.toLocaleString('en')}`,
      value: scrolled?.blank ?? Number.NaN,
      atMost: 0,
      note: `${scrolled?.moved} frames, ${Math.round((scrolled?.way ?? 0) / 1000)}k pixels, longest frame ${Math.round(scrolled?.longestFrameMs ?? 0)} ms`,
    },
  ];
};
