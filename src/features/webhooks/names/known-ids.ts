import { useQuery } from '@tanstack/react-query';
import type { Config } from '#src/config.ts';
import { getLog } from '#src/log/log.ts';
import { logQueries } from '#src/log/queries.ts';
import { readUsedIds } from '#src/log/views.ts';
import { useWorkspace, type Workspace } from '#src/log/workspace.ts';
import type { KnownIds } from './names-match.ts';
import { getNames, useNameBook, type NameBook, type NameKind } from './names.ts';

/** Of each kind. */
const MAX_USED = 400;
const NONE = { campaigns: [], webhooks: [] };

const compile = (pattern: string | undefined): RegExp | undefined =>
  pattern === undefined ? undefined : new RegExp(`^(?:${pattern})$`, 'u');

const toKnown = (
  { campaignIdPattern, webhookIdPattern }: Config['webhooks'],
  names: NameBook,
  { campaigns, webhooks }: { campaigns: readonly string[]; webhooks: readonly string[] },
): Record<NameKind, KnownIds> => ({
  campaign: { names: names.campaign, used: campaigns, pattern: compile(campaignIdPattern) },
  webhook: { names: names.webhook, used: webhooks, pattern: compile(webhookIdPattern) },
});

export const useKnownIds = (isNeeded: boolean): Record<NameKind, KnownIds> => {
  const names = useNameBook();
  const workspace = useWorkspace();
  const { data } = useQuery({ ...logQueries.usedIds(workspace, MAX_USED), enabled: isNeeded });
  return toKnown(workspace.config.webhooks, names, data ?? NONE);
};

export const loadKnownIds = async (workspace: Workspace): Promise<Record<NameKind, KnownIds>> => {
  const used = await getLog(workspace)
    .read((db) => readUsedIds(db, MAX_USED))
    .catch(() => NONE);
  return toKnown(workspace.config.webhooks, getNames(workspace).getState(), used);
};
