import type { Lab } from './lab.ts';
import {
  deepLink,
  interact,
  INTERACTIONS,
  loadOnPhone,
  LOADS,
  loadWarm,
  pressWatch,
  WARM,
  type LoadName,
} from './load-measures.ts';
import { progress, type BenchOptions, type Report } from './report.ts';
import { addTo, inRounds, type Aim, type Measured } from './sides.ts';
import type { Side } from './visit.ts';

/** Times of the floor that the largest paint may take, on a phone. */
const LOAD_AIMS: Record<LoadName, number> = {
  'sign-in': 1,
  provider: 1.25,
  webhooks: 1.25,
  calls: 1.25,
  'calls, silent': 1.5,
};

const STATUS = 'deep link to a painted status';
const PRESS = 'press "Watch" to painted status';

/** Times slower than this processor: a desk, and a slow computer. */
const PROCESSORS = [1, 4];

const ofWarm = (name: string, slower: number): string =>
  `warm to the first field, ${name}${slower > 1 ? `, processor ${slower} times slower` : ''}`;
const ofLoad = (name: string): string => `largest paint, ${name}`;
const ofWork = (name: string): string => `main thread until idle, ${name}`;
const ofInteraction = (name: string): string => `interaction to next paint, ${name}`;

const timesFloor = (what: string, atMost: number): Aim => ({ what, unit: 'ms', atMost, by: 'floor' });

const AIMS: Aim[] = [
  ...PROCESSORS.flatMap((slower) => WARM.map((name) => timesFloor(ofWarm(name, slower), 1.3))),
  ...Object.entries(LOAD_AIMS).map(([name, atMost]) => timesFloor(ofLoad(name), atMost)),
  ...Object.keys(LOAD_AIMS).map((name) => timesFloor(ofWork(name), 2)),
  timesFloor(STATUS, 1.4),
  timesFloor(PRESS, 1.2),
  ...INTERACTIONS.map((name) => timesFloor(ofInteraction(name), 1.4)),
];

/** One round of everything; the sides take turns at each thing, so that a busy moment hits them alike. */
const runRound = async (lab: Lab, sides: readonly Side[], measured: Measured): Promise<void> => {
  const each = async (
    what: string,
    work: (side: Side, add: (what: string, ...values: number[]) => void) => Promise<void>,
  ): Promise<void> => {
    progress(what);
    for (const side of sides) await work(side, (of, ...values) => addTo(measured, of, side.name, ...values));
  };
  for (const name of Object.keys(LOADS) as LoadName[]) {
    await each(ofLoad(name), async (side, add) => {
      const { largestMs, workMs } = await loadOnPhone(lab, side, name);
      add(ofLoad(name), largestMs);
      add(ofWork(name), workMs);
    });
  }
  for (const slower of PROCESSORS) {
    await each(`warm, processor ${slower} times slower`, async (side, add) => {
      const times = await loadWarm(lab, side, slower);
      for (const name of WARM) add(ofWarm(name, slower), ...times[name]);
    });
  }
  await each(STATUS, async (side, add) => add(STATUS, await deepLink(lab, side)));
  await each(PRESS, async (side, add) => add(PRESS, await pressWatch(lab, side)));
  await each('interactions', async (side, add) => {
    const found = await interact(lab, side);
    for (const name of INTERACTIONS) add(ofInteraction(name), ...found[name]);
  });
};

export const load = (lab: Lab, options: BenchOptions, report: Report): Promise<void> =>
  inRounds(lab, { options, report, aims: AIMS }, (sides, measured) => runRound(lab, sides, measured));
