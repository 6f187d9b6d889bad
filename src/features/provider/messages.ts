import { withMarks } from '#src/lib/invisible.ts';
import { describeProblem, turnedAwayText, type ServicePlace } from '#src/api/describe.ts';
import { kindOfOutcome, type Outcome, type Problem } from '#src/api/outcome.ts';
import { listWords } from '#src/lib/list-words.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { unknownCause, type OutcomeMessage } from '#src/outcomes/messages.ts';
import { WITH_MESSAGE, withMessageText } from '#src/outcomes/with-message.ts';
import type { SentValues } from './provider.ts';

/** What this page sent, and what came of it. */
export type SentRequest =
  | { operation: 'save'; values: SentValues; outcome: Outcome }
  | { operation: 'delete'; outcome: Outcome };

type Operation = SentRequest['operation'];

/** How much of the service's words a message quotes; the whole body stands under "Last answer". */
const QUOTED = 300;

const brief = (problem: Problem): Problem => {
  const { words } = problem;
  return words && words.length > QUOTED ? { ...problem, words: `${words.slice(0, QUOTED)}…` } : problem;
};

const sentText = ({ accountSid, phoneNumber, voiceProvider }: SentValues): string => {
  const sent = listWords([
    `account SID ${withMarks(accountSid)}`,
    `phone number ${withMarks(phoneNumber)}`,
    voiceProvider === undefined ? 'no voice provider' : `voice provider ${voiceProvider}`,
  ]);
  return `It was sent ${sent}. The auth token has been cleared from this form.`;
};

const acceptedMessage = (sent: SentRequest, outcome: Outcome & { kind: 'accepted' }): OutcomeMessage => {
  const { status, at } = outcome.answer;
  const sentence = sent.operation === 'save' ? sentText(sent.values) : '';
  if (kindOfOutcome(outcome) === 'with-message') {
    const { tone, icon, word: title } = WITH_MESSAGE;
    return { tone, icon, title, text: `${withMessageText(outcome.answer)} ${sentence}`.trim() };
  }
  const expected = outcome.notes.includes('expected-200') ? '; expected 200' : '';
  return {
    tone: 'ok',
    title: sent.operation === 'save' ? 'Configuration accepted' : 'Configuration deleted',
    text: `The service answered ${status} at ${formatTime(at)}${expected}. ${sentence}`.trim(),
  };
};

const UNKNOWN: Record<Operation, string> = {
  save: 'these values may or may not be stored. Send them again to get an answer.',
  delete: 'the configuration may or may not be deleted. Delete again to get an answer.',
};

const unknownText = (operation: Operation, problem: Problem, place: ServicePlace) => {
  const { lead, details } = unknownCause(problem, place);
  const text = details === undefined ? `${lead.slice(0, -1)}, so ` : `${lead} So `;
  return { text: text + UNKNOWN[operation], details };
};

/** What is said of an outcome beside the form. A deletion has no action: it is asked for again at its own button. */
export const messageOf = (sent: SentRequest, place: ServicePlace): OutcomeMessage => {
  const { operation, outcome } = sent;
  const isSave = operation === 'save';
  if (outcome.kind === 'accepted') return acceptedMessage(sent, outcome);
  const problem = brief(outcome.problem);
  const { title, text } = describeProblem(problem, place);
  switch (outcome.kind) {
    case 'refused': {
      const isInvalid = problem.kind === 'invalid';
      if (!isSave)
        return { tone: 'bad', title: isInvalid ? 'The service refused the deletion' : title, text };
      const next = isInvalid ? 'Correct them and save again.' : 'This form keeps what you typed.';
      return { tone: 'bad', title, text: `${text} ${next}` };
    }
    case 'unknown':
      return {
        tone: 'warn',
        title: 'Outcome unknown',
        ...unknownText(operation, problem, place),
        action: isSave ? 'Send again' : undefined,
      };
    case 'not-sent': {
      const action = isSave ? 'Retry' : undefined;
      if (problem.status === undefined) {
        return { tone: 'bad', title: 'Nothing was sent', text: `${title}. ${text}`, action };
      }
      const nothing = isSave ? 'Nothing was saved' : 'Nothing was deleted';
      return { tone: 'bad', title: nothing, text: turnedAwayText(problem), action };
    }
  }
};

/** What a save replaces (interface 4.1 and 4.3). */
export const replacesText = (voiceProvider: string): string => {
  const required = ['account SID', 'auth token', 'phone number'];
  const replaced = voiceProvider === '' ? required : [...required, 'voice provider'];
  return `Replaces the ${listWords(replaced)} the service holds for you.`;
};
