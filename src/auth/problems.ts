import type { ProblemKind, SignInProblem } from './state.ts';

export type Failure = Pick<SignInProblem, 'kind' | 'code' | 'text'>;

/** A failure on its way up. Carries our own words only: the library's errors hold the code or the refresh token. */
export class AuthError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.code);
    this.name = 'AuthError';
    this.failure = failure;
  }
}

const UNREACHABLE: Failure = {
  kind: 'unreachable',
  code: 'no_answer',
  text: 'The sign-in service gave no usable answer.',
};

/** A frame or popup cannot report: this browser has no channels between pages, or refuses them. */
export const UNHEARD: Failure = { kind: 'silent', code: 'no_channel', text: '' };

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Text from outside made fit to show: no control or direction characters, single spaces, at most `max` characters. */
export const plainText = (value: unknown, max: number): string => {
  if (typeof value !== 'string') return '';
  const characters = [
    ...value
      .slice(0, max * 4)
      .replace(HIDDEN, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ];
  return characters.length > max
    ? `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
    : characters.join('');
};

/** That `what` comes from another issuer than the configured one, by both names. */
export const otherIssuer = (what: string, found: unknown, expected: string): string => {
  const name = plainText(found, 200);
  return `${what} names ${name ? `the issuer ${name}` : 'no issuer'}, but the configuration expects ${expected}.`;
};

/** A server that does not take the console for a public client says so in words only. */
const WANTS_SECRET = /client[ _]secret/i;

/** The server's refusal (RFC 6749 sections 4.1.2.1 and 5.2) in its own words. */
export const refusal = (error: unknown, description: unknown): Failure => {
  const code = plainText(error, 60) || 'error';
  const text = plainText(description, 300);
  return { kind: WANTS_SECRET.test(text) ? 'secret' : 'refused', code, text };
};

/** Sorts what was thrown on the way to the server. Takes nothing of it but an error code and its description. */
export const failureOf = (thrown: unknown): Failure => {
  if (thrown instanceof AuthError) return thrown.failure;
  if (!(thrown instanceof Error)) return UNREACHABLE;
  if ('error' in thrown && typeof thrown.error === 'string') {
    return refusal(thrown.error, 'error_description' in thrown ? thrown.error_description : undefined);
  }
  // The library's own checks of the ID token have no type of their own.
  if (
    thrown.name === 'InvalidTokenError' ||
    /^(ID Token is missing|nonce in id_token)/.test(thrown.message)
  ) {
    return {
      kind: 'foreign',
      code: 'id_token_unreadable',
      text: 'The ID token is not one for this sign-in.',
    };
  }
  return UNREACHABLE;
};

/** Refusals after which only a person can go on (OpenID Connect Core section 3.1.2.6, RFC 6749 section 5.2). */
const FINAL: ReadonlySet<string> = new Set([
  'invalid_grant',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
  'access_denied',
  'invalid_client',
  'unauthorized_client',
]);

/** Whether a session cannot go on after this failure; all else is trouble on the way, which passes. */
export const endsSession = ({ kind, code }: Failure): boolean => kind === 'foreign' || FINAL.has(code);

/** An unguessable text of `count` random bytes, in hexadecimal. */
export const randomText = (count: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** A short name for one try at signing in, such as `a7f3-09c2`. */
export const attemptName = (): string => `${randomText(2)}-${randomText(2)}`;

/** The failure of one try, for the page to put into words. */
export const problemOf = (failure: Failure, now: number, attempt: string): SignInProblem => ({
  ...failure,
  at: now,
  attempt,
});

const ADVICE: Record<ProblemKind, string> = {
  refused: 'Try again, use another account, or ask an administrator for access.',
  foreign:
    'The answer of the sign-in service was not accepted. Try again; if it happens again, tell an administrator.',
  malformed: 'The sign-in service has a problem. Try again in a moment.',
  unreachable:
    'The sign-in service cannot be reached from this browser. Check the connection, then try again.',
  silent: 'The sign-in service did not answer. Try again.',
  storage: 'Allow this site to store data in this browser, then try again.',
  secret:
    'The sign-in service wants a client secret, which no page can keep. An administrator has to register this console as a public client, or put a broker between.',
};

/** What a page says of a problem: what to do, and what the server said. */
export const describeSignInProblem = ({
  kind,
  text,
}: Pick<SignInProblem, 'kind' | 'text'>): { advice: string; reason: string } => ({
  advice: ADVICE[kind],
  reason: text || 'The sign-in service gave no reason',
});
