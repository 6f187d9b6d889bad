import { parseArgs } from 'node:util';
import { books } from './books.ts';
import { calm } from './calm.ts';
import { buildOf, openLab, type Lab } from './lab.ts';
import { load } from './load.ts';
import { politeness } from './politeness.ts';
import { print, type BenchOptions, type Line } from './report.ts';

type Bench = (lab: Lab, options: BenchOptions) => Promise<Line[]>;

const BENCHES: { [name: string]: Bench } = { load, calm, politeness, books };

const HELP = `npm run bench -- [NAME …] [options]

  load        how soon pages appear and react            3 min a round
  calm        what 10,000 watched calls cost a page      3 min a round
  politeness  how fast the service is asked              10 min
  books       whether log and service agree              5 min

  --rounds 3      repeats load and calm
  --before DIR    also measures another checkout or build (load, calm)
  --only TEXT     only the scenarios of politeness with this text in their name

All without a name.
`;

export const main = async (words: string[]): Promise<number> => {
  const { positionals: names, values } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '3' },
      before: { type: 'string' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  });
  const isUnknown = names.some((name) => !Object.hasOwn(BENCHES, name));
  if (values.help || isUnknown || !/^[1-9]\d*$/.test(values.rounds)) {
    process.stdout.write(HELP);
    return values.help ? 0 : 2;
  }
  const { only, before } = values;
  const options: BenchOptions = {
    rounds: Number(values.rounds),
    only,
    ...(before !== undefined && { before: buildOf(before) }),
  };
  const lab = await openLab();
  let allMet = true;
  try {
    for (const name of names.length > 0 ? names : Object.keys(BENCHES)) {
      const lines = (await BENCHES[name]?.(lab, options)) ?? [];
      if (!print(name, lines)) allMet = false;
    }
  } finally {
    await lab.browser.close();
  }
  return allMet ? 0 : 1;
};
