import { formatWait } from '#src/lib/duration.ts';
import { PROBLEM_TITLES, type Problem, type ProblemKind } from './outcome.ts';

export type ServiceOrigins = { serviceOrigin: string; pageOrigin: string };

const quoteAnswer = ({ status, message }: Problem): string => {
  if (status === undefined) return '';
  return message === undefined
    ? `It answered ${status} and said nothing more.`
    : `It answered ${status}: “${message}”.`;
};

const describeNoAnswer = ({ status }: Problem, { serviceOrigin, pageOrigin }: ServiceOrigins): string => {
  if (status !== undefined) return `The connection to ${serviceOrigin} broke after it answered ${status}.`;
  const reasons =
    serviceOrigin === pageOrigin
      ? 'The connection may have failed, or the address may be wrong.'
      : `The connection may have failed, the address may be wrong, or the service may not allow this page (CORS): the origin to allow is ${pageOrigin}, with the methods GET, POST and DELETE.`;
  return `No answer from ${serviceOrigin} could be read. ${reasons}`;
};

/** Hedged, since the service documents no errors. Whether a write was refused is for the caller to say. */
export const describeProblem = (
  problem: Problem,
  origins: ServiceOrigins,
): { title: string; text: string } => {
  const quote = quoteAnswer(problem);
  const texts: Partial<Record<ProblemKind, string>> = {
    offline: `There is no connection to ${origins.serviceOrigin} at the moment.`,
    timeout: `Waited ${formatWait(problem.durationMs)} for ${origins.serviceOrigin}.`,
    network: describeNoAnswer(problem, origins),
    redirect: 'Redirects are not followed, so that your access token goes nowhere else. Check the base URL.',
    'web-page': `A proxy or the sign-in page of a network may be in between. ${quote}`.trim(),
    'renewal-failed':
      'The service asked for a new token, and the sign-in server could not be reached. Try again, or sign in again.',
    unauthorized: `${quote} If signing in again doesn’t help, ask your administrator.`.trim(),
    'session-ended': `Sign in again to continue. ${quote}`.trim(),
    aborted: 'This browser canceled the request.',
    ...(problem.status === 504 && { server: `A gateway had no answer in time. ${quote}` }),
  };
  return { title: PROBLEM_TITLES[problem.kind], text: texts[problem.kind] ?? quote };
};
