import { useScope } from '#src/journal/scope.ts';
import { useJournalRead } from '#src/journal/use-journal.ts';
import { usedIds } from '#src/journal/used-ids.ts';
import type { UsedByKind } from './names-match.ts';

/** Of each kind: enough to find what is typed among them. */
const MOST_USED = 400;

const NONE: UsedByKind = { campaign: [], webhook: [] };

/** The IDs that this browser used lately, the latest first; read again after each pair that is sent. */
export const useUsedIds = (): UsedByKind => {
  const scope = useScope();
  const read = useJournalRead(async (): Promise<UsedByKind> => {
    const { campaigns, webhooks } = await usedIds(scope, MOST_USED);
    return { campaign: campaigns, webhook: webhooks };
  }, scope.storageKey);
  return read?.value ?? NONE;
};
