import type { Lab } from './lab.ts';
import { progress, type BenchOptions, type Line, type Report } from './report.ts';
import { openStage, openFloor, type Stage } from './stage.ts';
import { prepareSide, type Side, type SideName } from './visit.ts';

/** By what is measured and by side. */
export type Measured = Map<string, Partial<Record<SideName, number[]>>>;

export const addTo = (measured: Measured, what: string, side: SideName, ...values: number[]): void => {
  const sides = measured.get(what) ?? {};
  measured.set(what, { ...sides, [side]: [...(sides[side] ?? []), ...values] });
};

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

/** Builds and serves the console, the floor if an aim names it, and an earlier build if there is one. */
const openSides = async (lab: Lab, { before }: BenchOptions, hasFloor: boolean): Promise<Side[]> => {
  const stages: [SideName, Stage][] = [['console', await openStage(lab.dist)]];
  if (hasFloor) stages.unshift(['floor', await openFloor()]);
  if (before !== undefined) stages.push(['before', await openStage(before)]);
  const sides: Side[] = [];
  for (const [name, stage] of stages) sides.push(await prepareSide(lab, name, stage));
  return sides;
};

export const inRounds = async (
  lab: Lab,
  { options, report, aims }: { options: BenchOptions; report: Report; aims: readonly Aim[] },
  runRound: (sides: readonly Side[], measured: Measured) => Promise<void>,
): Promise<void> => {
  const measured: Measured = new Map();
  report.lines = () => aims.map((aim) => toLine(measured, aim));
  const sides = await openSides(
    lab,
    options,
    aims.some(({ by }) => by === 'floor'),
  );
  try {
    for (let round = 1; round <= options.rounds; round += 1) {
      progress(`round ${round} of ${options.rounds}`);
      await runRound(round % 2 === 0 ? sides.toReversed() : sides, measured);
    }
  } finally {
    await Promise.all(sides.map(({ stage }) => stage.close()));
  }
};
