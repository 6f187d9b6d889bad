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
import { compress } from './compress.ts';
import { SettingsError } from './settings.ts';

/** What a build writes, compressed forms aside. `config.json` may be added by hand. */
const BUILT = new Set([
  'assets',
  'auth',
  'config.json',
  'icon.svg',
  'index.html',
  'licenses.json',
  'robots.txt',
]);

/** Only these name addresses of the console; scripts and styles use relative ones. */
const PAGES = ['index.html', 'auth/silent.html'];

/** Every address of the console in a page and its import map. Scripts are not changed, so their hashes hold. */
const ADDRESS = /(?<=\s(?:href|src|data-base)="|[{,]")\//g;

/** Throws a {@link SettingsError} if the folder is no build, or holds more, such as a whole repository. */
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
  // With their times, so that several servers send the same `Last-Modified`.
  cpSync(build, folder, { recursive: true, preserveTimestamps: true });
  for (const name of PAGES) {
    const path = join(folder, name);
    const { atime, mtime } = statSync(path);
    const html = readFileSync(path, 'utf8').replaceAll(ADDRESS, base);
    for (const [extension, content] of [['', html], ...compress(html)] as const) {
      writeFileSync(path + extension, content);
      utimesSync(path + extension, atime, mtime);
    }
  }
  writeFileSync(join(folder, 'config.json'), configText);
};

/** Replaces `root` at once, when all is written. Returns the sources for `script-src`. */
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
