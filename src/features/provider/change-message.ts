import { cutText } from '#src/lib/cut-text.ts';
import { escapeId } from '#src/lib/invisible.ts';
import type { ProviderUpdate } from '#src/api/hooks.ts';
import { describeProblem, type ServiceOrigins } from '#src/api/describe.ts';
import { getOutcomeKind, type Outcome, type Problem } from '#src/api/outcome.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import {
  describeNotFound,
  describeNotSent,
  describeUnknown,
  type OutcomeMessage,
} from '#src/outcomes/messages.ts';
import { WITH_MESSAGE, WITH_MESSAGE_TEXT } from '#src/outcomes/outcome-looks.ts';
import { FIELDS, type FieldName } from './fields.ts';
import type { SettledChange } from './use-provider-changes.ts';

/** In characters. The details show the whole body. */
const LONGEST_QUOTE = 300;

const shorten = (text: string | undefined): string | undefined =>
  text !== undefined && text.length > LONGEST_QUOTE ? `${cutText(text, LONGEST_QUOTE)}…` : text;

const describeSent = (update: ProviderUpdate, at: number): string => {
  const values: { [Name in FieldName]?: string | undefined } = update;
  const sent = FIELDS.filter(({ name }) => name in values).map(({ name, shortLabel }) => {
    const value = values[name];
    return value ? `${shortLabel} ${escapeId(value)}` : `no ${shortLabel}`;
  });
  return `Sent at ${formatTime(at)}: ${sent.join(', ')}.`;
};

const describeAccepted = (change: SettledChange, outcome: Outcome & { kind: 'accepted' }): OutcomeMessage => {
  const { answer, notes } = outcome;
  const message = shorten(outcome.message);
  const isSave = change.operation === 'save';
  const sent = isSave ? describeSent(change.update, answer.at) : `Sent at ${formatTime(answer.at)}.`;
  if (getOutcomeKind(outcome) === 'with-message') {
    const { tone, icon, word: title } = WITH_MESSAGE;
    const said = message === undefined ? WITH_MESSAGE_TEXT : `The service says “${message}”.`;
    return { tone, icon, title, text: `${said} ${sent}` };
  }
  const unexpected = notes.includes('expected-200')
    ? ` The service answered ${answer.status}; expected 200.`
    : '';
  return {
    tone: 'ok',
    title: isSave ? 'Configuration accepted' : 'Deletion accepted',
    text: sent + unexpected,
  };
};

/** A page can't find out itself why the browser stopped a request. */
const describeMethod = ({ kind, status }: Problem, { serviceOrigin, pageOrigin }: ServiceOrigins): string =>
  kind === 'network' && status === undefined && serviceOrigin !== pageOrigin
    ? ` If every deletion ends so, the service may not allow ${pageOrigin} the method DELETE (CORS).`
    : '';

/** The message above the form. A deletion's message has no action: the delete button is still there. */
export const describeChange = (
  change: SettledChange,
  origins: ServiceOrigins,
  /** The page was left since: what was sent is no longer in the form. */
  isFormCleared = false,
): OutcomeMessage => {
  const { operation, outcome } = change;
  const isSave = operation === 'save';
  if (outcome.kind === 'accepted') return describeAccepted(change, outcome);
  const problem: Problem = { ...outcome.problem, message: shorten(outcome.problem.message) };
  switch (outcome.kind) {
    case 'refused': {
      const { title, text: answered } = describeProblem(problem, origins);
      const cause = isSave
        ? describeNotFound(problem.status, 'The account may be unknown')
        : describeNotFound(problem.status, 'It may be deleted already');
      const text = `${answered} ${cause}`.trimEnd();
      const isInvalid = problem.kind === 'invalid';
      if (isSave) {
        const kept = isInvalid ? 'Correct them and save again.' : 'This form keeps what you typed.';
        return { tone: 'bad', title, text: `${text} ${isFormCleared ? 'Enter them again to save.' : kept}` };
      }
      return { tone: 'bad', title: isInvalid ? 'The service refused the deletion' : title, text };
    }
    case 'unknown': {
      const { lead, details } = describeUnknown(problem, origins);
      const next = isSave
        ? `The values may have been stored. ${isFormCleared ? 'Enter them again to save again' : 'Send again'}, or watch a call to check.`
        : `The configuration may have been deleted. Delete again, or watch a call to check.${describeMethod(problem, origins)}`;
      const action = isSave && !isFormCleared ? 'Send again' : undefined;
      return { tone: 'warn', title: 'Outcome unknown', text: `${lead} ${next}`, details, action };
    }
    case 'not-sent': {
      const notDone = isSave ? 'Nothing was saved' : 'Nothing was deleted';
      return {
        tone: 'bad',
        title: problem.status === undefined ? 'Nothing was sent' : notDone,
        text: describeNotSent(problem, origins),
        action: isSave && !isFormCleared ? 'Retry' : undefined,
      };
    }
  }
};
