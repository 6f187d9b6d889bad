import { parseArgs } from 'node:util';
import { books } from './books.ts';
import { bulk } from './bulk.ts';
import { calm } from './calm.ts';
import { day } from './day.ts';
import { openLab, type Lab } from './lab.ts';
import { load } from './load.ts';
import { writePerformance } from './performance.ts';
import { politeness } from './politeness.ts';
import { size } from './size.ts';
import { report, type BenchOptions, type Line, type Result } from './table.ts';
import { tabs } from './tabs.ts';

const BENCHES: { [name: string]: (lab: Lab, options: BenchOptions) => Promise<Line[] | Result> } = {
  load,
  calm,
  politeness,
  size,
  day,
  tabs,
  bulk,
  books,
};

/** Runs the bench that is named, or all of them; the result is the exit code. */
export const main = async (words: string[]): Promise<number> => {
  const { positionals: names, values } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '3' }, before: { type: 'string' } },
  });
  if (names.length === 1 && names[0] === 'report') return writePerformance();
  const chosen = names.length > 0 ? names : Object.keys(BENCHES);
  const unknown = chosen.find((name) => !Object.hasOwn(BENCHES, name));
  if (unknown !== undefined) {
    process.stderr.write(
      `There is no bench ${unknown}. There are: ${Object.keys(BENCHES).join(', ')}, and report\n`,
    );
    return 2;
  }
  const { before } = values;
  if (!/^[1-9]\d*$/.test(values.rounds)) {
    process.stderr.write(`${values.rounds} is no number of rounds.\n`);
    return 2;
  }
  const options: BenchOptions = {
    rounds: Number(values.rounds),
    ...(before !== undefined && { before }),
  };
  const lab = await openLab();
  let allMet = true;
  try {
    for (const name of chosen) {
      const begun = Date.now();
      const found = (await BENCHES[name]?.(lab, options)) ?? [];
      process.stdout.write(`\n${name}, ${Math.round((Date.now() - begun) / 1000)} s\n\n`);
      const result = Array.isArray(found) ? { lines: found, against: 'useQueries' } : found;
      if (!(await report(name, result))) allMet = false;
    }
  } finally {
    await lab.close();
  }
  return allMet ? 0 : 1;
};
