import { describeProblem, type ServiceOrigins } from '#src/api/describe.ts';
import type { Problem } from '#src/api/outcome.ts';
import { formatWait } from '#src/lib/duration.ts';
import type { IconName } from '#src/ui/Icon.tsx';

export type OutcomeMessage = {
  tone: 'ok' | 'bad' | 'warn' | 'info';
  icon?: IconName;
  title: string;
  text: string;
  /** Technical causes, folded by default. */
  details?: string | undefined;
  action?: 'Undo' | 'Retry' | 'Send again' | undefined;
};

export const describeUnknown = (
  problem: Problem,
  origins: ServiceOrigins,
): { lead: string; details?: string | undefined } => {
  if (problem.kind === 'timeout' && problem.status === undefined) {
    return { lead: `No answer came within ${formatWait(problem.durationMs)}.` };
  }
  const { title, text } = describeProblem(problem, origins);
  return problem.status === undefined
    ? { lead: `${title}.`, details: text }
    : { lead: `The service answered ${problem.status}.`, details: `${title}. ${text}` };
};

/** What a 404 may mean, after `cause`, and what to do. "" for other statuses. */
export const describeNotFound = (status: number | undefined, cause: string): string =>
  status === 404
    ? `${cause}, or the base URL is wrong: if other requests end so too, ask your administrator to check it.`
    : '';

const describeNotResent = ({ status, kind }: Problem): string => {
  const advice = kind === 'session-ended' ? ' Sign in, then try again.' : '';
  return `The service answered ${status} and did not carry it out. It was not sent again.${advice}`;
};

export const describeNotSent = (problem: Problem, origins: ServiceOrigins): string => {
  if (problem.status !== undefined) return describeNotResent(problem);
  const { title, text } = describeProblem(problem, origins);
  return `${title}. ${text}`;
};

export const WAIT_TEXT = 'The service asked for fewer requests (429).';

export const formatWaiting = (waitedMs: number, deadlineMs: number): string => {
  const maxSeconds = Math.round(deadlineMs / 100) / 10;
  const waited = Math.min(Math.max(0, Math.floor(waitedMs / 1000)), maxSeconds);
  return `Waiting for an answer, ${waited} s of ${maxSeconds} s`;
};
