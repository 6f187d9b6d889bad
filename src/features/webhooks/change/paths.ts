import { BASE } from '#src/lib/base.ts';
import { isRecord } from '#src/lib/is-record.ts';

export const ONE_PAIR_PATH = `${BASE}webhooks`;

export const BULK_PATH = `${ONE_PAIR_PATH}/bulk`;

export const HISTORY_PATH = `${ONE_PAIR_PATH}/history`;

export const CAMPAIGNS_PATH = `${ONE_PAIR_PATH}/campaigns`;

export const getRunPath = (runId: string): string => `${BULK_PATH}/${runId}`;

export const parseBulkPath = (
  path: string,
): { kind: 'bulk' } | { kind: 'run'; runId: string } | undefined => {
  const pathname = path.replace(/\/$/, '');
  if (pathname === BULK_PATH) return { kind: 'bulk' };
  if (!pathname.startsWith(`${BULK_PATH}/`)) return undefined;
  return { kind: 'run', runId: pathname.slice(BULK_PATH.length + 1) };
};

/** History state: the user has just opened what fills the page, so it takes the focus. */
export const JUST_BEGUN = { isJustBegun: true };

/** The properties of a link to a run. */
export const linkToRun = (runId: string) => ({ href: getRunPath(runId), state: JUST_BEGUN });

export const isJustBegun = (state: unknown): boolean => isRecord(state) && state['isJustBegun'] === true;
