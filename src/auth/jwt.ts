import { isRecord } from '#src/lib/is-record.ts';

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
