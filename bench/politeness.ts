import { capped } from './capped.ts';
import { byId, mostAtOnce, mostInASecond, percentile, readsAfterEnd, sum } from './figures.ts';
import type { Lab } from './lab.ts';
import { drawLives, type Life } from './lives.ts';
import type { LoggedRead } from './page/service.ts';
import { quiet } from './quiet.ts';
import { openBoard, openRival, type Screen } from './screen.ts';
import { progress, type Line } from './table.ts';

const MINUTE_MS = 60_000;

const STEP_MS = MINUTE_MS / 4;

/** Lets faked time go by in steps and gathers the reads, until it is over or `capMs` of real time are spent. */
const watch = async (screen: Screen, ms: number, capMs = Infinity) => {
  const reads: LoggedRead[] = [];
  const end = Date.now() + capMs;
  let went = 0;
  while (went < ms && Date.now() < end) {
    went += await screen.runFor(
      Math.min(ms - went, STEP_MS),
      end === Infinity ? undefined : end - Date.now(),
    );
    for (const read of await screen.takeReads()) reads.push(read);
  }
  return { reads, went, over: went >= ms };
};

/** The round trip that half of the reads take at most, in milliseconds. */
const roundTrip = (reads: readonly LoggedRead[]): number =>
  percentile(
    reads.map(({ sent, answered }) => answered - sent),
    0.5,
  );

/**
 * Adds calls to a hidden board, which asks nothing, and shows it: how long the adding really took is nothing that the
 * measured numbers depend on. The result is the moment from which the calls' times count, in epoch milliseconds.
 */
const begin = async ({ page, add }: Screen, lives: readonly Life[]): Promise<number> => {
  await page.evaluate(() => window.bench.setVisible(false));
  await add(lives.map(({ id }) => id));
  return page.evaluate(() => {
    const zero = window.bench.service.restart();
    window.bench.setVisible(true);
    return zero;
  });
};

/** Milliseconds from each call's end at the service to its row's saying so. */
const rowLags = async ({ page }: Screen, lives: readonly Life[], zero: number): Promise<number[]> => {
  const shown = new Map(await page.evaluate(() => window.bench.probe?.endedRows() ?? []));
  return lives.map(({ id, ended }) => (shown.get(id) ?? Infinity) - zero - ended);
};

/** One of the choices on the board; 200 calls are 20 requests a second then. */
const INTERVAL_S = 10;
const FEW = 200;

const few = async (lab: Lab, rival: boolean) => {
  progress(`${FEW} calls${rival ? ', useQueries' : ''}`);
  const setup = {
    checkSeconds: INTERVAL_S,
    // The limits must not be what is measured here; the crowd below shows how they are kept.
    api: { maxRequestsPerSecond: 100, maxConcurrentReads: 12 },
    page: { faked: true, probes: true, logs: true },
    // All rows are drawn.
    viewport: { width: 1440, height: 12_000 },
  };
  const screen = await (rival
    ? openRival(lab, { ...setup, intervalMs: INTERVAL_S * 1000 })
    : openBoard(lab, setup));
  const lives = drawLives(1).ending(FEW, 0, [30_000, 10 * MINUTE_MS]);
  const zero = await begin(screen, lives);
  const { reads } = await watch(screen, 11 * MINUTE_MS);
  const lags = await rowLags(screen, lives, zero);
  const after = await watch(screen, 10 * MINUTE_MS);
  const groups = byId(reads);
  const allowed = sum(
    lives.map(({ id, ended }) => {
      const length = zero + ended - (groups.get(id)?.[0]?.arrived ?? 0);
      return 1 + Math.ceil(length / (INTERVAL_S * 1000));
    }),
  );
  await screen.close();
  return {
    share: reads.length / allowed,
    reads: reads.length,
    trip: roundTrip(reads),
    median: percentile(lags, 0.5),
    high: percentile(lags, 0.95),
    afterEnd: readsAfterEnd([...reads, ...after.reads]),
    afterAll: after.reads.length,
    atOnce: mostAtOnce(reads),
    inASecond: mostInASecond(reads.map(({ arrived }) => arrived)),
  };
};

const MANY = 5000;
const RATE = 20;
const AT_ONCE = 6;
const PERIOD_MS = (MANY / RATE) * 1000;
/** Fewer rounds and one request more or less would be more than a fifth. */
const ROUNDS = 9;

/** When the tally first counted as many ends as had been answered with each answer that told of one. */
const tallyLags = async (
  { page }: Screen,
  reads: readonly LoggedRead[],
  endOf: ReadonlyMap<string, number>,
) => {
  const counts = await page.evaluate(() => window.bench.probe?.endedTally() ?? []);
  const told = reads.filter(({ ended }) => ended).toSorted((a, b) => a.answered - b.answered);
  let at = 0;
  return told.map(({ id, answered }, before) => {
    while (at < counts.length && (counts[at]?.[1] ?? 0) <= before) at += 1;
    return Math.max(answered, counts[at]?.[0] ?? Infinity) - (endOf.get(id) ?? 0);
  });
};

const many = async (lab: Lab, rival: boolean) => {
  progress(`${MANY} calls${rival ? ', useQueries' : ''}`);
  const setup = {
    checkSeconds: INTERVAL_S,
    api: { maxRequestsPerSecond: RATE, maxConcurrentReads: AT_ONCE },
    page: { faked: true, probes: true, logs: true },
  };
  const screen = await (rival ? openRival(lab, { ...setup, intervalMs: PERIOD_MS }) : openBoard(lab, setup));
  const draw = drawLives(2);
  const spanMs = ROUNDS * PERIOD_MS;
  // A tenth ends at some time; the others outlast the run, so that the limit is what it is all the while.
  const ending = draw.ending(MANY / 10, 0, [MINUTE_MS, spanMs - 1.5 * PERIOD_MS]);
  const lasting = draw.ending(MANY - ending.length, 0, [2 * spanMs, 3 * spanMs]);
  const mixed = [...ending, ...lasting].toSorted((a, b) => (a.id.slice(9) < b.id.slice(9) ? -1 : 1));
  const zero = await begin(screen, mixed);
  const { reads, went, over } = await watch(screen, spanMs, rival ? 45_000 : Infinity);
  const lags = await tallyLags(screen, reads, new Map(ending.map(({ id, ended }) => [id, zero + ended])));
  const groups = byId(reads);
  const checks = lasting.map(({ id }) => groups.get(id)?.length ?? 0);
  await screen.close();
  return {
    over,
    went,
    answers: reads.length,
    lags: lags.length,
    high: lags.length < ending.length && over ? Infinity : percentile(lags, 0.95),
    least: Math.min(...checks) / (sum(checks) / checks.length),
    atOnce: mostAtOnce(reads),
    inASecond: mostInASecond(reads.map(({ arrived }) => arrived)),
    afterEnd: readsAfterEnd(reads),
    due: ending.length,
  };
};

const seconds = (ms: number): number => ms / 1000;

/** How soon changes show and how few requests that takes: 200 calls, 5,000 calls, and when nothing may be sent. */
export const politeness = async (lab: Lab): Promise<Line[]> => {
  const [ours, theirs] = [await few(lab, false), await few(lab, true)];
  const [crowd, theirCrowd] = [await many(lab, false), await many(lab, true)];
  const intervalMs = INTERVAL_S * 1000;
  const cut = `at ${Math.round(theirCrowd.went / 1000)} s of ${(ROUNDS * PERIOD_MS) / 1000} s when cut short`;
  const a = `${FEW} calls, every ${INTERVAL_S} s:`;
  const b = `${MANY.toLocaleString('en')} calls, ${RATE} a second:`;
  return [
    {
      what: `${a} requests by what is needed`,
      value: ours.share,
      atMost: 1.05,
      rival: theirs.share,
      note: `${ours.reads} requests`,
    },
    {
      what: `${a} end to screen, median`,
      value: seconds(ours.median),
      unit: 's',
      atMost: seconds(0.55 * intervalMs + ours.trip),
      rival: seconds(theirs.median),
    },
    {
      what: `${a} end to screen, 95 of 100`,
      value: seconds(ours.high),
      unit: 's',
      atMost: seconds(1.05 * intervalMs + ours.trip),
      rival: seconds(theirs.high),
    },
    { what: `${a} most at once`, value: ours.atOnce, atMost: 12, rival: theirs.atOnce },
    { what: `${a} most in any second`, value: ours.inASecond, atMost: 100, rival: theirs.inASecond },
    { what: `${a} requests after a call's end`, value: ours.afterEnd, atMost: 0, rival: theirs.afterEnd },
    {
      what: `${a} requests in 10 min after the last end`,
      value: ours.afterAll,
      atMost: 0,
      rival: theirs.afterAll,
    },
    {
      what: `${b} end to screen, 95 of 100`,
      value: seconds(crowd.high),
      unit: 's',
      atMost: seconds(1.1 * PERIOD_MS),
      rival: theirCrowd.over ? seconds(theirCrowd.high) : cut,
      note: `${crowd.lags} of ${crowd.due} ends seen`,
    },
    {
      what: `${b} least share of the mean`,
      value: crowd.least,
      atLeast: 0.8,
      rival: theirCrowd.over ? theirCrowd.least : cut,
      note: `${crowd.answers} answers`,
    },
    { what: `${b} most at once`, value: crowd.atOnce, atMost: AT_ONCE, rival: theirCrowd.atOnce },
    { what: `${b} most in any second`, value: crowd.inASecond, atMost: RATE, rival: theirCrowd.inASecond },
    {
      what: `${b} requests after a call's end`,
      value: crowd.afterEnd,
      atMost: 0,
      rival: theirCrowd.afterEnd,
    },
    ...(await quiet(lab)),
    ...(await capped(lab)),
  ];
};
