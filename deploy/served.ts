import type { PolicyOrigins } from './headers.ts';

export type Served = {
  /** With a slash at both ends: `/`, `/console/`. */
  base: string;
  /** The folder that is served; the console's files are below it, under the base path. */
  root: string;
  origins: PolicyOrigins;
  /** Sent with every response. */
  moreHeaders: Record<string, string>;
};

export const createBlockWriter =
  (indent: string) =>
  (opening: string, lines: readonly string[]): string[] => [
    `${opening} {`,
    ...lines.map((line) => line && `${indent}${line}`),
    '}',
  ];

export const escapeRegExp = (path: string): string => path.replaceAll(/[.~]/g, String.raw`\$&`);

export const quote = (text: string): string => `"${text.replaceAll('"', String.raw`\"`)}"`;
