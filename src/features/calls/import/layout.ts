import { columnName, headsOf, type Separator } from '#src/lists/rows.ts';

/** Which values are read as IDs: those of one column, counted from 0, or every value of the text. */
export type Choice = {
  column: number | 'every';
  hasHeader: boolean;
  /** IDs are taken without their characters that can't be seen. */
  dropsInvisible?: boolean;
};

/** How a text is laid out, as far as its beginning shows. A plain list has no separator and no rows. */
export type Layout = {
  separator: Separator | undefined;
  /** The first rows, none of them blank. */
  rows: readonly (readonly string[])[];
  columns: number;
  guess: Choice;
};

const FIRST_LINE_CHARACTERS = 2 ** 16;
const MOST_COLUMNS = 100;

// What a column of call IDs is called, the most telling first; letters and digits alone.
const NAMES = 'callid callids callsid calluuid callidentifier calls call sid uuid id ids identifier'.split(
  ' ',
);

const rankOf = (name: string): number => NAMES.indexOf(columnName(name));

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

/** How much a value looks like an ID, from 0 to 1: no sentence, date, time, phone number or amount. */
const likeness = (value: string): number => {
  if (
    !/^[^\s@+]+$/.test(value) ||
    /^\d+[-./:]\d+[-./:]\d+([T ]|$)|^\d+:\d+$|^-?\d{1,6}([.,]\d*)?$/.test(value)
  )
    return 0;
  return /\d/.test(value) && value.length > 5 ? 1 : 0.3;
};

type Shape = { score: number; length: number };

const shapeOf = (cells: readonly string[]): Shape => {
  const values = cells.map((cell) => cell.trim()).filter((value) => value !== '');
  const isUnique = new Set(values).size / (values.length || 1);
  return {
    score: (mean(values.map(likeness)) * isUnique * values.length) / (cells.length || 1),
    length: mean(values.map((value) => value.length)),
  };
};

const hasDigits = (cells: readonly string[]): boolean =>
  cells.length > 0 && mean(cells.map((cell) => (/\d/.test(cell) ? 1 : 0))) > 0.8;

/** Rows of one kind throughout, such as IDs written side by side. */
const isAlike = (shapes: readonly Shape[]): boolean =>
  (['score', 'length'] as const).every((key) => {
    const values = shapes.map((shape) => shape[key]);
    return Math.min(...values) >= 0.8 * Math.max(...values);
  });

const guessOf = (rows: readonly (readonly string[])[], columns: number): Choice => {
  const [first = [], ...rest] = rows;
  const column = (at: number) => rest.map((row) => row[at] ?? '');
  const all = Array.from({ length: columns }, (_, at) => at);
  const [named] = all
    .filter((at) => rankOf(first[at] ?? '') >= 0)
    .toSorted((a, b) => rankOf(first[a] ?? '') - rankOf(first[b] ?? ''));
  if (named !== undefined) return { column: named, hasHeader: true };
  const hasHeader = first.every((cell) => /^\D+$/.test(cell)) && all.some((at) => hasDigits(column(at)));
  const shapes = all.map((at) => shapeOf(column(at)));
  if (!hasHeader && isAlike(shapes)) return { column: 'every', hasHeader };
  const best = all.toSorted((a, b) => {
    const [left, right] = [shapes[a], shapes[b]];
    return left && right ? right.score - left.score || right.length - left.length : 0;
  });
  return { column: best[0] ?? 'every', hasHeader };
};

/** Looks at the beginning of a text: whether it has columns, and which of them holds the IDs. */
export const layoutOf = (text: string): Layout => {
  const [best] = headsOf(text)
    .filter(
      ({ separator, rows, columns, share }) =>
        separator !== 'blank' &&
        rows.length > 1 &&
        rows[0]?.length === columns &&
        columns <= MOST_COLUMNS &&
        share > 0.8,
    )
    .toSorted((a, b) => b.share - a.share || b.columns - a.columns);
  const isFilled = (at: number) => best?.rows.some((row) => (row[at] ?? '').trim() !== '');
  if (best && Array.from({ length: best.columns }, (_, at) => at).filter(isFilled).length > 1) {
    const { separator, rows, columns } = best;
    return { separator, rows, columns, guess: guessOf(rows, columns) };
  }
  const [line = ''] = text
    .slice(0, FIRST_LINE_CHARACTERS)
    .trimStart()
    .split(/[\r\n]/, 1);
  return {
    separator: undefined,
    rows: [],
    columns: 0,
    guess: { column: 'every', hasHeader: rankOf(line) >= 0 },
  };
};
