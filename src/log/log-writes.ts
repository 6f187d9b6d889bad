import type { MutationCacheConfig } from '@tanstack/react-query';
import { getOutcomeKind, getReceived, type Outcome } from '#src/api/outcome.ts';
import type { EntryResult } from './entry.ts';
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

const entryIds = new WeakMap<object, string>();

export const findEntryId = (mutation: object): string | undefined => entryIds.get(mutation);

/**
 * Stores the entry that a write carries before the request is sent, and closes it with the outcome. If storage refuses the entry,
 * `onMutate` rejects, so nothing is sent.
 */
export const logWrites = (loadLog: () => Promise<Pick<Log, 'record' | 'close'>>): MutationCacheConfig => ({
  onMutate: async (variables, mutation) => {
    if (!mutation.meta) return;
    const entry = mutation.meta.toEntry(variables as never);
    entryIds.set(mutation, await (await loadLog()).record(entry));
  },
  onSettled: async (outcome, _error, _variables, _context, mutation) => {
    const id = entryIds.get(mutation);
    if (id === undefined) return;
    const log = await loadLog();
    await log.close(id, outcome ? toEntryResult(outcome as Outcome) : { outcome: 'unknown' });
  },
});
