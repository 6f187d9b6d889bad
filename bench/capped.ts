import type { Lab } from './lab.ts';
import { endlessIds } from './lives.ts';
import type { LoggedRead } from './page/service.ts';
import { openBoard, type Screen } from './screen.ts';
import { progress, type Line } from './table.ts';

const MINUTES = 15;
const STEP_MS = 30_000;
const CHECK_SECONDS = 2;

/**
 * What a service takes a second, and what the console may ask it: as it comes (20), or more than the service takes. Without
 * Retry-After each refusal costs 5 to 10 seconds in which nothing is sent.
 */
const SERVICES = [
  { perSecond: 2 },
  { perSecond: 10 },
  { perSecond: 50 },
  { perSecond: 50, mayAsk: 100 },
  { perSecond: 10, retryAfterSeconds: 1 },
] as const;

type Service = { perSecond: number; mayAsk?: number; retryAfterSeconds?: number };

const watch = async (screen: Screen, ms: number): Promise<LoggedRead[]> => {
  const reads: LoggedRead[] = [];
  for (let went = 0; went < ms; went += STEP_MS) {
    await screen.runFor(STEP_MS);
    reads.push(...(await screen.takeReads()));
  }
  return reads;
};

/** A board that always has more to ask than the service takes, from its first request on. */
const measure = async (lab: Lab, { perSecond, mayAsk = 20, retryAfterSeconds }: Service): Promise<Line[]> => {
  const what = `${perSecond} a second${mayAsk === 20 ? '' : `, limit ${mayAsk}`}${retryAfterSeconds === undefined ? '' : `, Retry-After: ${retryAfterSeconds}`}:`;
  progress(`a service that takes ${what}`);
  const screen = await openBoard(lab, {
    checkSeconds: CHECK_SECONDS,
    ...(mayAsk !== 20 && { api: { maxRequestsPerSecond: mayAsk, maxConcurrentReads: 12 } }),
    page: {
      faked: true,
      logs: true,
      cap: { perSecond, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
    },
  });
  await screen.page.evaluate(() => window.bench.setVisible(false));
  await screen.add(endlessIds(2 * CHECK_SECONDS * Math.min(perSecond, mayAsk)));
  await screen.page.evaluate(() => window.bench.setVisible(true));
  const reads = await watch(screen, MINUTES * 60_000);
  await screen.close();
  const refused = reads.filter((read) => read.refused).length;
  const most = Math.min(perSecond, mayAsk) * MINUTES * 60;
  const share = (count: number, of: number): number => Math.round((10_000 * count) / of) / 100;
  return [
    {
      what: `${what} answered 429`,
      value: share(refused, reads.length),
      unit: '%',
      atMost: 1,
      note: `${refused} of ${reads.length} in ${MINUTES} min, the start included`,
    },
    {
      what: `${what} of it used`,
      value: share(reads.length - refused, most),
      unit: '%',
      atLeast: 90,
      ...(mayAsk < perSecond && { note: `of the ${mayAsk} that may be asked by the configuration` }),
    },
  ];
};

/** How well the console finds what a service takes that says nothing of it. */
export const capped = async (lab: Lab): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const service of SERVICES) lines.push(...(await measure(lab, service)));
  return lines;
};
