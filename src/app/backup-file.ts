import * as z from 'zod/mini';
import { mergeBoardSettings, mergeCallRows, readCallRows } from '#src/features/calls/board/backup.ts';
import { getBoard } from '#src/features/calls/board/board.ts';
import { readSettings } from '#src/features/calls/board/settings.ts';
import { getNames, toSavedNames } from '#src/features/webhooks/names/names.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { readJson } from '#src/lib/json.ts';
import { listWords } from '#src/lib/list-words.ts';
import type { MergeCount } from '#src/lib/merge-count.ts';
import { mergeChanges, mergeRuns, readSavedChanges, readSavedRuns } from '#src/log/backup.ts';
import { getLog } from '#src/log/log.ts';
import type { Workspace } from '#src/log/workspace.ts';
import type { WorkspaceControl } from './workspace-control.ts';

const KIND = 'telephony-campaign-console backup';

/** Raise it when an older release can't read the file. */
const FORMAT = 1;

const fileSchema = z.object({
  kind: z.literal(KIND),
  format: z.number(),
  /** Epoch milliseconds. */
  at: z.number().check(z.gte(0)),
  service: z.string(),
  /** A fingerprint of service and person. */
  owner: z.string(),
  calls: z._default(z.array(z.unknown()), []),
  settings: z.optional(z.unknown()),
  names: z.optional(z.unknown()),
  changes: z._default(z.array(z.unknown()), []),
  runs: z._default(z.array(z.unknown()), []),
});

type Backup = z.infer<typeof fileSchema>;

const listAreas = ({ areas }: Workspace) => ({
  calls: areas.includes('calls'),
  webhooks: areas.includes('webhooks'),
  log: areas.includes('webhooks') || areas.includes('provider'),
});

/** Rejects if storage fails. */
export const writeBackup = async (workspace: Workspace): Promise<string> => {
  const { service, storageKey: owner } = workspace;
  const may = listAreas(workspace);
  const log = getLog(workspace);
  return JSON.stringify({
    kind: KIND,
    format: FORMAT,
    at: Date.now(),
    service: service.baseUrl,
    owner,
    ...(may.calls && { settings: readSettings(owner), calls: await readCallRows(owner) }),
    ...(may.webhooks && { names: toSavedNames(getNames(workspace).getState()) }),
    ...(may.log && { changes: await readSavedChanges(log) }),
    ...(may.webhooks && { runs: await readSavedRuns(log) }),
  } satisfies Partial<Backup>);
};

export type Refusal = { title: string; text: string };

/** Rejects if the browser can't read the file. */
const readBackup = async (file: File, { service, storageKey }: Workspace): Promise<Backup | Refusal> => {
  const { data: backup } = fileSchema.safeParse(readJson(await file.text())?.value);
  if (!backup) return { title: 'This is no backup', text: 'Choose a file that “Back up…” made.' };
  if (backup.format > FORMAT)
    return { title: 'A newer release made this backup', text: 'Reload the console, then try again.' };
  if (backup.service !== service.baseUrl)
    return {
      title: 'This backup is of another service',
      text: `It is of ${backup.service}, so nothing was added.`,
    };
  if (backup.owner !== storageKey)
    return { title: 'This backup is of another person', text: 'To hand over calls, use “Share”.' };
  return backup;
};

const describeMerged = (merged: readonly (readonly [noun: string, count: MergeCount])[]): string => {
  const sum = (kind: keyof MergeCount) => merged.reduce((total, [, count]) => total + count[kind], 0);
  const added = merged.flatMap(([noun, count]) => (count.added > 0 ? formatCount(count.added, noun) : []));
  const known = sum('known');
  const leftOut = sum('leftOut');
  return [
    added.length > 0 ? `Added ${listWords(added)}.` : 'Nothing was added.',
    known > 0 && `${formatNumber(known)} ${known === 1 ? 'was' : 'were'} here already.`,
    leftOut > 0 && `${formatNumber(leftOut)} couldn’t be added.`,
  ]
    .filter(Boolean)
    .join(' ');
};

/** Sends nothing. Rejects if storage fails: what was added until then stays. */
const mergeBackup = async (
  { calls, settings, names, changes, runs, at }: Backup,
  { workspace, queryClient, watchCalls }: WorkspaceControl,
): Promise<string> => {
  const may = listAreas(workspace);
  const now = Date.now();
  const merged: [noun: string, count: MergeCount][] = [];
  if (may.calls) {
    void watchCalls();
    const board = getBoard(workspace, queryClient);
    merged.push(['call', await mergeCallRows(board, calls)]);
    mergeBoardSettings(board, settings);
  }
  if (may.webhooks) merged.push(['name', getNames(workspace).merge(names)]);
  const log = getLog(workspace);
  if (may.log) merged.push(['sent change', await mergeChanges(log, changes, now)]);
  if (may.webhooks) merged.push(['run', await mergeRuns(log, runs, { backupAt: Math.min(at, now), now })]);
  return describeMerged(merged);
};

/** Resolves to what came, or to why nothing did. */
export const restoreBackup = async (file: File, control: WorkspaceControl): Promise<string | Refusal> => {
  const result = await readBackup(file, control.workspace);
  return 'kind' in result ? mergeBackup(result, control) : result;
};
