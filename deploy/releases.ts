import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from './settings.ts';

// <folder>/releases/<time>/   a release: site/, console.nginx.conf, console.Caddyfile …
// <folder>/current            a symbolic link to the one that is served
// <folder>/console.nginx.conf and so on: links to those of the current one, for a web server to include

const RELEASES = 'releases';
const CURRENT = 'current';
/** A worker of nginx that finishes its requests may still read from the ones before. */
const KEPT = 4;

/** Replaces a link at once: there is no moment without it. */
const link = (target: string, path: string): void => {
  rmSync(`${path}.next`, { force: true });
  symlinkSync(target, `${path}.next`);
  renameSync(`${path}.next`, path);
};

const listReleases = (folder: string): string[] =>
  existsSync(join(folder, RELEASES)) ? readdirSync(join(folder, RELEASES)).toSorted() : [];

const readCurrent = (folder: string): string | undefined => {
  const path = join(folder, CURRENT);
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? readlinkSync(path).split('/').at(-1) : undefined;
};

/** The folder of the release that is served, if there is one. */
export const findCurrent = (folder: string): string | undefined => {
  const current = readCurrent(folder);
  const release = current === undefined ? undefined : join(folder, RELEASES, current);
  return release !== undefined && existsSync(release) ? release : undefined;
};

/** Serves a release from the next reload of the web server on. */
const switchTo = (folder: string, name: string): void => {
  link(join(RELEASES, name), join(folder, CURRENT));
  for (const file of readdirSync(join(folder, RELEASES, name)))
    if (file.startsWith('console.')) link(join(CURRENT, file), join(folder, file));
};

/** `write` fills a new folder; if it fails, what is served stays as it is. */
export const addRelease = (folder: string, write: (release: string) => void): void => {
  // In the order of their times, also if the clock was set back.
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const last = listReleases(folder).at(-1);
  const name = last !== undefined && last >= time ? `${last}-next` : time;
  const release = join(folder, RELEASES, name);
  mkdirSync(release, { recursive: true });
  chmodSync(join(folder, RELEASES), 0o755);
  try {
    write(release);
    switchTo(folder, name);
  } catch (error) {
    rmSync(release, { recursive: true, force: true });
    throw error;
  }
  for (const old of listReleases(folder).slice(0, -KEPT))
    rmSync(join(folder, RELEASES, old), { recursive: true, force: true });
};

/** Switches to the release before the current one, and returns its name. */
export const rollBack = (folder: string): string => {
  const current = readCurrent(folder);
  const before = listReleases(folder).findLast((name) => current !== undefined && name < current);
  if (before === undefined) throw new SettingsError(`${folder} has no release before the current one.`);
  switchTo(folder, before);
  return before;
};
