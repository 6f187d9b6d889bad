import { BASE } from '#src/lib/base.ts';
import { isRecord } from '#src/lib/is-record.ts';

/** Where one pair at a time is sent. */
export const ONE_PATH = `${BASE}webhooks`;

/** Where the page of many pairs stands. */
export const BULK_PATH = `${ONE_PATH}/bulk`;

/** Always the input, also while a run is under way. */
export const NEW_PATH = `${BULK_PATH}/new`;

export const pathOfRun = (runId: string): string => `${BULK_PATH}/${encodeURIComponent(runId)}`;

/** Which part of the page an address names; undefined where it names another page. */
export const bulkPlaceOf = (
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
    // No address of ours: no run has such an ID.
    return { kind: 'run', runId: part };
  }
};

/** The state of an address where the person has just begun something, so that the keyboard goes along. */
export const BEGUN = { isJustBegun: true };

export const isJustBegun = (state: unknown): boolean => isRecord(state) && state['isJustBegun'] === true;
