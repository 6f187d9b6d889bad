export type CsvCell = string | number | undefined;

// What spreadsheets take for a formula, full-width forms and leading blanks included; and what they drop before one.
// With apostrophes before it as well, so that each guard can be told from a text that begins with one.
const FORMULA = /^'*(?:[\t\r\n\0]|\s*[=+\-@＝＋－＠])/u;

const cellText = (cell: CsvCell): string => {
  if (cell === undefined) return '';
  const text = typeof cell === 'number' ? String(cell) : FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * Rows as CSV (RFC 4180, CRLF after every row). A text that a spreadsheet would run as a formula gets a leading
 * apostrophe; numbers stay numbers, also negative ones.
 */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');

/** The text that {@link toCsv} was given, without the apostrophe that it puts before a formula. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
