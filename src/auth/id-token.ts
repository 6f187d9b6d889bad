import { isRecord } from '#src/lib/is-record.ts';
import { otherIssuer, plainText, type Failure } from './problems.ts';
import type { Person } from './state.ts';

export type Claims = Readonly<Record<string, unknown>>;

const decodePart = (part: string): Claims | undefined => {
  if (!/^[A-Za-z0-9_-]+$/.test(part)) return undefined;
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Header and claims of a signed JWT (RFC 7519, compact form), `undefined` for anything else, an unsigned one included.
 * The signature itself is not verified: the token came over TLS from the token endpoint (OpenID Connect Core
 * section 3.1.3.7, 6).
 */
export const decodeJwt = (token: string): { header: Claims; claims: Claims } | undefined => {
  const [first, second, signature, ...more] = token.split('.');
  if (!first || !second || !signature || more.length > 0) return undefined;
  const header = decodePart(first);
  const claims = decodePart(second);
  if (!header || !claims) return undefined;
  const { alg } = header;
  if (typeof alg !== 'string' || alg === '' || alg.toLowerCase() === 'none') return undefined;
  return { header, claims };
};

const shortText = (value: unknown): string => plainText(value, 120);

const nameFrom = (claims: Claims): string =>
  shortText(claims['name']) ||
  [shortText(claims['given_name']), shortText(claims['family_name'])].filter(Boolean).join(' ') ||
  shortText(claims['preferred_username']) ||
  shortText(claims['nickname']) ||
  shortText(claims['email']);

/** The subject of an access token that is a JWT of the same issuer (RFC 9068). Only to distinguish people. */
export const subjectOfAccessToken = (accessToken: string, issuer: string): string | undefined => {
  const claims = decodeJwt(accessToken)?.claims;
  if (claims?.['iss'] !== issuer) return undefined;
  const { sub } = claims;
  return typeof sub === 'string' && sub !== '' ? sub : undefined;
};

/** The person these tokens belong to; `undefined` if they do not say. */
export const personOf = (
  tokens: { claims: Claims | undefined; accessToken: string },
  issuer: string,
): Person | undefined => {
  const { claims } = tokens;
  const sub = claims?.['sub'];
  if (claims && typeof sub === 'string') {
    const email = shortText(claims['email']);
    return { subject: sub, name: nameFrom(claims) || 'Signed in', ...(email && { email }) };
  }
  const subject = subjectOfAccessToken(tokens.accessToken, issuer);
  return subject === undefined ? undefined : { subject, name: 'Signed in' };
};

/** The key of what this browser keeps per person: an issuer's subjects are its own (OpenID Connect Core section 5.7). */
export const personKeyOf = (person: Person, issuer: string): string => `${issuer} ${person.subject}`;

/** Seconds that an ID token may be past its end: clocks differ a little (OpenID Connect Core section 3.1.3.7, 9). */
const EXPIRY_LEEWAY = 60;
/** Seconds until a token begins to hold (RFC 7519 section 4.1.5: "no more than a few minutes"). */
const BEGIN_LEEWAY = 300;
/** Seconds that a token may seem issued in the future: a computer whose clock is ten minutes slow still signs in. */
const ISSUED_LEEWAY = 900;
/** Longer lifetimes than a year say nothing; the timer would be the only one to believe them. */
const LONGEST_LIFETIME = 365 * 24 * 3600;

/** What an ID token has to agree with. Clocks in seconds; two if they may differ (the wall clock was set meanwhile). */
export type Expected = {
  issuer: string;
  clientId: string;
  clocks: readonly number[];
  /** `fresh`: an answer to our own request, `nonce` must be there. `renewed`: may be missing (Core section 12.2). */
  nonce: { value: string; of: 'fresh' | 'renewed' };
  /** The scope holds `openid`, and this is the answer to an authorization request. */
  idTokenRequired: boolean;
  /** Whoever was signed in before, on a renewal by refresh token. */
  subject: string | undefined;
};

export type CheckedTokens = {
  accessToken: string;
  refreshToken: string | undefined;
  idToken: string | undefined;
  claims: Claims | undefined;
  scope: string | undefined;
  /** Seconds; `undefined` if the server does not say, or says nonsense. */
  lifetimeSeconds: number | undefined;
};

export type Checked = { ok: true; tokens: CheckedTokens } | { ok: false; failure: Failure };

const no = (kind: Failure['kind'], code: string, text: string): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { kind, code, text },
});
const foreign = (code: string, text: string) => no('foreign', code, text);

const nonEmpty = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** `expires_in` (RFC 6749 section 5.1) in seconds, also as text; `undefined` for anything unusable. */
export const lifetimeSeconds = (value: unknown): number | undefined => {
  const seconds = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds <= 0) return undefined;
  return Math.min(seconds, LONGEST_LIFETIME);
};

const audienceFault = (claims: Claims, clientId: string): string | undefined => {
  const audiences: readonly unknown[] = Array.isArray(claims['aud']) ? claims['aud'] : [claims['aud']];
  if (!audiences.every((audience) => typeof audience === 'string') || !audiences.includes(clientId)) {
    return 'The ID token is meant for another application.';
  }
  if (claims['azp'] === undefined) {
    return audiences.length > 1
      ? 'The ID token names several applications and none it was issued to.'
      : undefined;
  }
  return claims['azp'] === clientId ? undefined : 'The ID token was issued to another application.';
};

const isSeconds = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const optionalSeconds = (value: unknown): boolean => value === undefined || isSeconds(value);

const minutes = (seconds: number): string => `${Math.max(1, Math.round(Math.abs(seconds) / 60))} min`;
const CLOCK = 'Check the clock of this computer.';

const timeFault = (claims: Claims, clocks: readonly number[]): string | undefined => {
  const { exp, iat, nbf } = claims;
  if (!isSeconds(exp) || !isSeconds(iat) || !optionalSeconds(nbf))
    return 'The ID token does not say when it holds.';
  if (exp <= iat) return 'The ID token ends before it begins.';
  const earliest = Math.min(...clocks);
  const latest = Math.max(...clocks);
  if (exp <= earliest - EXPIRY_LEEWAY) return `The ID token expired ${minutes(earliest - exp)} ago. ${CLOCK}`;
  if (iat > latest + ISSUED_LEEWAY)
    return `The ID token is from ${minutes(iat - latest)} in the future. ${CLOCK}`;
  if (isSeconds(nbf) && nbf > latest + BEGIN_LEEWAY) {
    return `The ID token holds only in ${minutes(nbf - latest)}. ${CLOCK}`;
  }
  return undefined;
};

/** Judges an ID token by OpenID Connect Core section 3.1.3.7 (and 12.2 on a renewal), the signature aside. */
export const checkIdToken = (
  idToken: string,
  expected: Expected,
): { ok: true; claims: Claims } | { ok: false; failure: Failure } => {
  const claims = decodeJwt(idToken)?.claims;
  if (!claims) return foreign('id_token_unreadable', 'The ID token is not a signed token.');
  if (claims['iss'] !== expected.issuer)
    return foreign('id_token_issuer', otherIssuer('The ID token', claims['iss'], expected.issuer));
  const audience = audienceFault(claims, expected.clientId);
  if (audience) return foreign('id_token_audience', audience);
  const subject = nonEmpty(claims['sub']);
  if (!subject) return foreign('id_token_subject', 'The ID token names nobody.');
  const { nonce } = expected;
  const mayLackNonce = nonce.of === 'renewed' && claims['nonce'] === undefined;
  if (!mayLackNonce && claims['nonce'] !== nonce.value) {
    return foreign('id_token_nonce', 'The ID token does not answer the request of this browser.');
  }
  const time = timeFault(claims, expected.clocks);
  if (time) return foreign('id_token_time', time);
  if (expected.subject !== undefined && subject !== expected.subject) {
    return foreign('subject_changed', 'The renewed session belongs to somebody else.');
  }
  return { ok: true, claims };
};

/**
 * Judges the answer of a token endpoint (RFC 6749 section 5.1). A `malformed` answer is a server's bad moment: an older
 * session outlives it. A `foreign` one was issued to or by somebody else, or is out of date: all of it is dropped.
 */
export const checkTokens = (answer: unknown, expected: Expected): Checked => {
  if (!isRecord(answer))
    return no('malformed', 'answer_unreadable', 'The sign-in service gave an unreadable answer.');
  const accessToken = nonEmpty(answer['access_token']);
  // Visible ASCII: anything else does not fit into a header (RFC 6750 section 2.1).
  if (!accessToken || !/^[\x21-\x7e]+$/.test(accessToken)) {
    return no('malformed', 'access_token_missing', 'The sign-in service gave no usable access token.');
  }
  // The library puts null if there is none.
  if (answer['error'] !== undefined && answer['error'] !== null) {
    return no('malformed', 'answer_contradicts', 'The sign-in service gave tokens and an error at once.');
  }
  const tokenType = nonEmpty(answer['token_type']);
  if (tokenType?.toLowerCase() !== 'bearer') {
    return no(
      'malformed',
      'token_type_unknown',
      'The sign-in service gave a token of another type than bearer.',
    );
  }
  const tokens = {
    accessToken,
    refreshToken: nonEmpty(answer['refresh_token']),
    scope: nonEmpty(answer['scope']),
    lifetimeSeconds: lifetimeSeconds(answer['expires_in']),
  };
  const given = answer['id_token'];
  if (given === undefined || given === null) {
    if (expected.idTokenRequired) return foreign('id_token_missing', 'The sign-in service gave no ID token.');
    return { ok: true, tokens: { ...tokens, idToken: undefined, claims: undefined } };
  }
  if (typeof given !== 'string') return foreign('id_token_unreadable', 'The ID token is not a signed token.');
  const checked = checkIdToken(given, expected);
  return checked.ok ? { ok: true, tokens: { ...tokens, idToken: given, claims: checked.claims } } : checked;
};
