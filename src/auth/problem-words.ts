import type { SignInProblem } from './state.ts';

const ADVICE: Record<SignInProblem['kind'], string> = {
  refused: 'The sign-in service did not complete the sign-in. Try again, or use another account.',
  foreign:
    'The answer of the sign-in service was not accepted. Try again; if it happens again, tell an administrator.',
  malformed: 'The sign-in service has a problem. Try again in a moment.',
  unreachable:
    'The sign-in service cannot be reached from this browser. Check the connection, then try again.',
  silent: 'The sign-in service did not answer. Try again.',
};
const ADVICE_BY_CODE = new Map([
  [
    'access_denied',
    'The sign-in service refused this account or the sign-in was cancelled. Ask an administrator for access, or use another account.',
  ],
  ['server_error', 'The sign-in service has a problem. Try again in a moment.'],
  ['temporarily_unavailable', 'The sign-in service has a problem. Try again in a moment.'],
  ['storage_unavailable', 'Allow this site to store data in this browser, then try again.'],
]);
const WORDS_BY_CODE = new Map([
  ['access_denied', 'Access was denied'],
  ['login_required', 'Nobody is signed in there'],
  ['server_error', 'The sign-in service met an error'],
  ['temporarily_unavailable', 'The sign-in service is busy or being worked on'],
]);

/** What the sign-in page says of a problem: what the person can do, and what the server said. */
export const problemWords = ({
  kind,
  code,
  text,
}: SignInProblem): { advice: string; description: string } => ({
  advice: ADVICE_BY_CODE.get(code) ?? ADVICE[kind],
  description: text || (WORDS_BY_CODE.get(code) ?? 'The sign-in service gave no reason'),
});
