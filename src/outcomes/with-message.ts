import type { Answer } from '#src/api/outcome.ts';
import type { StatusLook } from '#src/ui/Status.tsx';

/** The mark and label of a request that the service accepted with an answer that mentions an error. */
export const WITH_MESSAGE = {
  tone: 'warn',
  icon: 'message',
  word: 'Accepted, with a message',
} satisfies StatusLook;

/** The same within a sentence, and in CSV. */
export const WITH_MESSAGE_WORDS = 'accepted, with a message';

export const withMessageText = ({ status }: Pick<Answer, 'status'>): string =>
  `The service answered ${status}, but its answer mentions an error. Read it before you rely on this.`;
