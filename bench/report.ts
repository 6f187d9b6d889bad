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

const format = (value: number, unit = ''): string =>
  `${value.toLocaleString('en', { maximumSignificantDigits: value >= 1000 ? 6 : 3 })} ${unit}`.trim();

const formatAim = ({ atMost, atLeast, unit }: Line): string => {
  if (atMost !== undefined) return atMost === 0 ? ' (none)' : ` (≤ ${format(atMost, unit)})`;
  return atLeast === undefined ? '' : ` (≥ ${format(atLeast, unit)})`;
};

/** NaN misses every aim. */
const isMet = ({ value, atMost = Infinity, atLeast = -Infinity }: Line): boolean =>
  value <= atMost && value >= atLeast;

const begun = Date.now();

export const progress = (what: string): void => {
  process.stderr.write(`${Math.round((Date.now() - begun) / 1000)} s: ${what}\n`);
};

/** Prints the lines. Returns whether every aim is met. */
export const print = (name: string, lines: readonly Line[]): boolean => {
  for (const line of lines) {
    const { what, value, unit, note = '' } = line;
    const verdict = isMet(line) ? 'pass' : 'FAIL';
    process.stdout.write(`${verdict}  ${what}: ${format(value, unit)}${formatAim(line)}  ${note}\n`);
  }
  const missed = lines.filter((line) => !isMet(line)).length;
  const load = loadavg().map((each) => each.toFixed(1));
  process.stdout.write(
    `\n${name}: ${lines.length - missed} of ${lines.length} aims met. Load ${load.join(', ')} on ${cpus().length} cores.\n`,
  );
  return missed === 0;
};
