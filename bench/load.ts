import { addTo, type Aim, type Measured } from './compare.ts';
import type { Lab } from './lab.ts';
import {
  deepLink,
  interact,
  INTERACTIONS,
  loadOnPhone,
  loadWarm,
  LOADS,
  pressWatch,
  type LoadName,
} from './load-measures.ts';
import { inRounds } from './sides.ts';
import { progress, type BenchOptions, type Result } from './table.ts';
import type { Side } from './visit.ts';

/** Times of the floor that the largest paint may take, on a phone. */
const LOAD_AIMS: Record<LoadName, number> = {
  'sign-in': 1,
  provider: 1.25,
  webhooks: 1.25,
  calls: 1.25,
  'open call': 1.4,
  bulk: 1.4,
  'calls, silent': 1.5,
};

const STATUS = 'deep link to a painted status';
const SILENT_STATUS = `${STATUS}, silent`;
const PRESS = 'press "Watch" to painted status';

/** Times slower than this processor: a desk, and a slow computer. */
const PROCESSORS = [1, 4];

const ofWarm = (name: string, slower: number): string =>
  `warm to the first field, ${name}${slower > 1 ? `, processor ${slower} times slower` : ''}`;
const ofLoad = (name: string): string => `largest paint, ${name}`;
const ofWork = (name: string): string => `main thread until idle, ${name}`;
const ofInteraction = (name: string): string => `interaction to next paint, ${name}`;

const WARM = ['provider', 'webhooks', 'calls'] as const satisfies LoadName[];

const timesFloor = (what: string, atMost: number): Aim => ({ what, unit: 'ms', atMost, by: 'floor' });

const AIMS: Aim[] = [
  ...PROCESSORS.flatMap((slower) => WARM.map((name) => timesFloor(ofWarm(name, slower), 1.3))),
  ...Object.entries(LOAD_AIMS).map(([name, atMost]) => timesFloor(ofLoad(name), atMost)),
  ...Object.keys(LOAD_AIMS).map((name) => timesFloor(ofWork(name), 2)),
  timesFloor(STATUS, 1.4),
  timesFloor(SILENT_STATUS, 1.5),
  timesFloor(PRESS, 1.2),
  ...INTERACTIONS.map((name) => timesFloor(ofInteraction(name), 1.4)),
];

/** A desk's moments are short and vary: so many of each a round. */
const TIMES = 3;

/** One round of everything; the sides take turns at each thing, so that a busy moment hits them alike. */
const runRound = async (lab: Lab, sides: readonly Side[], measured: Measured): Promise<void> => {
  const each = async (what: string, work: (side: Side) => Promise<void>): Promise<void> => {
    progress(what);
    for (const side of sides) await work(side);
  };
  for (const name of Object.keys(LOADS) as LoadName[]) {
    await each(ofLoad(name), async (side) => {
      const { largestMs, workMs } = await loadOnPhone(lab, side, name);
      addTo(measured, ofLoad(name), side.name, [largestMs]);
      addTo(measured, ofWork(name), side.name, [workMs]);
    });
  }
  for (let time = 0; time < TIMES; time += 1) {
    for (const slower of PROCESSORS)
      for (const name of WARM)
        await each(ofWarm(name, slower), async (side) => {
          addTo(measured, ofWarm(name, slower), side.name, [await loadWarm(lab, side, name, slower)]);
        });
    await each(STATUS, async (side) => {
      addTo(measured, STATUS, side.name, [await deepLink(lab, side, 'tokens')]);
    });
    await each(SILENT_STATUS, async (side) => {
      addTo(measured, SILENT_STATUS, side.name, [await deepLink(lab, side, 'silent')]);
    });
    await each(PRESS, async (side) => {
      addTo(measured, PRESS, side.name, [await pressWatch(lab, side)]);
    });
    await each('interactions', async (side) => {
      const found = await interact(lab, side);
      for (const name of INTERACTIONS) addTo(measured, ofInteraction(name), side.name, found[name]);
    });
  }
};

export const load = (lab: Lab, options: BenchOptions): Promise<Result> =>
  inRounds(lab, options, AIMS, (sides, measured) => runRound(lab, sides, measured));
