import { describeProblem, describeNotResent, type ServicePlace } from '#src/api/describe.ts';
import { getOutcomeKind, type Outcome, type Problem } from '#src/api/outcome.ts';
import { VERBS, type Change } from '#src/features/webhooks/change/change.ts';
import { unknownCause, type OutcomeMessage } from '#src/outcomes/messages.ts';
import { WITH_MESSAGE, withMessageText } from '#src/outcomes/with-message.ts';

/** `isInForm`: the form still shows the pair that was sent. */
type Surroundings = { place: ServicePlace; isInForm: boolean };

/** A pair is named by its IDs where the form beside it does not show them any more. */
const acceptedText = ({ operation, campaignId, webhookId }: Change, isInForm: boolean): string => {
  const webhook = isInForm ? 'The webhook' : `The webhook ${webhookId}`;
  const campaign = isInForm ? 'this campaign' : `the campaign ${campaignId}`;
  if (operation === 'detach') {
    return `The service accepted the request. ${webhook} no longer triggers actions for ${campaign}.`;
  }
  const pair = isInForm ? '' : ` for the webhook ${webhookId} and the campaign ${campaignId}`;
  return `The service accepted the request${pair}.`;
};

const refusedText = (problem: Problem, place: ServicePlace): string => {
  const { title, text } = describeProblem(problem, place);
  if (problem.kind === 'session-ended') return `${title}. ${text}`;
  const body = problem.answer?.body.text.trim() ?? '';
  const sentences = [`The service answered ${problem.status}.`];
  if (problem.kind !== 'invalid') sentences.push(`${title}.`);
  // What is below is a page's source then, and not easy to read.
  if (problem.message !== undefined && /^\s*</.test(body)) sentences.push(`It says “${problem.message}”.`);
  sentences.push(body === '' ? 'It gave no reason.' : 'Its reason is below, as received.');
  return sentences.join(' ');
};

const unknownText = (change: Change, problem: Problem, { place, isInForm }: Surroundings) => {
  const { operation, campaignId, webhookId } = change;
  const pair = isInForm ? 'The webhook' : `The webhook ${webhookId} of the campaign ${campaignId}`;
  const state = `${pair} may or may not be ${VERBS[operation].done.toLowerCase()}.`;
  const { lead, details } = unknownCause(problem, place);
  return { text: `${lead} ${state} Send the same pair again to get an answer.`, details };
};

const notSentText = (problem: Problem): string => {
  if (problem.status !== undefined) return describeNotResent(problem);
  if (problem.kind === 'offline') {
    return 'This browser is offline, so no request left it. Retry when it is connected.';
  }
  return problem.kind === 'session-ended'
    ? 'Your session had ended, so no request left this browser. Sign in, then retry.'
    : 'The request was called off before it left this browser.';
};

/** What is said of an outcome. */
export const answerMessage = (
  change: Change,
  outcome: Outcome,
  surroundings: Surroundings,
): OutcomeMessage => {
  const verb = VERBS[change.operation];
  switch (outcome.kind) {
    case 'accepted': {
      const action = change.undoOf === undefined ? 'Undo' : undefined;
      if (getOutcomeKind(outcome) === 'with-message') {
        const { tone, icon, word: title } = WITH_MESSAGE;
        return { tone, icon, title, text: withMessageText(outcome.answer), action };
      }
      return { tone: 'ok', title: verb.done, text: acceptedText(change, surroundings.isInForm), action };
    }
    case 'refused':
      return {
        tone: 'bad',
        title: `${verb.capital} failed`,
        text: refusedText(outcome.problem, surroundings.place),
        action: 'Retry',
      };
    case 'unknown':
      return {
        tone: 'warn',
        title: 'Outcome unknown',
        ...unknownText(change, outcome.problem, surroundings),
        action: 'Send again',
      };
    case 'not-sent':
      return {
        tone: 'info',
        icon: 'rest',
        title: 'Not sent',
        text: notSentText(outcome.problem),
        action: 'Retry',
      };
  }
};
