import * as z from 'zod/mini';
import { mergeBoardSettings, mergeCallRows, readCallRows } from '#src/features/calls/board/backup.ts';
import { getBoard } from '#src/features/calls/board/board.ts';
import { readSettings } from '#src/features/calls/board/settings.ts';
import { getNames, toSavedNames } from '#src/features/webhooks/names/names.ts';
import { readJson } from '#src/lib/json.ts';
import type { MergeCount } from '#src/lib/merge-count.ts';
import { mergeChanges, mergeRuns, readSavedChanges, readSavedRuns } from '#src/log/backup.ts';
import { getLog } from '#src/log/log.ts';
import type { Workspace } from '#src/log/workspace.ts';
import type { WorkspaceControl } from './workspace.ts';

const KIND = 'telephony-campaign-console backup';

/** Raise it when an older release can't read the file. */
const FORMAT = 1;

const MAX_BACKUP_MB = 100;
/** The oldest runs are left out. Most characters take one byte. */
const MAX_CHARACTERS = 80_000_000;

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

export type Backup = z.infer<typeof fileSchema>;

const listAreas = ({ areas }: Workspace) => ({
  calls: areas.includes('calls'),
  webhooks: areas.includes('webhooks'),
  log: areas.includes('webhooks') || areas.includes('provider'),
});

/** Rejects if storage fails. `runsLeftOut`: they didn't fit. */
export const writeBackup = async (
  workspace: Workspace,
  now = Date.now(),
): Promise<{ parts: string[]; runsLeftOut: number }> => {
  const { service, storageKey: owner } = workspace;
  const may = listAreas(workspace);
  const log = getLog(workspace);
  const header = {
    kind: KIND,
    format: FORMAT,
    at: now,
    service: service.baseUrl,
    owner,
    ...(may.calls && { settings: readSettings(owner) }),
    ...(may.webhooks && { names: toSavedNames(getNames(workspace).getState()) }),
  };
  const parts = [JSON.stringify(header).slice(0, -1)];
  const addList = async (name: keyof Backup, batches: AsyncIterable<readonly unknown[]>) => {
    let separator = `,"${name}":[`;
    for await (const batch of batches) {
      if (batch.length === 0) continue;
      parts.push(separator + batch.map((row) => JSON.stringify(row)).join(','));
      separator = ',';
    }
    parts.push(separator === ',' ? ']' : `${separator}]`);
  };
  let runsLeftOut = 0;
  async function* readRunsThatFit() {
    let characters = parts.reduce((sum, part) => sum + part.length, 0);
    for await (const run of readSavedRuns(log)) {
      characters += JSON.stringify(run).length;
      if (characters > MAX_CHARACTERS) runsLeftOut += 1;
      else yield [run];
    }
  }
  if (may.calls) await addList('calls', readCallRows(owner));
  if (may.log) await addList('changes', readSavedChanges(log));
  if (may.webhooks) await addList('runs', readRunsThatFit());
  parts.push('}');
  return { parts, runsLeftOut };
};

export type Refusal = { title: string; text: string };

/** Rejects if the browser can't read the file. */
export const readBackup = async (
  file: File,
  workspace: Workspace,
): Promise<{ backup: Backup; isOwn: boolean } | Refusal> => {
  if (file.size > MAX_BACKUP_MB * 1e6)
    return { title: `This file is larger than ${MAX_BACKUP_MB} MB`, text: 'No backup is as large.' };
  const { data: backup } = fileSchema.safeParse(readJson(await file.text())?.value);
  if (!backup) return { title: 'This is no backup', text: 'Choose a file that “Back up…” made.' };
  const { format, service, owner } = backup;
  if (format > FORMAT)
    return {
      title: 'A newer release made this backup',
      text: 'Reload the console, then try again.',
    };
  if (service !== workspace.service.baseUrl)
    return {
      title: 'This backup is of another service',
      text: `It is of ${service}, so nothing was added.`,
    };
  return { backup, isOwn: owner === workspace.storageKey };
};

export type Merged = { noun: string; count: MergeCount };

/** Sends nothing. Rejects if storage fails: what was merged until then stays. */
export const mergeBackup = async (
  { calls, settings, names, changes, runs, at }: Backup,
  { workspace, queryClient, watchCalls }: WorkspaceControl,
  { withLog }: { withLog: boolean },
): Promise<Merged[]> => {
  const may = listAreas(workspace);
  const now = Date.now();
  const merged: Merged[] = [];
  if (may.calls) {
    void watchCalls();
    const board = getBoard(workspace, queryClient);
    merged.push({ noun: 'call', count: await mergeCallRows(board, calls) });
    if (withLog) mergeBoardSettings(board, settings);
  }
  if (may.webhooks) merged.push({ noun: 'name', count: getNames(workspace).merge(names) });
  if (may.log && withLog) {
    const log = getLog(workspace);
    merged.push({ noun: 'sent change', count: await mergeChanges(log, changes, now) });
    if (may.webhooks) {
      const count = await mergeRuns(log, runs, { backupAt: Math.min(at, now), now });
      merged.push({ noun: 'sent change', count });
    }
  }
  return merged;
};
