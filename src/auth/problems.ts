import { cutText } from '#src/lib/cut-text.ts';
import { cleanInvisible } from '#src/lib/invisible.ts';
import type { SignInProblem } from './state.ts';

export type Failure = Pick<SignInProblem, 'kind' | 'code' | 'text'>;

/** Never with an error of the library as its cause, which holds the code or the refresh token. */
export class AuthError extends Error {
  readonly failure: Failure;
  readonly retryAfterMs: number | undefined;
  constructor(failure: Failure, retryAfterMs?: number) {
    super(failure.code);
    this.name = 'AuthError';
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

export const foreign = (code: string, text: string): AuthError =>
  new AuthError({ kind: 'foreign', code, text });

export const malformed = (code: string, text: string): AuthError =>
  new AuthError({ kind: 'malformed', code, text });

export const UNREACHABLE: Failure = {
  kind: 'unreachable',
  code: 'no_answer',
  text: 'The sign-in service gave no usable answer.',
};

export const NO_CHANNELS: Failure = { kind: 'silent', code: 'no_channel', text: '' };

/** Makes text from outside safe to show: no hidden characters, single spaces, at most `max` characters. */
export const plainText = (value: unknown, max: number): string => {
  if (typeof value !== 'string') return '';
  const text = cleanInvisible(value.slice(0, max * 4)).replace(/ +/g, ' ');
  return text.length > max ? `${cutText(text, max - 1).trimEnd()}…` : text;
};

export const otherIssuer = (subject: string, found: unknown, expected: string): string => {
  const name = plainText(found, 200);
  return `${subject} names ${name ? `the issuer ${name}` : 'no issuer'}, but the configuration expects ${expected}.`;
};

export const refusal = (error: unknown, description: unknown): Failure => ({
  kind: 'refused',
  code: plainText(error, 60) || 'error',
  text: plainText(description, 300),
});

/** The library's own checks of the ID token throw errors without a type. */
const isIdTokenError = ({ name, message }: Error): boolean =>
  name === 'InvalidTokenError' || /^(ID Token is missing|nonce in id_token)/.test(message);

/** From an error of the library, only its code and description: the rest may hold tokens. */
export const toFailure = (thrown: unknown): Failure => {
  if (thrown instanceof AuthError) return thrown.failure;
  if (!(thrown instanceof Error)) return UNREACHABLE;
  if ('error' in thrown && typeof thrown.error === 'string') {
    return refusal(thrown.error, 'error_description' in thrown ? thrown.error_description : undefined);
  }
  if (!isIdTokenError(thrown)) return UNREACHABLE;
  return { kind: 'foreign', code: 'id_token_unreadable', text: 'The ID token is not for this sign-in.' };
};

/** After these errors only the user can go on (OpenID Connect Core section 3.1.2.6, RFC 6749 section 5.2). */
const FINAL_CODES: ReadonlySet<string> = new Set([
  'invalid_grant',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
  'access_denied',
  'invalid_client',
  'unauthorized_client',
]);

export const endsSession = ({ kind, code }: Failure): boolean => kind === 'foreign' || FINAL_CODES.has(code);

const ADVICE: Record<SignInProblem['kind'], string> = {
  refused: 'Try again, use another account, or ask an administrator for access.',
  foreign: 'The sign-in service gave an answer that isn’t valid. Try again, or ask an administrator.',
  malformed: 'The sign-in service has a problem. Try again in a moment.',
  unreachable:
    'The sign-in service can’t be reached, or has a problem. Check your connection, or try again later.',
  silent: 'The sign-in service didn’t answer. Try again.',
  storage: 'Allow this site to store data in this browser, then try again.',
  popup:
    'Allow this site to open pop-ups and to store data, then try again; or reload and sign in, which loses what is typed.',
};

const ADVICE_BY_CODE: Record<string, string> = {
  answer_unknown: 'Press “Try again” to sign in.',
  id_token_time: 'Set this computer’s clock, then try again.',
  server_error: ADVICE.malformed,
  temporarily_unavailable: ADVICE.malformed,
};

export const describeSignInProblem = ({ kind, code, text }: Failure): { advice: string; reason: string } => ({
  // Without https the browser lacks what a sign-in needs, and asks nobody.
  advice:
    kind === 'unreachable' && 'isSecureContext' in globalThis && !isSecureContext
      ? 'This page came over http. Ask an administrator to serve it over https.'
      : (ADVICE_BY_CODE[code] ?? ADVICE[kind]),
  reason: text || 'The sign-in service gave no reason',
});
