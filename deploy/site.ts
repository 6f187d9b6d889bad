import {
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { packed } from './packed.ts';

/** The pages that name addresses of the console; scripts and styles find each other by where they lie. */
const PAGES = ['index.html', 'auth/silent.html'];

/** Every address of the console in a page; `data-base` tells the code. No script is changed, so its hash still holds. */
const ADDRESS = /(?<=\s(?:href|src|data-base)=")\//g;

/**
 * Lays out the files of a build under `root`, as a web server serves them below `base`, with this `config.json`. What was
 * there is replaced at once, when all is written.
 */
export const writeSite = (build: string, root: string, base: string, configText: string): void => {
  const next = `${root}.next`;
  const folder = join(next, base);
  rmSync(next, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // The times too: of several servers each says the same of a file.
  cpSync(build, folder, { recursive: true, preserveTimestamps: true });
  for (const name of PAGES) {
    const path = join(folder, name);
    const { atime, mtime } = statSync(path);
    const html = readFileSync(path, 'utf8').replaceAll(ADDRESS, base);
    for (const [ending, content] of [['', html], ...packed(html)] as const) {
      writeFileSync(path + ending, content);
      utimesSync(path + ending, atime, mtime);
    }
  }
  writeFileSync(join(folder, 'config.json'), configText);
  rmSync(root, { recursive: true, force: true });
  renameSync(next, root);
};
