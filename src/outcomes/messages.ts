import {
  describeProblem,
  describeWithheld,
  getOutcomeKind,
  type ServiceOrigins,
  type Outcome,
  type Problem,
  type ProblemKind,
} from '#src/api/outcome.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { formatResponseTime, formatWait } from '#src/lib/duration.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import type { AnswerFields, PairRow } from '#src/log/entry.ts';
import type { IconName } from '#src/ui/Icon.tsx';
import type { StatusLook } from '#src/ui/Status.tsx';

/** How an operation is spoken of. */
export type OperationWords = {
  /** `Attach` */
  capital: string;
  /** `Attached` */
  done: string;
  /** `Attaching` */
  doing: string;
};

/** What to do about an outcome of an operation. */
export type OutcomeAdvice = {
  /** Completes “Send again, or …”. */
  check: string;
  /** What a 404 may mean. */
  notFound: string;
};

/** `queued`: a line of a run that is not sent yet. `checked`: the user's own word on a pair. */
type SentKind = PairRow['outcome'] | 'with-message' | 'checked';

type Marked = { withMessage?: true | undefined; checked?: true | undefined };

export const getSentKind = <Kind extends SentKind>({
  outcome,
  withMessage,
  checked,
}: Marked & { outcome: Kind }): Kind | 'with-message' | 'checked' => {
  if (checked) return 'checked';
  return withMessage ? 'with-message' : outcome;
};

/** What the service said, if it is more than that it accepted. */
export const getQuote = ({
  outcome,
  withMessage,
  message,
}: Marked & { outcome: SentKind; message?: string | undefined }) =>
  outcome === 'accepted' && !withMessage ? undefined : message;

const describeAnswered = (status: number | undefined): string =>
  status === undefined ? 'the service didn’t answer' : `the service answered ${status}`;

/** `404 in 12 ms`, `No answer in 30 s` */
const describeAnswer = ({ status, durationMs, problem }: AnswerFields): string => {
  if (problem === 'lost') return 'Tab closed or reloaded';
  if (status !== undefined)
    return durationMs === undefined ? `${status}` : `${status} in ${formatResponseTime(durationMs)}`;
  return problem === 'timeout' && durationMs !== undefined
    ? `No answer in ${formatWait(durationMs)}`
    : 'No answer';
};

const describeNotFound = (status: number | undefined, cause: string): string =>
  status === 404 ? `${cause}. If all are refused, have the base URL checked.` : '';

const nothing = () => '';

/** The one table of what is said of an outcome, of each operation. */
export const OUTCOMES: Readonly<
  Record<
    SentKind,
    {
      look: StatusLook;
      /** Before and after the subject: `Attached wh-1`, `Attach wh-1: refused, 404`. */
      sentence: (words: OperationWords, status?: number) => [before: string, after: string];
      /** What came back. */
      answer: (answer: AnswerFields) => string;
      advice: (advice: OutcomeAdvice, status?: number) => string;
    }
  >
> = {
  queued: {
    look: { tone: 'wait', icon: 'dot', word: 'Waiting' },
    sentence: ({ doing }) => [doing, ''],
    answer: ({ status }) => (status === undefined ? '' : `Answered ${status}, will be sent again`),
    advice: nothing,
  },
  sending: {
    look: { tone: 'live', icon: 'wait', word: 'Sending', spin: true },
    sentence: ({ doing }) => [doing, ''],
    answer: nothing,
    advice: nothing,
  },
  accepted: {
    look: { tone: 'ok', word: 'Accepted' },
    sentence: ({ done }) => [done, ''],
    answer: describeAnswer,
    advice: nothing,
  },
  'with-message': {
    look: { tone: 'warn', icon: 'message', word: 'Accepted, with a message' },
    sentence: ({ capital }) => [capital, ': accepted, with a message'],
    answer: describeAnswer,
    advice: () => 'Read the answer before relying on this.',
  },
  checked: {
    look: { tone: 'other', icon: 'eye', word: 'You checked' },
    sentence: ({ done }) => [`You checked: ${done.toLowerCase()}`, ''],
    answer: nothing,
    advice: nothing,
  },
  refused: {
    look: { tone: 'bad', word: 'Refused' },
    sentence: ({ capital }, status) => [capital, `: refused, ${status}`],
    answer: describeAnswer,
    advice: ({ notFound }, status) => describeNotFound(status, notFound),
  },
  unknown: {
    look: { tone: 'warn', word: 'Unknown' },
    sentence: ({ capital }, status) => [capital, `: unknown, ${describeAnswered(status)}`],
    answer: describeAnswer,
    advice: ({ check }) => `It may be done. Send again, or ${check}.`,
  },
  'not-sent': {
    look: { tone: 'other', icon: 'dot', word: 'Not sent' },
    sentence: ({ capital }) => [capital, ': not sent'],
    answer: ({ status }) => (status === undefined ? '' : `Answered ${status}, not sent again`),
    advice: nothing,
  },
};

/** As in exports and in the middle of a sentence: `refused`, `accepted, with a message`. */
export const formatOutcome = (sent: Marked & { outcome: SentKind }): string => {
  const kind = getSentKind(sent);
  if (kind === 'checked') return 'checked by the user';
  return kind === 'queued' ? kind : OUTCOMES[kind].look.word.toLowerCase();
};

const REFUSALS: Partial<Record<ProblemKind, string>> = {
  invalid: 'invalid values',
  unauthorized: 'sign-in not accepted',
  'web-page': 'the web server asks for a password',
  forbidden: 'not allowed',
  'not-found': 'not found',
  conflict: 'conflict',
  gone: 'gone',
  'rate-limited': 'too many requests',
  'session-ended': 'your session had ended',
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

const describeNotSent = (problem: Problem, origins: ServiceOrigins): string => {
  const { status, kind } = problem;
  // It may be read after the next sign-in.
  const ended = kind === 'session-ended' ? 'Your session had ended.' : '';
  if (status !== undefined) {
    const refused = `The service answered ${status} and did not carry it out. It was not sent again.`;
    return joinSentences(refused, ended);
  }
  if (ended) return ended;
  if (kind === 'aborted') return 'Canceled before it was sent.';
  const { title, text } = describeProblem(problem, origins);
  return joinSentences(`${title}.`, text);
};

const describeCause = ({ kind, status }: Problem): string =>
  kind === 'web-page' ? 'a web page came in place of an answer' : describeAnswered(status);

/** In characters. The details show the whole body. */
const MAX_QUOTE = 600;

const quote = (message: string | undefined): string => {
  if (message === undefined) return '';
  return `The service says “${message.length > MAX_QUOTE ? `${cutText(message, MAX_QUOTE)}…` : message}”.`;
};

const describeRetryAfter = ({ answer }: Problem): string =>
  answer?.retryAfterMs === undefined ? '' : `Try again after ${formatTime(answer.at + answer.retryAfterMs)}.`;

/** The message after an answer. */
export const describeOutcome = (
  outcome: Outcome,
  words: Pick<OperationWords, 'done'> & OutcomeAdvice,
  origins: ServiceOrigins,
): OutcomeMessage => {
  const outcomeKind = getOutcomeKind(outcome);
  const { look, advice } = OUTCOMES[outcomeKind];
  switch (outcome.kind) {
    case 'accepted': {
      if (outcomeKind === 'accepted') return { tone: 'ok', title: words.done, text: '' };
      const text = quote(outcome.message) || advice(words);
      return { tone: 'warn', icon: 'message', title: look.word, text };
    }
    case 'refused': {
      const { kind, status, message } = outcome.problem;
      const said = describeWithheld(outcome.problem) || quote(message);
      const title = `Refused: ${REFUSALS[kind] ?? `the service answered ${status}`}`;
      const next =
        kind === 'unauthorized'
          ? 'Sign in again. If that doesn’t help, the service may not take this sign-in server’s tokens.'
          : advice(words, status);
      return {
        tone: 'bad',
        title,
        text:
          kind === 'web-page'
            ? describeProblem(outcome.problem, origins).text
            : joinSentences(said, next, describeRetryAfter(outcome.problem)),
        action: 'Retry',
      };
    }
    case 'unknown': {
      const { title, text } = describeProblem(outcome.problem, origins);
      return {
        tone: 'warn',
        title: `Unknown: ${describeCause(outcome.problem)}`,
        text: advice(words),
        details: `${title}. ${text}`,
        action: 'Send again',
      };
    }
    case 'not-sent': {
      const text = describeNotSent(outcome.problem, origins);
      return { tone: 'info', icon: 'dot', title: look.word, text, action: 'Retry' };
    }
  }
};

export const joinSentences = (...sentences: readonly (string | false | undefined)[]): string =>
  sentences.filter(Boolean).join(' ');

export const WAIT_TEXT = 'The service asked for fewer requests (429).';

export const formatWaiting = (waitedMs: number, deadlineMs: number): string => {
  const maxSeconds = Math.round(deadlineMs / 100) / 10;
  const waited = Math.min(Math.max(0, Math.floor(waitedMs / 1000)), maxSeconds);
  return `Waiting for an answer, ${waited} s of ${maxSeconds} s`;
};
