import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'playwright/test';
import { inlineScriptSources } from './headers.ts';
import { addRelease, findCurrent, rollBack } from './releases.ts';
import { describeError, expectBuild, findClosedFolders, writeSite } from './site.ts';

const CODE = 'export {};';
const HASH = `sha384-${createHash('sha384').update(CODE).digest('base64')}`;

const fakeBuild = (asset: string, id = asset): Record<string, string> => ({
  'index.html': `<html data-base="/"><script type="importmap">{"integrity":{"/assets/${asset}":"${HASH}"}}</script><script>{}</script><script src="/assets/first.js"></script></html>`,
  'auth/silent.html': '<script src="/assets/silent.js"></script>',
  'setup.html': '<html data-base="/"><script src="/assets/setup.js"></script></html>',
  [`assets/${asset}`]: CODE,
  'robots.txt': '',
  'version.json': JSON.stringify({ version: '1.0.0', build: id }),
});

const write = (name: string, files: Record<string, string>): string => {
  const folder = test.info().outputPath(name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
};

const settings = { base: '/console/', configText: '{}', moreAssets: undefined };

/** Returns the assets that are served then. */
const deploy = (folder: string, build: string): string[] => {
  const earlier = findCurrent(folder);
  addRelease(folder, (release) => void writeSite(release, { ...settings, build, earlier }));
  return readdirSync(join(findCurrent(folder) ?? '', 'site/console/assets')).toSorted();
};

test('lays a build out under a path', () => {
  const release = test.info().outputPath('release');
  const build = write('dist', fakeBuild('a.js'));
  const sources = writeSite(release, { ...settings, build, earlier: undefined });
  const html = readFileSync(join(release, 'site/console/index.html'), 'utf8');
  expect(html).toContain(`{"/console/assets/a.js":"${HASH}"}`);
  expect(html).toContain('data-base="/console/"');
  expect(html).toContain('src="/console/assets/first.js"');
  expect(sources).toEqual(inlineScriptSources(html));
  expect(sources).toHaveLength(2);
});

for (const { what, files, message } of [
  {
    what: 'a folder that is no build',
    files: { 'index.html': '' },
    message: 'is not a build of the console',
  },
  {
    what: 'a build with other files beside it',
    files: { ...fakeBuild('a.js'), '.git/config': '', 'node_modules/a/index.js': '' },
    message: 'holds what no build writes: .git, node_modules.',
  },
  {
    what: 'a build with a changed file',
    files: { ...fakeBuild('a.js'), 'assets/a.js': 'changed' },
    message: 'is not as built: /assets/a.js.',
  },
  {
    what: 'a site that was prepared already',
    files: {
      ...fakeBuild('a.js'),
      'index.html': '<html data-base="/console/"><script type="importmap">{}</script>',
    },
    message: 'was prepared for a path already',
  },
])
  test(`refuses ${what}`, () => {
    expect(() => expectBuild(write('dist', files))).toThrow(message);
  });

test('accepts all of public/', () => {
  const build = write('dist', fakeBuild('a.js'));
  cpSync('public', build, { recursive: true });
  expect(() => expectBuild(build)).not.toThrow();
});

test('serves the assets of the release before, too', () => {
  const folder = test.info().outputPath('served');
  const [a, b, c] = ['a.js', 'b.js', 'c.js'].map((name) => write(name, fakeBuild(name)));
  expect(deploy(folder, a ?? '')).toEqual(['a.js']);
  expect(deploy(folder, b ?? '')).toEqual(['a.js', 'b.js']);
  // The same build again, with another configuration.
  expect(deploy(folder, b ?? '')).toEqual(['a.js', 'b.js']);
  expect(deploy(folder, c ?? '')).toEqual(['b.js', 'c.js']);
});

test('serves more assets that are named', () => {
  const release = test.info().outputPath('release');
  const moreAssets = write('more', { 'z.js': '' });
  const build = write('dist', fakeBuild('a.js'));
  writeSite(release, { ...settings, build, earlier: undefined, moreAssets });
  expect(readdirSync(join(release, 'site/console/assets')).toSorted()).toEqual(['a.js', 'z.js']);
});

test('says in one sentence what does not exist', () => {
  const moreAssets = test.info().outputPath('missing');
  const folder = test.info().outputPath('folder');
  const build = write('build', fakeBuild('a.js'));
  const errors: string[] = [];
  try {
    addRelease(folder, (release) => {
      writeSite(release, { ...settings, build, earlier: undefined, moreAssets });
    });
  } catch (error) {
    errors.push(describeError(error as Error));
  }
  expect(errors).toEqual([`${moreAssets} does not exist.`]);
});

test('rolls back to the release before', () => {
  const folder = test.info().outputPath('served');
  deploy(folder, write('a', fakeBuild('a.js')));
  const first = findCurrent(folder);
  expect(() => rollBack(folder)).toThrow('no release before');
  deploy(folder, write('b', fakeBuild('b.js')));
  expect(findCurrent(folder)).not.toBe(first);
  rollBack(folder);
  expect(findCurrent(folder)).toBe(first);
});

test('keeps what is served if a release fails', () => {
  const folder = test.info().outputPath('served');
  deploy(folder, write('a', fakeBuild('a.js')));
  const served = findCurrent(folder);
  expect(() =>
    addRelease(folder, () => {
      throw new Error('disk full');
    }),
  ).toThrow('disk full');
  expect(findCurrent(folder)).toBe(served);
  expect(readdirSync(join(folder, 'releases'))).toHaveLength(1);
});

test('keeps four releases', () => {
  const folder = test.info().outputPath('served');
  const build = write('a', fakeBuild('a.js'));
  for (let count = 0; count < 6; count += 1) deploy(folder, build);
  expect(readdirSync(join(folder, 'releases'))).toHaveLength(4);
});

test('files can be read by other users, or it says where not', () => {
  const mask = process.umask(0o077);
  const folder = mkdtempSync(join(tmpdir(), 'console-'));
  try {
    deploy(folder, write('a', fakeBuild('a.js')));
    const site = join(findCurrent(folder) ?? '', 'site/console');
    expect(statSync(join(site, 'config.json')).mode & 0o777).toBe(0o644);
    expect(statSync(join(site, 'assets')).mode & 0o777).toBe(0o755);
    expect(findClosedFolders(folder)).toContain(folder);
  } finally {
    process.umask(mask);
  }
});
