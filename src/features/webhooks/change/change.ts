import type { LoggedChange } from '#src/log/entry.ts';
import type { PairValues } from './pair.ts';

export type ChangeOperation = 'attach' | 'detach';

type Verb = { plain: string; capital: string; done: string; doing: string; preposition: string };

export const VERBS: Record<ChangeOperation, Verb> = {
  attach: { plain: 'attach', capital: 'Attach', done: 'Attached', doing: 'Attaching', preposition: 'to' },
  detach: { plain: 'detach', capital: 'Detach', done: 'Detached', doing: 'Detaching', preposition: 'from' },
};

export const PAIR_OPERATIONS = ['attach', 'detach'] as const;

export const OPPOSITE: Record<ChangeOperation, ChangeOperation> = { attach: 'detach', detach: 'attach' };

/** One attach or detach to send. `undoOf` is the log entry that it takes back. */
export type Change = PairValues & { operation: ChangeOperation; undoOf?: string | undefined };

export type PairEntry = LoggedChange & PairValues & { operation: ChangeOperation };

/** The columns that every export of pairs has side by side. A list with these columns is recognised as an export. */
export const EXPORTED = ['operation', 'campaignId', 'webhookId', 'outcome', 'status', 'durationMs'] as const;

export const isPairEntry = (entry: LoggedChange): entry is PairEntry =>
  (entry.operation === 'attach' || entry.operation === 'detach') &&
  entry.campaignId !== undefined &&
  entry.webhookId !== undefined;

export const toUndo = ({ operation, campaignId, webhookId }: Change, entryId?: string): Change => ({
  operation: OPPOSITE[operation],
  campaignId,
  webhookId,
  undoOf: entryId,
});

export const toRepeat = ({ operation, campaignId, webhookId, undoOf }: Change): Change => ({
  operation,
  campaignId,
  webhookId,
  undoOf,
});
