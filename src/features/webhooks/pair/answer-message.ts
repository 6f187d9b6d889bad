import { describeProblem, type ServiceOrigins } from '#src/api/describe.ts';
import { getOutcomeKind, type Outcome, type Problem } from '#src/api/outcome.ts';
import { describeRefusal, VERBS, type Change } from '#src/features/webhooks/change/change.ts';
import { describeNotSent, describeUnknown, type OutcomeMessage } from '#src/outcomes/messages.ts';
import { WITH_MESSAGE, WITH_MESSAGE_TEXT } from '#src/outcomes/outcome-looks.ts';

const describeRefused = (
  problem: Problem,
  origins: ServiceOrigins,
  operation: Change['operation'],
): string => {
  const { title, text } = describeProblem(problem, origins);
  if (problem.kind === 'session-ended') return `${title}. ${text}`;
  const body = problem.answer?.body.text.trim() ?? '';
  const cause = problem.kind === 'invalid' ? '' : ` ${title}.`;
  // The body is shown below. The words of a web page are hard to find in its source.
  const quote = problem.message !== undefined && body.startsWith('<') ? ` It says “${problem.message}”.` : '';
  const reason = body === '' ? 'It gave no reason.' : 'Its reason is below, as received.';
  const answered = `The service answered ${problem.status}.${cause}${quote} ${reason}`;
  return `${answered} ${describeRefusal(operation, problem.status)}`.trimEnd();
};

export const describeAnswer = (
  { operation, undoOf }: Change,
  outcome: Outcome,
  origins: ServiceOrigins,
): OutcomeMessage => {
  const { capital, done, plain } = VERBS[operation];
  switch (outcome.kind) {
    case 'accepted': {
      const action = undoOf === undefined ? 'Undo' : undefined;
      if (getOutcomeKind(outcome) === 'with-message') {
        const { tone, icon, word: title } = WITH_MESSAGE;
        const text =
          outcome.message === undefined ? WITH_MESSAGE_TEXT : `The service says “${outcome.message}”.`;
        return { tone, icon, title, text, action };
      }
      return { tone: 'ok', title: done, text: 'Accepted.', action };
    }
    case 'refused': {
      const text = describeRefused(outcome.problem, origins, operation);
      return { tone: 'bad', title: `${capital} refused`, text, action: 'Retry' };
    }
    case 'unknown': {
      const { lead, details } = describeUnknown(outcome.problem, origins);
      const text = `${lead} We can’t tell whether the webhook was ${done.toLowerCase()}. What a second ${plain} does isn’t documented.`;
      return { tone: 'warn', title: 'Outcome unknown', text, details, action: 'Send again' };
    }
    case 'not-sent': {
      const text = describeNotSent(outcome.problem, origins);
      return { tone: 'info', icon: 'dot', title: 'Not sent', text, action: 'Retry' };
    }
  }
};
