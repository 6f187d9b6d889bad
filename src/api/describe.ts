import { formatWait } from '#src/lib/duration.ts';
import type { Problem, ProblemKind } from './outcome.ts';

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

export const PROBLEM_TITLES: Record<ProblemKind, string> = {
  offline: 'This browser is offline',
  timeout: 'No answer in time',
  network: 'No answer from the service',
  redirect: 'The service redirected',
  'web-page': 'Got a web page instead of an answer from the service',
  unauthorized: 'The service did not accept your sign-in',
  forbidden: 'You’re not allowed to do this',
  'not-found': 'The service does not seem to know this',
  conflict: 'The service reports a conflict',
  gone: 'The service says that this is gone',
  invalid: 'The service refused these values',
  'rate-limited': 'The service asks to wait',
  server: 'The service had an internal error',
  'client-error': 'The service did not accept the request',
  'session-ended': 'Your session has ended',
  'renewal-failed': 'The sign-in server does not answer',
  aborted: 'Stopped before an answer came',
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
    'session-ended': `Sign in again to continue. ${quote}`.trim(),
    aborted: 'This browser canceled the request.',
    ...(problem.status === 504 && { server: `A gateway had no answer in time. ${quote}` }),
  };
  return { title: PROBLEM_TITLES[problem.kind], text: texts[problem.kind] ?? quote };
};
