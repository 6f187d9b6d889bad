import { describeProblem, turnedAwayText, type ServicePlace } from '#src/api/describe.ts';
import type { Outcome, Problem } from '#src/api/outcome.ts';
import type { IconName } from '#src/ui/Icon.tsx';
import type { Change } from './change.ts';
import { VERBS } from './operations.ts';

/** What an answer says and what can be done about it. */
export type AnswerWords = {
  tone: 'ok' | 'bad' | 'warn' | 'info';
  icon: IconName;
  title: string;
  text: string;
  action: 'Undo' | 'Try again' | 'Send again' | undefined;
};

/** From the sending on: how long it has taken, and how long it may take. Times in milliseconds, whole seconds shown. */
export const waitedWords = (waitedMs: number, deadlineMs: number): string => {
  const most = Math.round(deadlineMs / 100) / 10;
  const waited = Math.min(Math.max(0, Math.floor(waitedMs / 1000)), most);
  return `Waiting for an answer, ${waited} s of ${most} s`;
};

/** How a pair is spoken of: `this campaign` beside the form that still names it, else by its IDs. */
const effect = ({ operation, campaignId, webhookId }: Change, isInForm: boolean): string => {
  const webhook = isInForm ? 'The webhook' : `The webhook ${webhookId}`;
  const campaign = isInForm ? 'this campaign' : `the campaign ${campaignId}`;
  return operation === 'attach'
    ? `${webhook} now acts on events of ${campaign}.`
    : `${webhook} no longer triggers actions for ${campaign}.`;
};

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

const refusedText = (problem: Problem, place: ServicePlace): string => {
  const { title, text } = describeProblem(problem, place);
  if (problem.kind === 'session-ended') return `${title}. ${text}`;
  const body = problem.answer?.body.text.trim() ?? '';
  const meaning = problem.kind === 'invalid' ? '' : ` ${title}.`;
  const reason = body === '' ? 'It gave no reason.' : 'Its reason is below, as received.';
  // What is below is a page's source then, and not easy to read.
  const isQuoted = problem.words !== undefined && /^\s*</.test(body);
  return `The service answered ${problem.status}.${meaning} ${isQuoted ? `It says “${problem.words}”. ` : ''}${reason}`;
};

const unknownText = (
  { operation, campaignId, webhookId }: Change,
  problem: Problem,
  { place, isInForm }: { place: ServicePlace; isInForm: boolean },
): string => {
  const { title, text } = describeProblem(problem, place);
  const happened =
    problem.kind === 'timeout'
      ? `No answer came within ${seconds(problem.durationMs)}.`
      : problem.kind === 'network'
        ? text
        : `${title}. ${text}`;
  const state = operation === 'attach' ? 'attached' : 'detached';
  const pair = isInForm ? 'The webhook' : `The webhook ${webhookId} of the campaign ${campaignId}`;
  return `${happened} ${pair} may or may not be ${state}. Send the same pair again to get an answer.`;
};

const notSentText = (problem: Problem): string => {
  if (problem.status !== undefined) return turnedAwayText(problem);
  if (problem.kind === 'offline') {
    return 'This browser is offline, so no request left it. Try again when it is connected.';
  }
  return problem.kind === 'session-ended'
    ? 'Your session had ended, so no request left this browser. Sign in, then try again.'
    : 'The request was called off before it left this browser.';
};

/** What is said of an outcome. `isInForm`: the form still shows the pair that was sent. */
export const answerWords = (
  change: Change,
  outcome: Outcome,
  { place, isInForm }: { place: ServicePlace; isInForm: boolean },
): AnswerWords => {
  const verb = VERBS[change.operation];
  switch (outcome.kind) {
    case 'accepted': {
      const action = change.undoOf === undefined ? 'Undo' : undefined;
      if (outcome.notes.includes('body-speaks-of-error')) {
        const text = `The service accepted the request with ${outcome.answer.status}, but its answer speaks of an error. Read it below before you rely on it.`;
        return { tone: 'warn', icon: 'warn', title: verb.done, text, action };
      }
      const text = `The service accepted the request. ${effect(change, isInForm)}`;
      return { tone: 'ok', icon: 'ok', title: verb.done, text, action };
    }
    case 'refused':
      return {
        tone: 'bad',
        icon: 'bad',
        title: `${verb.capital} failed`,
        text: refusedText(outcome.problem, place),
        action: 'Try again',
      };
    case 'unknown':
      return {
        tone: 'warn',
        icon: 'warn',
        title: 'Outcome unknown',
        text: unknownText(change, outcome.problem, { place, isInForm }),
        action: 'Send again',
      };
    case 'not-sent':
      return {
        tone: 'info',
        icon: 'rest',
        title: 'Not sent',
        text: notSentText(outcome.problem),
        action: 'Try again',
      };
  }
};
