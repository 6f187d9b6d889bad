import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { importMapSource } from './headers.ts';
import { packed } from './packed.ts';
import { SettingsError } from './settings.ts';

/** What a build writes, without the endings of compressed files; `config.json` may be added by hand. */
const BUILT = new Set([
  'assets',
  'auth',
  'config.json',
  'icon.svg',
  'index.html',
  'licenses.json',
  'robots.txt',
]);

/** The pages that name addresses of the console; scripts and styles find each other by where they lie. */
const PAGES = ['index.html', 'auth/silent.html'];

/** Every address of the console in a page and its import map; `data-base` tells the code. No script is changed, so its hash still holds. */
const ADDRESS = /(?<=\s(?:href|src|data-base)="|[{,]")\//g;

/** Throws a {@link SettingsError} unless the folder is a build and nothing else, such as a whole repository. */
const expectBuild = (build: string): void => {
  const pages = PAGES.map((name) => join(build, name));
  const isBuilt =
    [...pages, join(build, 'assets')].every((path) => existsSync(path)) &&
    importMapSource(readFileSync(join(build, 'index.html'), 'utf8')).length > 0;
  if (!isBuilt)
    throw new SettingsError(`${build} is not a build of the console. \`npm run build\` writes one to dist.`);
  const others = readdirSync(build).filter((name) => !BUILT.has(name.replace(/\.(?:br|gz)$/, '')));
  if (others.length > 0)
    throw new SettingsError(`${build} holds what no build writes: ${others.join(', ')}. Remove it first.`);
};

const layOut = (build: string, folder: string, base: string, configText: string): void => {
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
};

/**
 * Writes the files of a build to `root`, as a web server serves them below `base`, with this `config.json`. What was
 * there is replaced at once, when all is written. Returns the policy's sources of the scripts in the pages.
 */
export const writeSite = (build: string, root: string, base: string, configText: string): string[] => {
  expectBuild(build);
  const next = `${root}.next`;
  const folder = join(next, base);
  rmSync(next, { recursive: true, force: true });
  try {
    layOut(build, folder, base, configText);
    const sources = importMapSource(readFileSync(join(folder, 'index.html'), 'utf8'));
    rmSync(root, { recursive: true, force: true });
    renameSync(next, root);
    return sources;
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
};
