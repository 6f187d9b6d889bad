import { toCsv, type CsvCell } from '#src/lib/csv.ts';

/** Longer than any browser takes to take it. */
const TAKEN_MS = 10_000;

/** Hands a text, in parts or whole, to the person as a file. `type` as a MIME type. */
export const download = (parts: readonly string[], name: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_MS);
};

/**
 * Hands rows to the person as CSV, in a file of this name and today's date. It begins with a byte order mark, without which
 * spreadsheets take the text for the local code page.
 */
export const downloadCsv = (rows: readonly (readonly CsvCell[])[], name: string): void =>
  download(
    [`\uFEFF${toCsv(rows)}`],
    `${name}-${new Date().toISOString().slice(0, 10)}.csv`,
    'text/csv;charset=utf-8',
  );
