export type CsvCell = string | number | undefined;

// What spreadsheets take for a formula, with full-width signs, leading blanks and characters that they drop. Apostrophes may
// come before it, so that a guard differs from a text that begins with one.
const FORMULA = /^'*(?:[\t\r\n\0]|\s*[=+\-@＝＋－＠])/u;
// A formula after a semicolon, tab or line break: some spreadsheets begin a cell there, even within quotes (OWASP, CSV
// injection).
const SPLIT = /([;\t\r\n])(?='*(?:[^\S\t\r\n]|\0)*[=+\-@＝＋－＠])/gu;
const GUARDED_SPLIT = /([;\t\r\n])'(?='*(?:[^\S\t\r\n]|\0)*[=+\-@＝＋－＠])/gu;

const guarded = (text: string): string => `${FORMULA.test(text) ? "'" : ''}${text.replaceAll(SPLIT, "$1'")}`;

const cellText = (cell: CsvCell): string => {
  if (cell === undefined) return '';
  const text = typeof cell === 'number' ? String(cell) : guarded(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** CSV by RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe; negative numbers stay numbers. */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');

/** Removes an apostrophe before a formula at the beginning. */
export const removeFirstGuard = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

/** Removes the apostrophes that {@link toCsv} adds. */
export const removeGuards = (cell: string): string => removeFirstGuard(cell.replaceAll(GUARDED_SPLIT, '$1'));
