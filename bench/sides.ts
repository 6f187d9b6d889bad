import { buildFloor, type Lab } from './lab.ts';
import { progress, type BenchOptions, type Line } from './report.ts';
import { openStage } from './stage.ts';
import { prepareSide, type Side, type SideName } from './visit.ts';

/** By what is measured and by side. */
type Measured = Map<string, Partial<Record<SideName, number[]>>>;

export type Aim = {
  what: string;
  unit: string;
  atMost: number;
  /** A multiple of the floor, or a number of the unit. */
  by: 'floor' | 'itself';
};

/** NaN without values, so that an aim is missed. */
const medianOf = (values: readonly number[] = []): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? Number.NaN;

const SIDES: readonly SideName[] = ['console', 'floor', 'before'];

/** Such as `console 245 ms (230 to 260), floor 136 ms (131 to 140)`. */
const toLine = (measured: Measured, { what, unit, atMost, by }: Aim): Line => {
  const found = measured.get(what) ?? {};
  const base = by === 'floor' ? medianOf(found.floor) : 1;
  const notes = SIDES.flatMap((side) => {
    const values = found[side];
    if (!values) return [];
    const [median, least, most] = [medianOf(values), Math.min(...values), Math.max(...values)].map((value) =>
      value.toLocaleString('en', { maximumSignificantDigits: 3 }),
    );
    const ratio = side === 'before' && by === 'floor' ? `, ${(medianOf(values) / base).toFixed(2)} ×` : '';
    return [`${side} ${median} ${unit} (${least} to ${most})${ratio}`];
  });
  const value = medianOf(found.console) / base;
  return { what, value, unit: by === 'floor' ? '×' : unit, atMost, note: notes.join('; ') };
};

/** Serves the console, the floor if an aim names it, and an earlier build if there is one. */
const openSides = async (lab: Lab, { before }: BenchOptions, hasFloor: boolean): Promise<Side[]> => {
  const builds: [SideName, string][] = [['console', lab.dist]];
  if (hasFloor) builds.unshift(['floor', await buildFloor()]);
  if (before !== undefined) builds.push(['before', before]);
  const sides: Side[] = [];
  for (const [name, dist] of builds) sides.push(await prepareSide(lab, name, await openStage(dist)));
  return sides;
};

export type Add = (what: string, ...values: number[]) => void;

/** Does the steps again and again. The sides take turns at each step, so that a busy moment hits them alike. */
export const inRounds = async (
  lab: Lab,
  options: BenchOptions,
  aims: readonly Aim[],
  steps: Record<string, (side: Side, add: Add) => Promise<void>>,
): Promise<Line[]> => {
  const measured: Measured = new Map();
  const sides = await openSides(
    lab,
    options,
    aims.some(({ by }) => by === 'floor'),
  );
  try {
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const [name, step] of Object.entries(steps)) {
        progress(`round ${round} of ${options.rounds}: ${name}`);
        for (const side of round % 2 === 0 ? sides.toReversed() : sides) {
          await step(side, (what, ...values) => {
            const known = measured.get(what) ?? {};
            measured.set(what, { ...known, [side.name]: [...(known[side.name] ?? []), ...values] });
          });
        }
      }
    }
  } finally {
    await Promise.all(sides.map(({ stage }) => stage.close()));
  }
  return aims.map((aim) => toLine(measured, aim));
};
