export type CsvCell = string | number | undefined;

// What spreadsheets take for a formula, full-width forms and leading blanks included; and what they drop before one.
// With apostrophes before it as well, so that each guard can be told from a text that begins with one.
const FORMULA = /^'*(?:[\t\r\n\0]|\s*[=+\-@＝＋－＠])/u;
// Where a spreadsheet that splits at semicolons or tabs begins a cell, with a formula in it. It does so within quotes as
// well, since to it they do not stand at the beginning of a cell (OWASP, CSV injection).
const SPLIT = /([;\t\r\n])(?='*(?:[^\S\t\r\n]|\0)*[=+\-@＝＋－＠])/gu;
const GUARDED_SPLIT = /([;\t\r\n])'(?='*(?:[^\S\t\r\n]|\0)*[=+\-@＝＋－＠])/gu;

const guarded = (text: string): string => `${FORMULA.test(text) ? "'" : ''}${text.replaceAll(SPLIT, "$1'")}`;

const cellText = (cell: CsvCell): string => {
  if (cell === undefined) return '';
  const text = typeof cell === 'number' ? String(cell) : guarded(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * Rows as CSV (RFC 4180, CRLF after every row). What a spreadsheet would run as a formula gets an apostrophe before it,
 * also within a text; numbers stay numbers, also negative ones.
 */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');

/** A cell without an apostrophe before a formula at its beginning, whoever put it there. */
export const removeFirstGuard = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

/** The text that {@link toCsv} was given, without the apostrophes that it puts before formulas. */
export const removeGuards = (cell: string): string => removeFirstGuard(cell.replaceAll(GUARDED_SPLIT, '$1'));
