import { isRecord } from '#src/lib/is-record.ts';
import { decodeJwt, type Tokens } from './id-token.ts';

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
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
};

/** Nothing is verified: only for what the console shows. */
export const readRoles = (
  { claims, accessToken }: Pick<Tokens, 'claims' | 'accessToken'>,
  claim: string,
): string[] => toTexts(readPath(claims, claim) ?? readPath(decodeJwt(accessToken), claim));
