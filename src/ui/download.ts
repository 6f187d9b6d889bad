import { toCsv, type CsvCell } from '#src/lib/csv.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';

/** Browsers read the file after the click. */
const REVOKE_AFTER_MS = 10_000;

/**
 * Begins with a byte order mark: without it spreadsheets read the text in the local code page. Its name ends with the time in
 * UTC. `what` was exported, such as `3 calls`.
 */
export const downloadCsv = (
  rows: readonly (readonly CsvCell[])[],
  name: string,
  what: string,
  separator?: string,
): void => {
  const text = `\uFEFF${toCsv(rows, separator)}`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
  showToast({ tone: 'ok', text: `${what} exported` });
};
