import type { Lab } from './lab.ts';
import { openConsole, openFloor, type Stage } from './stage.ts';
import type { BenchOptions } from './table.ts';
import { prepareSide, type Side, type SideName } from './visit.ts';

export type Sides = { all: Side[]; close: () => Promise<void> };

/** Builds and serves what is compared: the floor, the console as it is, and an earlier build of it where one is named. */
export const openSides = async (lab: Lab, { before }: BenchOptions): Promise<Sides> => {
  const stages: [SideName, Stage][] = [
    ['floor', await openFloor()],
    ['console', await openConsole(lab.dist)],
  ];
  if (before !== undefined) stages.push(['before', await openConsole(before)]);
  const all: Side[] = [];
  for (const [name, stage] of stages) all.push(await prepareSide(lab, name, stage));
  return {
    all,
    close: async () => {
      await Promise.all(stages.map(([, stage]) => stage.close()));
    },
  };
};
