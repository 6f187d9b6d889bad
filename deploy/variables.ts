import type * as z from 'zod/mini';
import { configSchema } from '#src/config.ts';

// Every other variable that begins with `CONSOLE_` is a key of the configuration.
export const PREFIX = 'CONSOLE_';
export const SERVER_VARIABLES = {
  basePath: 'CONSOLE_BASE_PATH',
  connect: 'CONSOLE_CONNECT_ORIGINS',
  frame: 'CONSOLE_FRAME_ORIGINS',
  hsts: 'CONSOLE_HSTS_SECONDS',
  previous: 'CONSOLE_PREVIOUS_ASSETS',
  reports: 'CONSOLE_REPORT_URL',
} as const;

/** `oidc.clientId` → `CONSOLE_OIDC_CLIENT_ID`; deeper keys are inside the value of that variable. */
export const toVariable = (key: string): string =>
  `${PREFIX}${key.split('.').slice(0, 2).join('_').replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`;

type Definition = { innerType?: z.core.$ZodType; shape?: Record<string, z.core.$ZodType> };

const shapeOf = (schema: z.core.$ZodType): Record<string, z.core.$ZodType> | undefined => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of each kind of schema only some members are there
  const { innerType, shape } = schema._zod.def as Definition;
  return innerType ? shapeOf(innerType) : shape;
};

const listKeys = (): string[] =>
  Object.entries(shapeOf(configSchema) ?? {}).flatMap(([group, schema]) => {
    const inner = shapeOf(schema);
    return inner ? Object.keys(inner).map((name) => `${group}.${name}`) : [group];
  });

const KNOWN: readonly string[] = [...Object.values(SERVER_VARIABLES), ...listKeys().map(toVariable)];

export const isKnown = (variable: string): boolean => KNOWN.includes(variable);

/** Characters to insert, remove or replace (Levenshtein). */
const countEdits = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [above, letter] of [...from].entries()) {
    const next = [above + 1];
    for (const [at, other] of [...to].entries()) {
      const replaced = (row[at] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
};

const MOST_EDITS = 4;

const joinWords = (name: string): string => name.replaceAll('_', '');

/** ` Did you mean CONSOLE_BASE_PATH?`, or nothing. */
export const suggestVariable = (unknown: string): string => {
  const edits = KNOWN.map((name) => ({ name, count: countEdits(joinWords(unknown), joinWords(name)) }));
  const least = Math.min(...edits.map(({ count }) => count));
  if (least > MOST_EDITS) return '';
  const names = edits.filter(({ count }) => count === least).map(({ name }) => name);
  return ` Did you mean ${names.join(' or ')}?`;
};
