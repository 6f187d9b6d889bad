import { withMarks } from '#src/lib/invisible.ts';
import { describeProblem, turnedAwayText, type ServicePlace } from '#src/api/describe.ts';
import type { Answer, Outcome, Problem } from '#src/api/outcome.ts';
import { formatWait } from '#src/lib/duration.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { unknownReason, type OutcomeMessage } from '#src/outcomes/messages.ts';
import { FIELD_LABELS, type SentValues } from './provider.ts';

/** What this page sent, and what came of it. */
export type SentRequest =
  | { operation: 'save'; values: SentValues; outcome: Outcome }
  | { operation: 'delete'; outcome: Outcome };

type Operation = SentRequest['operation'];

/** How much of the service's words a message quotes; the whole body stands under "Last answer". */
const QUOTED = 300;

const LIST = new Intl.ListFormat('en-GB');

const brief = (problem: Problem): Problem => {
  const { words } = problem;
  return words && words.length > QUOTED ? { ...problem, words: `${words.slice(0, QUOTED)}…` } : problem;
};

/** Saving once more is the way to an answer; a deletion is asked for again at its own button. */
const actionOf = (operation: Operation, action: 'Retry' | 'Send again') =>
  operation === 'save' ? action : undefined;

const answeredText = ({ status, at }: Answer, isExpected: boolean): string =>
  `The service answered ${status} at ${formatTime(at)}${isExpected ? '' : '; expected 200'}.`;

const sentText = ({ accountSid, phoneNumber, voiceProvider }: SentValues): string => {
  const voice = voiceProvider === undefined ? 'no voice provider' : `voice provider ${voiceProvider}`;
  const sent = LIST.format([
    `account SID ${withMarks(accountSid)}`,
    `phone number ${withMarks(phoneNumber)}`,
    voice,
  ]);
  return `It was sent ${sent}. The auth token has been cleared from this form.`;
};

const acceptedMessage = (sent: SentRequest & { outcome: { kind: 'accepted' } }): OutcomeMessage => {
  const { answer, notes } = sent.outcome;
  const isDoubtful = notes.includes('body-speaks-of-error');
  const texts = [
    answeredText(answer, !notes.includes('expected-200')),
    sent.operation === 'save' && sentText(sent.values),
    isDoubtful && 'Its answer speaks of an error: read it before you rely on this.',
  ];
  return {
    tone: isDoubtful ? 'warn' : 'ok',
    title: sent.operation === 'save' ? 'Configuration accepted' : 'Configuration deleted',
    text: texts.filter(Boolean).join(' '),
  };
};

const refusedMessage = (operation: Operation, problem: Problem, place: ServicePlace): OutcomeMessage => {
  const { title, text } = describeProblem(problem, place);
  const isInvalid = problem.kind === 'invalid';
  if (operation === 'delete') {
    return { tone: 'bad', title: isInvalid ? 'The service refused the deletion' : title, text };
  }
  const next = isInvalid ? 'Correct them and save again.' : 'This form keeps what you typed.';
  return { tone: 'bad', title, text: `${text} ${next}` };
};

const UNKNOWN: Record<Operation, string> = {
  save: 'these values may or may not be stored. Send them again to get an answer.',
  delete: 'the configuration may or may not be deleted. Delete again to get an answer.',
};

const unknownText = (operation: Operation, problem: Problem, place: ServicePlace): string =>
  problem.kind === 'timeout' && problem.status === undefined
    ? `No answer came within ${formatWait(problem.durationMs)}, so ${UNKNOWN[operation]}`
    : `${unknownReason(problem, place)} So ${UNKNOWN[operation]}`;

const notSentMessage = (operation: Operation, problem: Problem, place: ServicePlace): OutcomeMessage => {
  const action = actionOf(operation, 'Retry');
  if (problem.status !== undefined) {
    const title = operation === 'save' ? 'Nothing was saved' : 'Nothing was deleted';
    return { tone: 'bad', title, text: turnedAwayText(problem), action };
  }
  const { title, text } = describeProblem(problem, place);
  return { tone: 'bad', title: 'Nothing was sent', text: `${title}. ${text}`, action };
};

/** What is said of an outcome beside the form. */
export const messageOf = (sent: SentRequest, place: ServicePlace): OutcomeMessage => {
  const { operation, outcome } = sent;
  switch (outcome.kind) {
    case 'accepted':
      return acceptedMessage({ ...sent, outcome });
    case 'refused':
      return refusedMessage(operation, brief(outcome.problem), place);
    case 'unknown':
      return {
        tone: 'warn',
        title: 'Outcome unknown',
        text: unknownText(operation, brief(outcome.problem), place),
        action: actionOf(operation, 'Send again'),
      };
    case 'not-sent':
      return notSentMessage(operation, outcome.problem, place);
  }
};

/** What a save replaces (interface 4.1 and 4.3). */
export const replacesText = (voiceProvider: string): string => {
  const names = Object.values(FIELD_LABELS).map((label) =>
    label.replace(/^[A-Z](?=[a-z])/, (a) => a.toLowerCase()),
  );
  const all = voiceProvider === '' ? names : [...names, 'voice provider'];
  return `Replaces the ${LIST.format(all)} the service holds for you.`;
};
