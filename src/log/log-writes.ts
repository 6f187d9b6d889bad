import type { MutationCacheConfig } from '@tanstack/react-query';
import { WRITE_KEYS, type ProviderUpdate, type WebhookChange } from '#src/api/hooks.ts';
import { getOutcomeKind, getReceived, type Outcome } from '#src/api/outcome.ts';
import type { EntryResult, LoggedSave, NewEntry } from './entry.ts';
import type { Log } from './log.ts';

const readOutcomeMessage = (outcome: Outcome): string | undefined => {
  if (outcome.kind === 'accepted') return outcome.message;
  return outcome.kind === 'refused' ? outcome.problem.message : undefined;
};

export const toEntryResult = (outcome: Outcome): EntryResult => {
  const { status, durationMs, answer } = getReceived(outcome);
  const withMessage = getOutcomeKind(outcome) === 'with-message' ? true : undefined;
  return {
    outcome: outcome.kind,
    status,
    durationMs,
    message: readOutcomeMessage(outcome),
    withMessage,
    requestId: answer?.requestId,
  };
};

type WriteName = keyof typeof WRITE_KEYS;

/** A new write needs a row here: without one it would be sent unlogged. */
const TO_ENTRY: Record<WriteName, (variables: unknown) => NewEntry> = {
  attach: (variables) => ({ operation: 'attach', ...(variables as WebhookChange) }),
  detach: (variables) => ({ operation: 'detach', ...(variables as WebhookChange) }),
  delete: () => ({ operation: 'delete' }),
  save: (variables) => ({ operation: 'save', ...((variables as ProviderUpdate).logged as LoggedSave) }),
};

const toEntry = (mutationKey: unknown, variables: unknown): NewEntry | undefined => {
  const name = (Object.keys(WRITE_KEYS) as WriteName[]).find((each) => WRITE_KEYS[each] === mutationKey);
  return name && TO_ENTRY[name](variables);
};

const entryIds = new WeakMap<object, string>();

export const findEntryId = (mutation: object): string | undefined => entryIds.get(mutation);

/**
 * Stores the entry of a write before the request is sent, and closes it with the outcome. If storage refuses the entry,
 * `onMutate` rejects, so nothing is sent.
 */
export const logWrites = (loadLog: () => Promise<Pick<Log, 'record' | 'close'>>): MutationCacheConfig => ({
  onMutate: async (variables, mutation) => {
    const entry = toEntry(mutation.options.mutationKey, variables);
    if (entry) entryIds.set(mutation, await (await loadLog()).record(entry));
  },
  onSettled: async (outcome, _error, _variables, _context, mutation) => {
    const id = entryIds.get(mutation);
    if (id === undefined) return;
    const log = await loadLog();
    await log.close(id, outcome ? toEntryResult(outcome as Outcome) : { outcome: 'unknown' });
  },
});
