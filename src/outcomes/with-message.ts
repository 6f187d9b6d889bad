import type { StatusLook } from '#src/ui/Status.tsx';

/** The service accepted the request, and its answer mentions an error. */
export const WITH_MESSAGE = {
  tone: 'warn',
  icon: 'message',
  word: 'Accepted, with a message',
} satisfies StatusLook;

/** The same within a sentence, and in CSV. */
export const WITH_MESSAGE_WORDS = 'accepted, with a message';

/** In CSV: `accepted`, `accepted, with a message`, `not sent`. */
export const formatOutcome = ({
  outcome,
  withMessage,
}: {
  outcome: string;
  withMessage?: true | undefined;
}): string => (withMessage ? WITH_MESSAGE_WORDS : outcome.replace('-', ' '));

export const WITH_MESSAGE_TEXT = 'The answer mentions an error. Read it before relying on this.';
