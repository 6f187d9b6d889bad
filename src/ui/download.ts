import { toCsv, type CsvCell } from '#src/lib/csv.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';

/** Browsers read the file after the click. */
const REVOKE_AFTER_MS = 10_000;

const TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json' };

/** The file's name ends with the time in UTC. */
const download = (parts: readonly string[], name: string, format: keyof typeof TYPES): void => {
  const url = URL.createObjectURL(new Blob([...parts], { type: TYPES[format] }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
};

/**
 * Begins with a byte order mark: without it spreadsheets read the text in the local code page. `what` was exported, such as
 * `3 calls`.
 */
export const downloadCsv = (
  rows: readonly (readonly CsvCell[])[],
  name: string,
  what: string,
  separator?: string,
): void => {
  download([`\uFEFF${toCsv(rows, separator)}`], name, 'csv');
  showToast({ tone: 'ok', text: `${what} exported` });
};
