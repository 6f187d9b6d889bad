import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';

export type Line = {
  what: string;
  value: number;
  unit?: string;
  atMost?: number;
  atLeast?: number;
  /** A note beside the number. */
  note?: string;
  /** The number compared with, or words. NaN: not reached in time. */
  rival?: number | string;
};

export type BenchOptions = {
  rounds: number;
  /** The directory of an earlier build, to compare with. */
  before?: string;
  /** Measures only names that contain this. */
  only?: string;
};

export type Result = {
  lines: readonly Line[];
  /** The title of the column of comparison, if there is one. */
  against?: string;
  /** Written to the file beside the lines. */
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

/** Undefined without an aim. NaN misses every aim. */
const isMet = ({ value, atMost, atLeast }: Line): boolean | undefined => {
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

export const progress = (what: string): void => {
  process.stderr.write(`${Math.round((Date.now() - begun) / 1000)} s: ${what}\n`);
};

/** Prints the table and writes it to `bench/out/NAME.json`. Returns whether every aim is met. */
export const report = async (
  name: string,
  { lines, against = '', facts, remark }: Result,
): Promise<boolean> => {
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
