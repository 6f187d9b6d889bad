import { isRecord } from '#src/lib/is-record.ts';
import { plainText } from './problems.ts';
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

const text = (value: unknown): string => plainText(value, 120);

const nameFrom = (claims: Claims): string =>
  text(claims['name']) ||
  [text(claims['given_name']), text(claims['family_name'])].filter(Boolean).join(' ') ||
  text(claims['preferred_username']) ||
  text(claims['nickname']) ||
  text(claims['email']);

/** The subject an access token tells of, where it is a JWT of the same issuer (RFC 9068). Only to tell people apart. */
export const subjectOfAccessToken = (accessToken: string, issuer: string): string | undefined => {
  const claims = decodeJwt(accessToken)?.claims;
  if (claims?.['iss'] !== issuer) return undefined;
  const { sub } = claims;
  return typeof sub === 'string' && sub !== '' ? sub : undefined;
};

/** Who these tokens belong to; `undefined` where they do not say. */
export const personOf = (
  tokens: { claims: Claims | undefined; accessToken: string },
  issuer: string,
): Person | undefined => {
  const { claims } = tokens;
  const sub = claims?.['sub'];
  if (claims && typeof sub === 'string') {
    const email = text(claims['email']);
    return { subject: sub, name: nameFrom(claims) || 'Signed in', ...(email && { email }) };
  }
  const subject = subjectOfAccessToken(tokens.accessToken, issuer);
  return subject === undefined ? undefined : { subject, name: 'Signed in' };
};

/** The key of what this browser keeps per person: an issuer's subjects are its own (OpenID Connect Core section 5.7). */
export const personKeyOf = (person: Person, issuer: string): string => `${issuer} ${person.subject}`;
