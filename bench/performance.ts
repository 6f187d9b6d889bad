import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { inWords } from './compare.ts';
import type { LoadName, Start } from './load-measures.ts';
import { describeMachine } from './machine.ts';
import { MISSED_AIMS } from './missed-aims.ts';
import { ROUND_TRIPS } from './round-trips.ts';
import { isMet, type Line } from './table.ts';
import type { SideName } from './visit.ts';
import { drawWaterfall } from './waterfall.ts';

type Written = {
  at: string;
  machine: { cpu: string; cores: number };
  rounds: number;
  busy: number[];
  starts?: { side: SideName; load: LoadName; start: Start }[];
  lines: Line[];
};

const PAGE = 'docs/performance.md';

const read = async (bench: string): Promise<Written | undefined> => {
  try {
    return JSON.parse(await readFile(`bench/out/${bench}.json`, 'utf8')) as Written;
  } catch {
    return undefined;
  }
};

const cell = (line: Line, side: SideName): string => {
  const spread = line.sides?.[side];
  return spread ? inWords(spread, line.measuredIn ?? '') : '–';
};

const ratio = (line: Line, side: SideName): string => {
  const [own, floor] = [line.sides?.[side]?.median, line.sides?.floor?.median];
  return own === undefined || !floor ? '–' : `${(own / floor).toFixed(2)} ×`;
};

const aim = ({ atMost, unit = '' }: Line): string =>
  atMost === undefined ? '' : `≤ ${atMost} ${unit}`.trim();

const VERDICTS = { true: 'met', false: '**missed**', undefined: '' } as const;

const table = (lines: readonly Line[]): string[] => [
  '| Measured | Floor | Before | | Console | | Aim | |',
  '| --- | --- | --- | --- | --- | --- | --- | --- |',
  ...lines.map((line) =>
    [
      '',
      line.what,
      cell(line, 'floor'),
      cell(line, 'before'),
      ratio(line, 'before'),
      cell(line, 'console'),
      ratio(line, 'console'),
      aim(line),
      VERDICTS[`${isMet(line)}`],
      '',
    ]
      .join(' | ')
      .trim(),
  ),
];

const how = ({ at, machine, rounds, busy }: Written): string =>
  `Measured on ${at.slice(0, 10)}, ${machine.cpu}, ${machine.cores} cores, ${rounds === 1 ? 'one round' : `${rounds} rounds`}; median (least to most). ${describeMachine(busy)}`;

const reasons = (lines: readonly Line[]): string[] => {
  const missed = lines.filter((line) => isMet(line) === false);
  if (missed.length === 0) return [];
  return [
    '## Aims that are missed',
    '',
    ...missed.map(({ what }) => `- **${what}**: ${MISSED_AIMS[what] ?? 'not explained yet.'}`),
    '',
  ];
};

const PICTURES: { load: LoadName; file: string; path: string }[] = [
  { load: 'sign-in', file: 'waterfall-sign-in.svg', path: '/' },
  { load: 'open call', file: 'waterfall-call.svg', path: '/calls/<id>' },
];

const TITLES: Record<SideName, string> = { before: 'Before', console: 'Now', floor: 'Floor' };

const draw = async (starts: NonNullable<Written['starts']>): Promise<string[]> => {
  const lines: string[] = [];
  for (const { load, file, path } of PICTURES) {
    const panels = (['before', 'console'] as const).flatMap((side) => {
      const found = starts.find((one) => one.side === side && one.load === load);
      return found ? [{ title: TITLES[side], start: found.start }] : [];
    });
    if (panels.length === 0) continue;
    await writeFile(`docs/${file}`, drawWaterfall(panels));
    lines.push(
      `\`${path}\`, ${load}:`,
      '',
      `![Requests of ${path.replace('<id>', 'a call')}, before and now](${file})`,
      '',
    );
  }
  return lines;
};

const roundTrips = (): string[] => [
  '| Page | Round trips |',
  '| --- | --- |',
  ...Object.entries(ROUND_TRIPS).map(([page, count]) => `| \`${page}\` | ${count} |`),
];

/** The one line of `bulk` that stands in the aims of speed. */
const isBulkRatio = ({ what }: Line): boolean => what.endsWith('run by loop');

/** Writes docs/performance.md and its pictures from what `load`, `calm` and `bulk` measured last. */
export const writePerformance = async (): Promise<number> => {
  const [load, calm, bulk] = [await read('load'), await read('calm'), await read('bulk')];
  if (!load || !calm) {
    process.stderr.write('Measure first: npm run bench -- load calm --before DIR\n');
    return 2;
  }
  const bulkLines = bulk?.lines.filter(isBulkRatio) ?? [];
  const page = [
    '# Performance',
    '',
    '<!-- Written by `npm run bench -- report` from bench/out; change bench/performance.ts instead. -->',
    '',
    'People’s time is the budget. The console is measured beside the floor app, which is the parts that it has to be built with and nothing',
    'else ([benchmarks.md](benchmarks.md) says how), and beside an earlier build of its own. “×” is by the floor.',
    '',
    '## How soon pages stand and answer',
    '',
    how(load),
    '',
    ...table(load.lines),
    '',
    '## Under load',
    '',
    how(calm),
    '',
    ...table(calm.lines),
    '',
    ...(bulkLines.length > 0
      ? [
          '## Many pairs',
          '',
          ...bulkLines.map(
            (line) =>
              `- ${line.what}: ${line.value.toFixed(2)}${line.note ? ` (${line.note})` : ''}; aim ${aim(line)}`,
          ),
          '',
        ]
      : []),
    '## Round trips before a page is of use',
    '',
    'One after the other, with empty caches and, but for the last line, tokens at hand. The numbers stand in `bench/round-trips.ts`;',
    '`e2e/round-trips.test.ts` fails where a page takes more, and names what each one asked for.',
    '',
    ...roundTrips(),
    '',
    '## Waterfalls',
    '',
    'On a phone, by the browser’s network log; pale while the answer is awaited.',
    '',
    ...(await draw(load.starts ?? [])),
    ...reasons([...load.lines, ...calm.lines, ...bulkLines]),
  ];
  await writeFile(PAGE, `${page.join('\n').trimEnd()}\n`);
  execFileSync('npx', ['oxfmt', PAGE]);
  process.stdout.write(`${PAGE} is written.\n`);
  return 0;
};
