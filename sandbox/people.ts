import { createHash } from 'node:crypto';

export type Person = {
  sub: string;
  name: string;
  email: string;
  role: string;
  accessTokenSeconds: number;
  /** How often a refresh token may be used. Unlimited by default. */
  renewals?: number;
};

export type SignIn =
  | { outcome: 'signed-in'; person: Person }
  | { outcome: 'refused'; error: string; description: string }
  | { outcome: 'invalid'; reason: string };

const ACCESS_TOKEN_SECONDS = 600;
const MAX_ACCESS_TOKEN_SECONDS = 3600;

const sample = (sub: string, name: string, role: string): Person => ({
  sub,
  name,
  role,
  email: `${sub}@sandbox.example`,
  accessTokenSeconds: ACCESS_TOKEN_SECONDS,
});

export const SAMPLE_PEOPLE: readonly Person[] = [
  sample('maya', 'Maya Okafor', 'administrator'),
  sample('jonas', 'Jonas Lind', 'support'),
  sample('ines', 'Inés Duarte', 'campaign manager'),
];

const slug = (name: string): string => {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  // A name in another script has no such letters. It is still one person, always the same.
  return words || `person-${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;
};

const WISH = /\s\+(\d+s|\d+x|role:[\w-]+|refused|error)(?=\s|$)/g;

export const createDirectory = () => {
  const people = new Map(SAMPLE_PEOPLE.map((person) => [person.sub, person]));

  const signIn = (typed: string): SignIn => {
    const text = typed.trim();
    const wishes = [...` ${text}`.matchAll(WISH)].map(([, wish = '']) => wish);
    const read = (pattern: RegExp) => wishes.flatMap((wish) => pattern.exec(wish)?.[1] ?? [])[0];
    const name = ` ${text}`.replace(WISH, '').trim();
    if (!name) return { outcome: 'invalid', reason: 'Enter a name' };
    if (name.length > 120) return { outcome: 'invalid', reason: 'Enter at most 120 letters' };
    if (wishes.includes('refused')) {
      return {
        outcome: 'refused',
        error: 'access_denied',
        description: 'User is not assigned to this application',
      };
    }
    if (wishes.includes('error')) {
      return { outcome: 'refused', error: 'server_error', description: 'The directory is not available' };
    }
    const seconds = Number(read(/^(\d+)s$/) ?? ACCESS_TOKEN_SECONDS);
    if (seconds < 1 || seconds > MAX_ACCESS_TOKEN_SECONDS) {
      return { outcome: 'invalid', reason: `Enter a lifetime from 1 to ${MAX_ACCESS_TOKEN_SECONDS} seconds` };
    }
    const renewals = read(/^(\d+)x$/);
    const known = SAMPLE_PEOPLE.find((person) => person.name === text);
    const sub = known?.sub ?? slug(text);
    const person = people.get(sub) ?? {
      sub,
      name,
      role: read(/^role:(.+)$/) ?? 'guest',
      email: `${sub}@sandbox.example`,
      accessTokenSeconds: seconds,
      ...(renewals !== undefined && { renewals: Number(renewals) }),
    };
    people.set(sub, person);
    return { outcome: 'signed-in', person };
  };

  /** Counts a use of the refresh token, and returns whether it is allowed. */
  const mayRenew = (sub: string): boolean => {
    const person = people.get(sub);
    if (person?.renewals === undefined) return person !== undefined;
    person.renewals -= 1;
    return person.renewals >= 0;
  };

  return { signIn, mayRenew, find: (sub: string): Person | undefined => people.get(sub) };
};

export type Directory = ReturnType<typeof createDirectory>;
