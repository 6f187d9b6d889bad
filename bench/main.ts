import { books } from './books.ts';
import { bulk } from './bulk.ts';
import { day } from './day.ts';
import { openLab, type Lab } from './lab.ts';
import { politeness } from './politeness.ts';
import { size } from './size.ts';
import { report, type Line } from './table.ts';
import { tabs } from './tabs.ts';

const BENCHES: { [name: string]: (lab: Lab) => Promise<Line[]> } = {
  politeness,
  size,
  day,
  tabs,
  bulk,
  books,
};

/** Runs the bench that is named, or all of them; the result is the exit code. */
export const main = async (names: readonly string[]): Promise<number> => {
  const chosen = names.length > 0 ? names : Object.keys(BENCHES);
  const unknown = chosen.find((name) => !Object.hasOwn(BENCHES, name));
  if (unknown !== undefined) {
    process.stderr.write(`There is no bench ${unknown}. There are: ${Object.keys(BENCHES).join(', ')}\n`);
    return 2;
  }
  const lab = await openLab();
  let allMet = true;
  try {
    for (const name of chosen) {
      const begun = Date.now();
      const lines = await BENCHES[name]?.(lab);
      process.stdout.write(`\n${name}, ${Math.round((Date.now() - begun) / 1000)} s\n\n`);
      if (!(await report(name, lines ?? []))) allMet = false;
    }
  } finally {
    await lab.close();
  }
  return allMet ? 0 : 1;
};
