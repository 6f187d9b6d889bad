import { checkLines, runLines } from './bulk-many.ts';
import { loopLines } from './bulk-rounds.ts';
import type { Lab } from './lab.ts';
import type { Line } from './table.ts';

export const bulk = async (lab: Lab): Promise<Line[]> => [
  ...(await loopLines(lab)),
  ...(await checkLines(lab)),
  ...(await runLines(lab)),
];
