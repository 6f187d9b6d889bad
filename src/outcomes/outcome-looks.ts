import type { OutcomeKind } from '#src/api/outcome.ts';
import type { StatusLook } from '#src/ui/Status.tsx';

export const WITH_MESSAGE = {
  tone: 'warn',
  icon: 'message',
  word: 'Accepted, with a message',
} satisfies StatusLook;

export const OUTCOME_LOOKS: Readonly<Record<OutcomeKind, StatusLook>> = {
  accepted: { tone: 'ok', word: 'Accepted' },
  'with-message': WITH_MESSAGE,
  refused: { tone: 'bad', word: 'Refused' },
  unknown: { tone: 'warn', word: 'Unknown' },
  'not-sent': { tone: 'other', icon: 'dot', word: 'Not sent' },
};

export const LOGGED_LOOKS: Readonly<Record<OutcomeKind | 'sending' | 'checked', StatusLook>> = {
  ...OUTCOME_LOOKS,
  checked: { tone: 'other', icon: 'eye', word: 'You checked' },
  sending: { tone: 'live', icon: 'wait', word: 'Sending', spin: true },
};

export const WITH_MESSAGE_LABEL = 'accepted, with a message';

export const formatCsvOutcome = ({
  outcome,
  withMessage,
  checked,
}: {
  outcome: string;
  withMessage?: true | undefined;
  checked?: true | undefined;
}): string => {
  if (checked) return 'checked by the user';
  return withMessage ? WITH_MESSAGE_LABEL : outcome.replace('-', ' ');
};

export const WITH_MESSAGE_TEXT = 'Read the answer before relying on this.';
