import type { PolicyOrigins } from './headers.ts';

/** What a web server has to know of one console. */
export type Served = {
  /** The path it lies under, with a slash at both ends: "/", "/console/". */
  base: string;
  /** The folder that is served; the console's files lie below it under the base path. */
  root: string;
  origins: PolicyOrigins;
  /** Further headers, sent with every response. */
  more: Record<string, string>;
};

/** A block of a server's configuration, by how its language indents. */
export const blocksOf =
  (indent: string) =>
  (opening: string, lines: readonly string[]): string[] => [
    `${opening} {`,
    ...lines.map((line) => line && `${indent}${line}`),
    '}',
  ];

/** A base path as a regular expression finds it. */
export const literally = (path: string): string => path.replaceAll(/[.~]/g, String.raw`\$&`);
