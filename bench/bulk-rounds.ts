import { sendInALoop, keepTimings, readDepartures, spanOf } from './bulk-loop.ts';
import { begin, check, newProfile, openBulk, pressedAt, untilFinished, type Pair } from './bulk-screen.ts';
import { percentile } from './figures.ts';
import type { Lab } from './lab.ts';
import { progress, type Line } from './table.ts';

const PAIRS = 2000;
const AT_ONCE = 4;
const SERVICE_MS = 50;
const ROUNDS = 3;
/** High enough that only the concurrency limits the run. */
const api = { maxConcurrentWrites: AT_ONCE, maxRequestsPerSecond: 200 };

/** Each round has its own delay: preflights are not cached from an earlier round. */
const pairsOf = (round: string): Pair[] =>
  Array.from({ length: PAIRS }, (_, at) => ({
    campaignId: `cmp-${round}-${String(at % 40).padStart(2, '0')}`,
    webhookId: `slow-${SERVICE_MS}-${round}-${String(at).padStart(5, '0')}`,
  }));

const loop = async (lab: Lab, round: string): Promise<{ ms: number; wireMs: number }> => {
  const context = await newProfile(lab);
  const screen = await openBulk(lab, context, { name: `Loop ${round}`, api, prepare: keepTimings });
  const ms = await sendInALoop(screen, pairsOf(round), AT_ONCE);
  const departures = await readDepartures(screen);
  await context.close();
  if (departures.length !== PAIRS) throw new Error(`The loop sent ${departures.length} requests`);
  return { ms, wireMs: spanOf(departures) };
};

const run = async (lab: Lab, round: string) => {
  const context = await newProfile(lab);
  const screen = await openBulk(lab, context, { name: `Run ${round}`, api, prepare: keepTimings });
  const { page } = screen;
  await check(page, pairsOf(round));
  await begin(page, PAIRS);
  const { counts, finishedAt = Number.NaN, activeMs } = await untilFinished(page);
  const [pressed, departures] = [await pressedAt(page), await readDepartures(screen)];
  await context.close();
  return {
    ms: finishedAt - pressed,
    activeMs,
    wireMs: spanOf(departures),
    requests: departures.length,
    accepted: counts.accepted,
  };
};

const median = (values: readonly number[]): number => percentile(values, 0.5);
const all = (values: readonly number[]): string => values.map((ms) => (ms / 1000).toFixed(2)).join(' ');

export const loopLines = async (lab: Lab): Promise<Line[]> => {
  const loops: Awaited<ReturnType<typeof loop>>[] = [];
  const runs: Awaited<ReturnType<typeof run>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    progress(`${PAIRS} pairs in a loop, round ${round + 1}`);
    loops.push(await loop(lab, `l${round}`));
    progress(`${PAIRS} pairs by the console, round ${round + 1}`);
    runs.push(await run(lab, `c${round}`));
  }
  const [loopMs, loopWireMs] = [loops.map(({ ms }) => ms), loops.map(({ wireMs }) => wireMs)];
  const [runMs, wireMs] = [runs.map(({ ms }) => ms), runs.map(({ wireMs: span }) => span)];
  const activeMs = runs.map((one) => one.activeMs);
  const what = `${PAIRS.toLocaleString('en')} pairs, ${SERVICE_MS} ms, ${AT_ONCE} at once:`;
  return [
    { what: `${what} a bare loop`, value: median(loopMs) / 1000, unit: 's', note: all(loopMs) },
    {
      what: `${what} the run, from the press to the last line in the books`,
      value: median(runMs) / 1000,
      unit: 's',
      note: `${all(runMs)}; sending by the books ${all(activeMs)}`,
    },
    { what: `${what} run by loop`, value: median(runMs) / median(loopMs), atMost: 1.15 },
    {
      what: `${what} run by loop on the wire, first request to last answer`,
      value: median(wireMs) / median(loopWireMs),
      atMost: 1.15,
      note: `${all(wireMs)} by ${all(loopWireMs)}`,
    },
    {
      what: `${what} accepted`,
      value: Math.min(...runs.map(({ accepted }) => accepted)),
      atLeast: PAIRS,
      note: `${runs.map(({ requests }) => requests).join(' ')} requests`,
    },
  ];
};
