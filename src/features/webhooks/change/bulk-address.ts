import { BASE } from '#src/lib/base.ts';
import { isRecord } from '#src/lib/is-record.ts';

export const ONE_PAIR_PATH = `${BASE}webhooks`;

export const BULK_PATH = `${ONE_PAIR_PATH}/bulk`;

/** Shows the input even while a run is under way, unlike `BULK_PATH`. */
export const NEW_RUN_PATH = `${BULK_PATH}/new`;

export const RUNS_PATH = `${BULK_PATH}/runs`;

export const CAMPAIGNS_PATH = `${ONE_PAIR_PATH}/campaigns`;

export const getRunPath = (runId: string): string => `${BULK_PATH}/${encodeURIComponent(runId)}`;

export const parseBulkPath = (
  path: string,
): { kind: 'bulk' } | { kind: 'new' } | { kind: 'runs' } | { kind: 'run'; runId: string } | undefined => {
  const pathname = path.replace(/\/$/, '');
  if (pathname === BULK_PATH) return { kind: 'bulk' };
  if (pathname === NEW_RUN_PATH) return { kind: 'new' };
  if (pathname === RUNS_PATH) return { kind: 'runs' };
  if (!pathname.startsWith(`${BULK_PATH}/`)) return undefined;
  const part = pathname.slice(BULK_PATH.length + 1);
  try {
    return { kind: 'run', runId: decodeURIComponent(part) };
  } catch {
    // Not an address of the console: no run has this ID.
    return { kind: 'run', runId: part };
  }
};

/** History state: the user opened the page to begin something, so the page takes the focus. */
export const JUST_BEGUN = { isJustBegun: true };

export const isJustBegun = (state: unknown): boolean => isRecord(state) && state['isJustBegun'] === true;
