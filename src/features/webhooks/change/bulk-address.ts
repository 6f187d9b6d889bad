import { BASE } from '#src/lib/base.ts';
import { isRecord } from '#src/lib/is-record.ts';

export const ONE_PATH = `${BASE}webhooks`;

export const BULK_PATH = `${ONE_PATH}/bulk`;

/** Shows the input even while a run is under way. */
export const NEW_PATH = `${BULK_PATH}/new`;

export const getRunPath = (runId: string): string => `${BULK_PATH}/${encodeURIComponent(runId)}`;

export const parseBulkPath = (
  path: string,
): { kind: 'bulk' } | { kind: 'new' } | { kind: 'run'; runId: string } | undefined => {
  const bare = path.replace(/\/$/, '');
  if (bare === BULK_PATH) return { kind: 'bulk' };
  if (bare === NEW_PATH) return { kind: 'new' };
  if (!bare.startsWith(`${BULK_PATH}/`)) return undefined;
  const part = bare.slice(BULK_PATH.length + 1);
  try {
    return { kind: 'run', runId: decodeURIComponent(part) };
  } catch {
    // Not an address of the console: no run has this ID.
    return { kind: 'run', runId: part };
  }
};

/** History state: the user has just begun something there, so the page takes the focus. */
export const BEGUN = { isJustBegun: true };

export const isJustBegun = (state: unknown): boolean => isRecord(state) && state['isJustBegun'] === true;
