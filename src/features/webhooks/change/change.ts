import type { LoggedChange } from '#src/log/entry.ts';
import type { PairValues } from './pair.ts';

export type ChangeOperation = 'attach' | 'detach';

type Verb = { plain: string; capital: string; done: string; doing: string; where: string };

/** The words of the two operations. */
export const VERBS: Record<ChangeOperation, Verb> = {
  attach: { plain: 'attach', capital: 'Attach', done: 'Attached', doing: 'Attaching', where: 'to' },
  detach: { plain: 'detach', capital: 'Detach', done: 'Detached', doing: 'Detaching', where: 'from' },
};

/** One attach or detach, as it is asked for. `undoOf` names the entry that it takes back. */
export type Change = PairValues & { operation: ChangeOperation; undoOf?: string | undefined };

/** An entry of the log that is about a pair. */
export type PairEntry = LoggedChange & PairValues & { operation: ChangeOperation };

/** The two operations on pairs. */
export const PAIR_OPERATIONS = ['attach', 'detach'] as const;

/** The columns that every export of pairs has side by side; a list that has them is read back as the console's own. */
export const EXPORTED = ['operation', 'campaignId', 'webhookId', 'outcome', 'status', 'durationMs'] as const;

export const isPairEntry = (entry: LoggedChange): entry is PairEntry =>
  (entry.operation === 'attach' || entry.operation === 'detach') &&
  entry.campaignId !== undefined &&
  entry.webhookId !== undefined;

/** What takes an operation back. */
export const OPPOSITE: Record<ChangeOperation, ChangeOperation> = { attach: 'detach', detach: 'attach' };

/** The opposite request, tied to the entry that it takes back. */
export const undoing = ({ operation, campaignId, webhookId }: Change, entryId?: string): Change => ({
  operation: OPPOSITE[operation],
  campaignId,
  webhookId,
  undoOf: entryId,
});

/** The same request once more. */
export const again = ({ operation, campaignId, webhookId, undoOf }: Change): Change => ({
  operation,
  campaignId,
  webhookId,
  undoOf,
});
