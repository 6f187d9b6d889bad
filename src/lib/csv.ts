export const SEPARATORS = ['\t', ';', '|', ','] as const;
export type Separator = (typeof SEPARATORS)[number];

export const MAX_COLUMNS = 100;

export type CsvCell = string | number | undefined;

// Spreadsheets run these as formulas, also with full-width signs, leading blanks and characters that they drop. Leading
// apostrophes match too, so that removing a guard restores a text that began with one.
const FORMULA = /^'*(?:[\t\r\n\0]|\s*[=+\-@＝＋－＠])/u;
// Some spreadsheets start a new cell at a semicolon, tab or line break, even within quotes (OWASP, CSV injection).
const SPLIT = /([;\t\r\n])(?='*(?:[^\S\t\r\n]|\0)*[=+\-@＝＋－＠])/gu;
const GUARDED_SPLIT = /([;\t\r\n])'(?='*(?:[^\S\t\r\n]|\0)*[=+\-@＝＋－＠])/gu;

const guardFormulas = (text: string): string =>
  `${FORMULA.test(text) ? "'" : ''}${text.replaceAll(SPLIT, "$1'")}`;

const formatCell = (cell: CsvCell, separator: string): string => {
  if (cell === undefined) return '';
  const text = typeof cell === 'number' ? String(cell) : guardFormulas(cell);
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Leaves out a column that has values in some configurations only. */
export const omitEmptyColumn = (rows: readonly (readonly CsvCell[])[], heading: string): CsvCell[][] => {
  const column = rows[0]?.lastIndexOf(heading) ?? -1;
  const isEmpty = rows.slice(1).every((row) => row[column] === undefined);
  return rows.map((row) => (isEmpty ? row.filter((_cell, at) => at !== column) : [...row]));
};

/** RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe; negative numbers stay numbers. */
export const toCsv = (rows: readonly (readonly CsvCell[])[], separator = ','): string =>
  rows.map((row) => `${row.map((cell) => formatCell(cell, separator)).join(separator)}\r\n`).join('');

export const removeFirstGuard = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

export const removeGuards = (cell: string): string => removeFirstGuard(cell.replaceAll(GUARDED_SPLIT, '$1'));
