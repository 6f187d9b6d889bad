import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ASSETS, OWN_PAGES } from './addresses.ts';
import { inlineScriptSources, integrityOf } from './headers.ts';
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
  'setup.html',
  'version.json',
]);

/** Only these name addresses of the console; scripts and styles use relative ones. */
const PAGES = ['index.html', ...OWN_PAGES.map((page) => `${page}.html`)];

/** Every address of the console in a page and its import map. Scripts are not changed, so their hashes hold. */
const ADDRESS = /(?<=\s(?:href|src|data-base)="|[{,]")\//g;

/** What a code of Node means for the path of the error. */
const FILE_FAULTS: Record<string, string> = {
  ENOENT: 'does not exist',
  EEXIST: 'is a file, not a folder',
  ENOTDIR: 'is a file, not a folder',
  EACCES: 'is closed to this user',
  EPERM: 'is closed to this user',
  EROFS: 'is on a disk that can only be read',
};

/** One sentence. */
export const describeError = (error: Error & { code?: string; path?: string }): string => {
  const fault = FILE_FAULTS[error.code ?? ''];
  return fault === undefined || error.path === undefined ? error.message : `${error.path} ${fault}.`;
};

const NOTES = 'release.json';

const readText = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** Scripts of the page that are not in the build, or not as built. */
const findChanged = (build: string, html: string): string[] => {
  const map = /<script type="importmap">(.*?)<\/script>/.exec(html)?.[1] ?? '{}';
  const { integrity = {} } = JSON.parse(map) as { integrity?: Record<string, string> };
  const isBuilt = ([path, hash]: [string, string]) =>
    existsSync(join(build, path)) && hash === integrityOf(readFileSync(join(build, path)));
  return Object.entries(integrity)
    .filter((entry) => !isBuilt(entry))
    .map(([path]) => path);
};

/** Throws a {@link SettingsError} if the folder is no build, not a whole one, or holds more, such as a repository. */
export const expectBuild = (build: string): void => {
  const html = readText(join(build, 'index.html'));
  const isBuild =
    [...PAGES, 'assets', 'version.json'].every((name) => existsSync(join(build, name))) &&
    html.includes('<script type="importmap">');
  if (!isBuild)
    throw new SettingsError(`${build} is not a build of the console. \`npm run build\` writes one to dist.`);
  if (!html.includes('data-base="/"'))
    throw new SettingsError(
      `${build} was prepared for a path already. Name the folder that the build wrote.`,
    );
  const others = readdirSync(build).filter((name) => !BUILT.has(name.replace(/\.(?:br|gz)$/, '')));
  if (others.length > 0)
    throw new SettingsError(`${build} holds what no build writes: ${others.join(', ')}. Remove it first.`);
  const changed = findChanged(build, html);
  if (changed.length > 0)
    throw new SettingsError(`${build} is not as built: ${changed.join(', ')}. Build or unpack it again.`);
};

/** What a release says about itself, for the one after it. */
type Notes = { base: string; build: string; assets: string[] };

const readNotes = (release: string): Notes | undefined => {
  const text = readText(join(release, NOTES));
  return text === '' ? undefined : (JSON.parse(text) as Notes);
};

const copyAssets = (from: string, to: string, names: readonly string[]): void => {
  const there = new Set(readdirSync(to));
  for (const name of names.filter((each) => !there.has(each)))
    cpSync(join(from, name), join(to, name), { preserveTimestamps: true });
};

/** Web servers run as another user, whatever this one's mask is. */
const makeReadable = (folder: string): void => {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
};

/**
 * Pages that are open still ask for the assets of the release before; if it has the same build, for all it served. That
 * one gets the new assets: while a web server reloads, its old workers are asked for them.
 */
const shareAssets = (earlier: string, assets: string, { base, build, assets: own }: Notes): void => {
  const notes = readNotes(earlier);
  if (notes?.base !== base) return;
  const before = join(earlier, 'site', base, ASSETS);
  copyAssets(before, assets, notes.build === build ? readdirSync(before) : notes.assets);
  copyAssets(assets, before, own);
  makeReadable(before);
};

/** Folders above that other users can't enter. */
export const findClosedFolders = (folder: string): string[] => {
  const above = dirname(folder);
  const isClosed = (statSync(folder).mode & 0o001) === 0;
  return [...(above === folder ? [] : findClosedFolders(above)), ...(isClosed ? [folder] : [])];
};

export type Site = {
  build: string;
  base: string;
  configText: string;
  /** The folder of the release that was served before. */
  earlier: string | undefined;
  /** A folder of assets to serve too, such as those of an earlier image. */
  moreAssets: string | undefined;
};

/** Writes `<release>/site`. Returns the sources for `script-src`. */
export const writeSite = (
  release: string,
  { build, base, configText, earlier, moreAssets }: Site,
): string[] => {
  const folder = join(release, 'site', base);
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
  const assets = join(folder, ASSETS);
  const { build: id } = JSON.parse(readText(join(folder, 'version.json'))) as { build: string };
  const notes = { base, build: id, assets: readdirSync(assets) };
  writeFileSync(join(release, NOTES), JSON.stringify(notes));
  if (earlier !== undefined) shareAssets(earlier, assets, notes);
  if (moreAssets !== undefined) copyAssets(moreAssets, assets, readdirSync(moreAssets));
  makeReadable(release);
  return inlineScriptSources(readFileSync(join(folder, 'index.html'), 'utf8'));
};
