import { parseArgs } from 'node:util';
import { books } from './books.ts';
import { calm } from './calm.ts';
import { buildOf, openLab, type Lab } from './lab.ts';
import { load } from './load.ts';
import { politeness } from './politeness.ts';
import { report, type BenchOptions, type Line, type Result } from './table.ts';

const BENCHES: { [name: string]: (lab: Lab, options: BenchOptions) => Promise<Line[] | Result> } = {
  load,
  calm,
  politeness,
  books,
};

export const main = async (words: string[]): Promise<number> => {
  const { positionals: names, values } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '3' },
      before: { type: 'string' },
      only: { type: 'string' },
    },
  });
  const chosen = names.length > 0 ? names : Object.keys(BENCHES);
  const unknown = chosen.find((name) => !Object.hasOwn(BENCHES, name));
  if (unknown !== undefined) {
    process.stderr.write(`There is no bench ${unknown}. There are: ${Object.keys(BENCHES).join(', ')}\n`);
    return 2;
  }
  const { only } = values;
  const before = values.before === undefined ? undefined : buildOf(values.before);
  if (!/^[1-9]\d*$/.test(values.rounds)) {
    process.stderr.write(`${values.rounds} is no number of rounds.\n`);
    return 2;
  }
  const options: BenchOptions = {
    rounds: Number(values.rounds),
    ...(before !== undefined && { before }),
    ...(only !== undefined && { only }),
  };
  const lab = await openLab();
  let allMet = true;
  try {
    for (const name of chosen) {
      const begun = Date.now();
      const found = (await BENCHES[name]?.(lab, options)) ?? [];
      process.stdout.write(`\n${name}, ${Math.round((Date.now() - begun) / 1000)} s\n\n`);
      const result = Array.isArray(found) ? { lines: found } : found;
      if (!(await report(name, result))) allMet = false;
    }
  } finally {
    await lab.close();
  }
  return allMet ? 0 : 1;
};
