import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';

/** One measured number, and what it must hold where there is an aim. */
export type Line = {
  what: string;
  value: number;
  unit?: string;
  /** The number must not be above this. */
  atMost?: number;
  /** The number must not be below this. */
  atLeast?: number;
  /** Words beside the number, such as how it came about. */
  note?: string;
  /** The same number of what the bench compares with: NaN where it did not come to it in its time, or words. */
  rival?: number | string;
};

export type BenchOptions = {
  rounds: number;
  /** The directory of an earlier build, to be measured beside the console as it is. */
  before?: string;
  /** Measures only what has this in its name. */
  only?: string;
};

export type Result = {
  lines: readonly Line[];
  /** What stands in the column of comparison. */
  against: string;
  /** What is written to the file beside the lines. */
  facts?: object;
  /** Said below the table. */
  remark?: string;
};

const shown = (value: number): string =>
  Number.isInteger(value) || Math.abs(value) >= 1000
    ? Math.round(value).toLocaleString('en')
    : value.toLocaleString('en', { maximumSignificantDigits: 3 });

const withUnit = (value: number, unit: string | undefined): string =>
  `${shown(value)}${unit === undefined ? '' : ` ${unit}`}`;

const aimOf = ({ atMost, atLeast, unit }: Line): string => {
  if (atMost !== undefined) return atMost === 0 ? 'none' : `≤ ${withUnit(atMost, unit)}`;
  return atLeast === undefined ? '' : `≥ ${withUnit(atLeast, unit)}`;
};

/** Whether the aim is met; undefined where there is none. A number that is none misses every aim. */
export const isMet = ({ value, atMost, atLeast }: Line): boolean | undefined => {
  if (atMost !== undefined) return value <= atMost;
  return atLeast === undefined ? undefined : value >= atLeast;
};

const VERDICTS = { true: 'pass', false: 'FAIL', undefined: '' } as const;

const rivalOf = ({ rival, unit }: Line): string => {
  if (typeof rival !== 'number') return rival ?? '';
  return Number.isNaN(rival) ? 'out of time' : withUnit(rival, unit);
};

const cellsOf = (line: Line): string[] => [
  line.what,
  withUnit(line.value, line.unit),
  aimOf(line),
  VERDICTS[`${isMet(line)}`],
  rivalOf(line),
  line.note ?? '',
];

const RIVAL_COLUMN = 4;

const print = (rows: readonly string[][]): void => {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  for (const row of rows) {
    process.stdout.write(
      `${row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  }
};

const begun = Date.now();

/** Says what is being measured, apart from the table. */
export const progress = (what: string): void => {
  process.stderr.write(`${Math.round((Date.now() - begun) / 1000)} s: ${what}\n`);
};

/** Prints the table, writes it to `bench/out/NAME.json`, and says whether every aim is met. */
export const report = async (name: string, { lines, against, facts, remark }: Result): Promise<boolean> => {
  const rows = [['', 'measured', 'aim', '', against, ''], ...lines.map(cellsOf)];
  const hasRival = lines.some(({ rival }) => rival !== undefined);
  print(hasRival ? rows : rows.map((row) => row.filter((_, at) => at !== RIVAL_COLUMN)));
  const missed = lines.filter((line) => isMet(line) === false);
  const machine = { cpu: cpus()[0]?.model.trim() ?? '', cores: cpus().length, node: process.version };
  await mkdir('bench/out', { recursive: true });
  await writeFile(
    `bench/out/${name}.json`,
    `${JSON.stringify(
      {
        bench: name,
        at: new Date().toISOString(),
        machine,
        met: missed.length === 0,
        ...facts,
        lines: lines.map((line) => ({ ...line, met: isMet(line) })),
      },
      null,
      2,
    )}\n`,
  );
  if (remark !== undefined) process.stdout.write(`\n${remark}\n`);
  process.stdout.write(
    missed.length === 0
      ? `\n${name}: every aim met\n`
      : `\n${name}: ${missed.length} missed: ${missed.map(({ what }) => what).join('; ')}\n`,
  );
  return missed.length === 0;
};
