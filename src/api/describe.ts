import { formatWait } from '#src/lib/duration.ts';
import type { Problem, ProblemKind } from './outcome.ts';

/** Where the page and the service live, for explaining why no answer could be read. */
export type ServicePlace = { serviceOrigin: string; pageOrigin: string };

/** A short title without a full stop, and whole sentences. */
export type Description = { title: string; text: string };

/** The service's words in quotation marks behind the status: `It answered 422: “…”.` "" where no status came. */
export const answeredWords = ({ status, words }: Pick<Problem, 'status' | 'words'>): string => {
  if (status === undefined) return '';
  return words === undefined
    ? `It answered ${status} and said nothing more.`
    : `It answered ${status}: “${words}”.`;
};

/** Of a request that was turned away before it was to be sent a second time, and was not. */
export const turnedAwayText = ({ status, kind }: Pick<Problem, 'status' | 'kind'>): string =>
  `The service answered ${status} and did not carry it out. It was not sent again.${kind === 'session-ended' ? ' Sign in, then try again.' : ''}`;

const brokenOff = ({ status }: Problem): string =>
  status === undefined ? '' : ` Its answer began with ${status} and broke off.`;

const noAnswer = (problem: Problem, { serviceOrigin, pageOrigin }: ServicePlace): string => {
  if (problem.status !== undefined) return `The connection to ${serviceOrigin} broke.${brokenOff(problem)}`;
  const reasons =
    serviceOrigin === pageOrigin
      ? 'The connection may have failed, or the address may be wrong.'
      : `The connection may have failed, the address may be wrong, or the service may not allow this page (CORS): the origin to allow is ${pageOrigin}.`;
  return `No answer from ${serviceOrigin} could be read. ${reasons}`;
};

/** Short, without a full stop. */
export const TITLES: Record<ProblemKind, string> = {
  offline: 'This browser is offline',
  timeout: 'No answer in time',
  network: 'No answer from the service',
  redirect: 'The service redirected',
  'web-page': 'Got a web page instead of an answer from the service',
  unauthorized: 'The service did not accept your sign-in',
  forbidden: 'The service does not allow you this',
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

/**
 * A problem in readable sentences, with the status and the service's own words quoted. Hedged, since the interface
 * gives failures no meaning (section 7). What it means for a write (refused, unknown, not sent) is the caller's to say.
 */
export const describeProblem = (problem: Problem, place: ServicePlace): Description => {
  const answered = answeredWords(problem);
  const texts: Partial<Record<ProblemKind, string>> = {
    offline: `There is no connection to ${place.serviceOrigin} at the moment.${brokenOff(problem)}`,
    timeout: `Waited ${formatWait(problem.durationMs)} for ${place.serviceOrigin}.${brokenOff(problem)}`,
    network: noAnswer(problem, place),
    redirect: 'Redirects are not followed, so that your access token goes nowhere else. Check the base URL.',
    'web-page': `A proxy or the sign-in page of a network may stand in between. ${answered}`.trim(),
    'renewal-failed':
      'The service asked for a new token, and the sign-in server could not be reached. Try again, or sign in again.',
    'session-ended': `Sign in again to go on. ${answered}`.trim(),
    aborted: 'The request was called off in this browser.',
    ...(problem.status === 504 && { server: `A gateway had no answer in time. ${answered}` }),
  };
  return { title: TITLES[problem.kind], text: texts[problem.kind] ?? answered };
};
