import { describeProblem, type ServiceOrigins } from '#src/api/describe.ts';
import { getOutcomeKind, type Outcome, type Problem, type ProblemKind } from '#src/api/outcome.ts';
import { cutText } from '#src/lib/cut-text.ts';
import type { getEntryKind } from '#src/log/entry.ts';
import type { IconName } from '#src/ui/Icon.tsx';
import { WITH_MESSAGE, WITH_MESSAGE_LABEL, WITH_MESSAGE_TEXT } from './outcome-looks.ts';

/** How an operation is spoken of. */
export type OperationWords = {
  /** `Attach` */
  capital: string;
  /** `Attached` */
  done: string;
  /** `Attaching` */
  doing: string;
};

type LoggedKind = ReturnType<typeof getEntryKind>;

const describeAnswered = (status: number | undefined): string =>
  status === undefined ? 'the service didn’t answer' : `the service answered ${status}`;

/** Before and after the subject: `Attached wh-1`, `Attach wh-1: refused, 404`. */
export const OUTCOME_SENTENCES: Record<
  LoggedKind,
  (words: OperationWords, status: number | undefined) => [before: string, after: string]
> = {
  sending: ({ doing }) => [doing, ''],
  accepted: ({ done }) => [done, ''],
  checked: ({ done }) => [`You checked: ${done.toLowerCase()}`, ''],
  'with-message': ({ capital }) => [capital, `: ${WITH_MESSAGE_LABEL}`],
  refused: ({ capital }, status) => [capital, `: refused, ${status}`],
  unknown: ({ capital }, status) => [capital, `: not sure, ${describeAnswered(status)}`],
  'not-sent': ({ capital }) => [capital, ': not sent'],
};

const REFUSALS: Partial<Record<ProblemKind, string>> = {
  invalid: 'invalid values',
  unauthorized: 'sign-in not accepted',
  forbidden: 'not allowed',
  'not-found': 'not found',
  conflict: 'conflict',
  gone: 'gone',
  'rate-limited': 'too many requests',
  'session-ended': 'your session has ended',
};

export type OutcomeMessage = {
  tone: 'ok' | 'bad' | 'warn' | 'info';
  icon?: IconName;
  title: string;
  text: string;
  /** Technical causes, folded by default. */
  details?: string | undefined;
  action?: 'Undo' | 'Retry' | 'Send again' | undefined;
};

/** What a 404 may mean, after `cause`, and what to do. "" for other statuses. */
export const describeNotFound = (status: number | undefined, cause: string): string =>
  status === 404
    ? `${cause}, or the base URL is wrong: if other requests end so too, ask your administrator to check it.`
    : '';

const describeNotSent = (problem: Problem, origins: ServiceOrigins): string => {
  const { status, kind } = problem;
  if (status !== undefined) {
    const advice = kind === 'session-ended' ? ' Sign in, then try again.' : '';
    return `The service answered ${status} and did not carry it out. It was not sent again.${advice}`;
  }
  const { title, text } = describeProblem(problem, origins);
  return `${title}. ${text}`;
};

const describeCause = ({ kind, status }: Problem): string =>
  kind === 'web-page' ? 'a web page came in place of an answer' : describeAnswered(status);

/** In characters. The details show the whole body. */
const MAX_QUOTE = 300;

const quote = (message: string | undefined): string => {
  if (message === undefined) return '';
  return `The service says “${message.length > MAX_QUOTE ? `${cutText(message, MAX_QUOTE)}…` : message}”.`;
};

/** The message after an answer. `check` completes “Send again, or …”. `notFound`: what a 404 may mean. */
export const describeOutcome = (
  outcome: Outcome,
  { done, check, notFound }: { done: string; check: string; notFound: string },
  origins: ServiceOrigins,
): OutcomeMessage => {
  switch (outcome.kind) {
    case 'accepted': {
      if (getOutcomeKind(outcome) === 'accepted') return { tone: 'ok', title: done, text: '' };
      const { tone, icon, word: title } = WITH_MESSAGE;
      return { tone, icon, title, text: quote(outcome.message) || WITH_MESSAGE_TEXT };
    }
    case 'refused': {
      const { kind, status, message } = outcome.problem;
      const title = `Refused: ${REFUSALS[kind] ?? `the service answered ${status}`}`;
      const advice =
        kind === 'unauthorized' || kind === 'session-ended'
          ? 'Sign in again. If that doesn’t help, ask your administrator.'
          : describeNotFound(status, notFound);
      return { tone: 'bad', title, text: joinSentences(quote(message), advice), action: 'Retry' };
    }
    case 'unknown': {
      const { title, text } = describeProblem(outcome.problem, origins);
      return {
        tone: 'warn',
        title: `Not sure: ${describeCause(outcome.problem)}`,
        text: `Send again, or ${check}.`,
        details: `${title}. ${text}`,
        action: 'Send again',
      };
    }
    case 'not-sent': {
      const text = describeNotSent(outcome.problem, origins);
      return { tone: 'info', icon: 'dot', title: 'Not sent', text, action: 'Retry' };
    }
  }
};

export const joinSentences = (...sentences: readonly string[]): string => sentences.filter(Boolean).join(' ');

export const WAIT_TEXT = 'The service asked for fewer requests (429).';

export const formatWaiting = (waitedMs: number, deadlineMs: number): string => {
  const maxSeconds = Math.round(deadlineMs / 100) / 10;
  const waited = Math.min(Math.max(0, Math.floor(waitedMs / 1000)), maxSeconds);
  return `Waiting for an answer, ${waited} s of ${maxSeconds} s`;
};
