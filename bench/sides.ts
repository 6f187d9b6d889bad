import { lineFor, type Aim, type Measured } from './compare.ts';
import type { Lab } from './lab.ts';
import { busyShare, describeMachine } from './machine.ts';
import { openConsole, openFloor, type Stage } from './stage.ts';
import { progress, type BenchOptions, type Result } from './table.ts';
import { prepareSide, type Side, type SideName } from './visit.ts';

/** Builds and serves the floor, the console and, if one is named, an earlier build. */
const openSides = async (lab: Lab, { before }: BenchOptions): Promise<Side[]> => {
  const stages: [SideName, Stage][] = [
    ['floor', await openFloor()],
    ['console', await openConsole(lab.dist)],
  ];
  if (before !== undefined) stages.push(['before', await openConsole(before)]);
  const sides: Side[] = [];
  for (const [name, stage] of stages) sides.push(await prepareSide(lab, name, stage));
  return sides;
};

export const inRounds = async (
  lab: Lab,
  options: BenchOptions,
  aims: readonly Aim[],
  runRound: (sides: readonly Side[], measured: Measured) => Promise<void>,
): Promise<Result> => {
  const sides = await openSides(lab, options);
  const measured: Measured = new Map();
  const busy: number[] = [];
  try {
    for (let round = 1; round <= options.rounds; round += 1) {
      busy.push(await busyShare());
      progress(`round ${round} of ${options.rounds}`);
      await runRound(round % 2 === 0 ? sides.toReversed() : sides, measured);
    }
  } finally {
    await Promise.all(sides.map(({ stage }) => stage.close()));
  }
  return {
    lines: aims.map((aim) => lineFor(measured, aim)),
    against: 'floor',
    facts: { rounds: options.rounds, busy },
    remark: describeMachine(busy),
  };
};
