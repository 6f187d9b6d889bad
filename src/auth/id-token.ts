import { isRecord } from '#src/lib/is-record.ts';
import { foreign, malformed, otherIssuer, plainText } from './problems.ts';
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
 * The claims of a signed JWT (RFC 7519, compact form); `undefined` for anything else. The signature is not verified,
 * since the token came over TLS from the token endpoint (OpenID Connect Core section 3.1.3.7, 6).
 */
export const decodeJwt = (token: string): Claims | undefined => {
  const [header = '', claims = '', signature, ...more] = token.split('.');
  if (!signature || more.length > 0) return undefined;
  const alg = decodePart(header)?.['alg'];
  if (typeof alg !== 'string' || alg === '' || alg.toLowerCase() === 'none') return undefined;
  return decodePart(claims);
};

const nonEmpty = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The subject of an access token that is a JWT of the same issuer (RFC 9068). Only to distinguish people. */
export const subjectOfAccessToken = (accessToken: string, issuer: string): string | undefined => {
  const claims = decodeJwt(accessToken);
  return claims?.['iss'] === issuer ? nonEmpty(claims['sub']) : undefined;
};

const NO_NAME = 'Signed in';

export const readPerson = (
  { claims, accessToken }: Pick<Tokens, 'claims' | 'accessToken'>,
  issuer: string,
): Person | undefined => {
  const text = (name: string): string => plainText(claims?.[name], 120);
  const subject = nonEmpty(claims?.['sub']) ?? subjectOfAccessToken(accessToken, issuer);
  if (subject === undefined) return undefined;
  const fullName = `${text('given_name')} ${text('family_name')}`.trim();
  const email = text('email');
  const name = text('name') || fullName || text('preferred_username') || text('nickname') || email || NO_NAME;
  return { subject, name, ...(email && { email }) };
};

export const unnamedPerson = (subject: string): Person => ({ subject, name: NO_NAME });

// In seconds. OpenID Connect Core section 3.1.3.7, 9.
const EXP_LEEWAY = 60;

// RFC 7519 section 4.1.5: "no more than a few minutes".
const NBF_LEEWAY = 300;

// A computer whose clock is ten minutes slow can still sign in.
const IAT_LEEWAY = 900;

export type Expected = {
  issuer: string;
  clientId: string;
  /** Seconds. Two clocks, since the computer's may have been set: a time has to fit one of them. */
  clocks: readonly number[];
  /** Not required of a renewed token (OpenID Connect Core section 12.2), or if none was sent. */
  nonce: { value: string; isRequired: boolean };
  idTokenRequired: boolean;
  /** The subject before a renewal. */
  subject: unknown;
};

type CheckedTokens = {
  accessToken: string;
  refreshToken?: string | undefined;
  idToken?: string | undefined;
  claims?: Claims | undefined;
  scope?: string | undefined;
  /** `undefined` if the server gives no usable number. */
  lifetimeSeconds?: number | undefined;
};

export type Tokens = Omit<CheckedTokens, 'scope'> & { scope: string; nonce: string };

const isSeconds = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const parseLifetime = (value: unknown): number | undefined => {
  // Some servers send `expires_in` as text.
  const seconds = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return isSeconds(seconds) && seconds > 0 ? seconds : undefined;
};

// Visible ASCII: anything else doesn't fit into a header (RFC 6750 section 2.1).
export const isBearerToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

const checkAudience = ({ aud, azp }: Claims, clientId: string): void => {
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  const isForUs = audiences.every((one) => typeof one === 'string') && audiences.includes(clientId);
  const isToUs = azp === undefined ? audiences.length === 1 : azp === clientId;
  if (!isForUs || !isToUs) throw foreign('id_token_audience', 'The ID token is for another application.');
};

const checkTimes = ({ exp, iat, nbf }: Claims, clocks: readonly number[]): void => {
  const fail = (text: string) => foreign('id_token_time', text);
  const failByClock = (text: string, seconds: number) =>
    fail(`The ID token ${text} (${Math.max(1, Math.round(seconds / 60))} min).`);
  if (!isSeconds(exp) || !isSeconds(iat) || !(nbf === undefined || isSeconds(nbf)))
    throw fail('The ID token doesn’t say when it is valid.');
  if (exp <= iat) throw fail('The ID token ends before it begins.');
  const earliest = Math.min(...clocks);
  const latest = Math.max(...clocks);
  if (exp <= earliest - EXP_LEEWAY) throw failByClock('has expired', earliest - exp);
  if (iat > latest + IAT_LEEWAY) throw failByClock('is from the future', iat - latest);
  if (nbf !== undefined && nbf > latest + NBF_LEEWAY) throw failByClock('isn’t valid yet', nbf - latest);
};

/** Checks an ID token by OpenID Connect Core section 3.1.3.7 (12.2 on a renewal), except its signature. */
const checkIdToken = (idToken: unknown, expected: Expected): Claims => {
  const claims = typeof idToken === 'string' ? decodeJwt(idToken) : undefined;
  if (!claims) throw foreign('id_token_unreadable', 'The ID token is not a signed token.');
  if (claims['iss'] !== expected.issuer)
    throw foreign('id_token_issuer', otherIssuer('The ID token', claims['iss'], expected.issuer));
  checkAudience(claims, expected.clientId);
  const subject = nonEmpty(claims['sub']);
  if (!subject) throw foreign('id_token_subject', 'The ID token names no user.');
  const { nonce } = expected;
  const mayLackNonce = !nonce.isRequired && claims['nonce'] === undefined;
  if (!mayLackNonce && claims['nonce'] !== nonce.value)
    throw foreign('id_token_nonce', 'The ID token doesn’t answer the request of this browser.');
  checkTimes(claims, expected.clocks);
  if (expected.subject !== undefined && subject !== expected.subject)
    throw foreign('subject_changed', 'The renewed session belongs to another user.');
  return claims;
};

/**
 * Checks the answer of a token endpoint (RFC 6749 section 5.1). A `malformed` answer is temporary: the session survives
 * it. A `foreign` one ends the session.
 */
export const checkTokens = (answer: unknown, expected: Expected): CheckedTokens => {
  const given = isRecord(answer) ? answer : {};
  const accessToken = nonEmpty(given['access_token']);
  const isBearer = nonEmpty(given['token_type'])?.toLowerCase() === 'bearer';
  // The library sets `error` to null if there is none.
  const isError = given['error'] !== undefined && given['error'] !== null;
  if (!accessToken || !isBearerToken(accessToken) || !isBearer || isError)
    throw malformed('tokens_unusable', 'The sign-in service gave no usable tokens.');
  const idToken = given['id_token'] ?? undefined;
  if (idToken === undefined && expected.idTokenRequired)
    throw foreign('id_token_missing', 'The sign-in service gave no ID token.');
  return {
    accessToken,
    refreshToken: nonEmpty(given['refresh_token']),
    scope: nonEmpty(given['scope']),
    lifetimeSeconds: parseLifetime(given['expires_in']),
    idToken: nonEmpty(idToken),
    claims: idToken === undefined ? undefined : checkIdToken(idToken, expected),
  };
};

/** A name may contain dots itself, as in `https://example.com/roles`. */
const readPath = (value: unknown, path: string): unknown => {
  if (!isRecord(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  for (const [name, inner] of Object.entries(value)) {
    const found = path.startsWith(`${name}.`) ? readPath(inner, path.slice(name.length + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
};

const toTexts = (value: unknown): string[] => {
  // As a whole, too: the name of a role may contain spaces.
  if (typeof value === 'string') return [value, ...value.split(/\s+/)];
  // Zitadel's roles are keys.
  if (isRecord(value)) return Object.keys(value);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
};

/** The roles in a claim. Nothing is verified: only for what the console shows. */
export const readRoles = (
  { claims, accessToken }: Pick<Tokens, 'claims' | 'accessToken'>,
  claim: string,
): string[] => toTexts(readPath(claims, claim) ?? readPath(decodeJwt(accessToken), claim));
