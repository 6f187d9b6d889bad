import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';

export type Line = {
  what: string;
  value: number;
  unit?: string;
  atMost?: number;
  atLeast?: number;
  note?: string;
};

export type BenchOptions = {
  rounds: number;
  /** The directory of an earlier build, to compare with. */
  before?: string;
  /** Measures only names that contain this. */
  only: string;
};

/** What a bench has found so far, so that it is printed when interrupted, too. */
export type Report = { lines: () => readonly Line[] };

const format = (value: number, unit = ''): string =>
  `${value.toLocaleString('en', { maximumSignificantDigits: value >= 1000 ? 6 : 3 })} ${unit}`.trim();

const formatAim = ({ atMost, atLeast, unit }: Line): string => {
  if (atMost !== undefined) return atMost === 0 ? 'none' : `≤ ${format(atMost, unit)}`;
  return atLeast === undefined ? '' : `≥ ${format(atLeast, unit)}`;
};

/** Undefined without an aim. NaN misses every aim. */
const isMet = ({ value, atMost, atLeast }: Line): boolean | undefined => {
  if (atMost !== undefined) return value <= atMost;
  return atLeast === undefined ? undefined : value >= atLeast;
};

const VERDICTS = { true: 'pass', false: 'FAIL', undefined: '' } as const;

const begun = Date.now();

export const progress = (what: string): void => {
  process.stderr.write(`${Math.round((Date.now() - begun) / 1000)} s: ${what}\n`);
};

/** Prints the lines and writes them to `bench/out/NAME.json`. Returns whether every aim is met. */
export const print = async (name: string, lines: readonly Line[]): Promise<boolean> => {
  for (const line of lines) {
    const verdict = VERDICTS[`${isMet(line)}`];
    const aim = formatAim(line);
    process.stdout.write(
      `${verdict.padEnd(4)}  ${line.what}: ${format(line.value, line.unit)}${aim && ` (${aim})`}${line.note ? `  ${line.note}` : ''}\n`,
    );
  }
  const missed = lines.filter((line) => isMet(line) === false).map(({ what }) => what);
  const load = loadavg().map((each) => Number(each.toFixed(1)));
  const machine = { cpu: cpus()[0]?.model.trim() ?? '', cores: cpus().length, load, node: process.version };
  const content = {
    bench: name,
    at: new Date().toISOString(),
    machine,
    met: missed.length === 0,
    lines: lines.map((line) => ({ ...line, met: isMet(line) })),
  };
  await mkdir('bench/out', { recursive: true });
  await writeFile(`bench/out/${name}.json`, `${JSON.stringify(content, null, 2)}\n`);
  const verdict = missed.length === 0 ? 'every aim met' : `${missed.length} missed: ${missed.join('; ')}`;
  process.stdout.write(`\n${name}: ${verdict}. Load ${load.join(', ')} on ${machine.cores} cores.\n`);
  return missed.length === 0;
};
