export type CsvCell = string | number | undefined;

// What spreadsheets take for a formula, full-width forms and leading blanks included; and what they drop before one.
const FORMULA = /^(?:[\t\r\n\0]|\s*[=+\-@＝＋－＠])/u;

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
