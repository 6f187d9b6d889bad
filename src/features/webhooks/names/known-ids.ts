import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getLog } from '#src/log/log.ts';
import { logQueries } from '#src/log/queries.ts';
import { readUsedIds, type UsedIds } from '#src/log/views.ts';
import { useWorkspace, type Workspace } from '#src/log/workspace.ts';
import { createKnownIds, type KnownIds } from './names-match.ts';
import { getNames, useNameBook, type NameBook } from './names.ts';

/** Of each kind. */
const MAX_USED = 400;
const NONE: UsedIds = { campaigns: [], webhooks: [] };

const compile = (pattern: string | undefined): RegExp | undefined =>
  pattern === undefined ? undefined : new RegExp(`^(?:${pattern})$`, 'u');

const toKnown = ({ config }: Workspace, names: NameBook, { campaigns, webhooks }: UsedIds): KnownIds => {
  const { campaignIdPattern, webhookIdPattern } = config.webhooks;
  return createKnownIds({
    campaign: { names: names.campaign, used: campaigns, pattern: compile(campaignIdPattern) },
    webhook: { names: names.webhook, used: webhooks, pattern: compile(webhookIdPattern) },
  });
};

export const useKnownIds = (isNeeded: boolean): KnownIds => {
  const names = useNameBook();
  const workspace = useWorkspace();
  const { data } = useQuery({ ...logQueries.usedIds(workspace, MAX_USED), enabled: isNeeded });
  return useMemo(() => toKnown(workspace, names, data ?? NONE), [workspace, names, data]);
};

export const loadKnownIds = async (workspace: Workspace): Promise<KnownIds> => {
  const used = await getLog(workspace)
    .read((db) => readUsedIds(db, MAX_USED))
    .catch(() => NONE);
  return toKnown(workspace, getNames(workspace).getState(), used);
};
