import { withMarks } from '#src/lib/invisible.ts';
import { describeProblem, describeNotResent, type ServicePlace } from '#src/api/describe.ts';
import { getOutcomeKind, type Outcome, type Problem } from '#src/api/outcome.ts';
import { readPlainMessage } from '#src/api/service-message.ts';
import { listWords } from '#src/lib/list-words.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { unknownCause, type OutcomeMessage } from '#src/outcomes/messages.ts';
import { WITH_MESSAGE, withMessageText } from '#src/outcomes/with-message.ts';
import { FIELDS, inSentence, type SentValues } from './fields.ts';

/** What this page sends or has sent; `since` in epoch milliseconds. */
export type ProviderChange = ({ operation: 'save'; values: SentValues } | { operation: 'delete' }) & {
  since: number;
  isRunning: boolean;
  /** What came of it; undefined as long as it is on its way. */
  outcome: Outcome | undefined;
};

/** One that was answered, or got no answer. */
export type SettledChange = ProviderChange & { outcome: Outcome };

type Operation = ProviderChange['operation'];

/** What is named of a save that was sent. */
const SENT_FIELDS = FIELDS.filter(({ sent, secret }) => sent && !secret) as readonly {
  name: keyof SentValues;
  label: string;
}[];

/** How much of the service's words a message quotes; the whole body stands under "Last answer". */
const QUOTED = 300;

const briefly = (words: string | undefined): string | undefined =>
  words !== undefined && words.length > QUOTED ? `${words.slice(0, QUOTED)}…` : words;

const sentText = (values: SentValues): string => {
  const sent = SENT_FIELDS.map(({ name, label }) =>
    values[name] === '' ? `no ${inSentence(label)}` : `${inSentence(label)} ${withMarks(values[name])}`,
  );
  return `It was sent ${listWords(sent)}. The auth token has been cleared from this form.`;
};

const acceptedMessage = (change: SettledChange, outcome: Outcome & { kind: 'accepted' }): OutcomeMessage => {
  const { answer, notes } = outcome;
  const sentence = change.operation === 'save' ? sentText(change.values) : '';
  if (getOutcomeKind(outcome) === 'with-message') {
    const { tone, icon, word: title } = WITH_MESSAGE;
    return { tone, icon, title, text: `${withMessageText(answer)} ${sentence}`.trim() };
  }
  const expected = notes.includes('expected-200') ? '; expected 200' : '';
  const words = briefly(readPlainMessage(answer.body));
  const said = change.operation === 'delete' && words !== undefined ? `: “${words}”` : '';
  return {
    tone: 'ok',
    title: change.operation === 'save' ? 'Configuration accepted' : 'Deletion accepted',
    text: `The service answered ${answer.status} at ${formatTime(answer.at)}${expected}${said}. ${sentence}`.trim(),
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
export const messageOf = (change: SettledChange, place: ServicePlace): OutcomeMessage => {
  const { operation, outcome } = change;
  const isSave = operation === 'save';
  if (outcome.kind === 'accepted') return acceptedMessage(change, outcome);
  const problem: Problem = { ...outcome.problem, message: briefly(outcome.problem.message) };
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
      return { tone: 'bad', title: nothing, text: describeNotResent(problem), action };
    }
  }
};

/** What a save replaces. */
export const replacesText = (values: Pick<SentValues, 'voiceProvider'>): string => {
  const replaced = FIELDS.filter(
    ({ name, required }) => required || (name === 'voiceProvider' && values[name] !== ''),
  );
  return `Replaces the ${listWords(replaced.map(({ label }) => inSentence(label)))} the service holds for you.`;
};
