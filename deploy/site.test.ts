import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'playwright/test';
import { importMapSource } from './headers.ts';
import { writeSite } from './site.ts';

const MAP = '<script type="importmap">{"integrity":{"/assets/a.js":"sha384-a/b"}}</script>';
const BUILD = {
  'index.html': `<html data-base="/">${MAP}<script src="/assets/first.js"></script></html>`,
  'auth/silent.html': '<script src="/assets/silent.js"></script>',
  'assets/a.js': 'export {};',
  'robots.txt': '',
};

const write = (name: string, files: Record<string, string>): string => {
  const folder = test.info().outputPath(name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
};

const siteRoot = (): string => join(write('out', {}), 'site');

test('lays a build out under a path', () => {
  const root = siteRoot();
  const sources = writeSite(write('dist', BUILD), root, '/console/', '{}');
  const html = readFileSync(join(root, 'console/index.html'), 'utf8');
  expect(html).toContain('{"/console/assets/a.js":"sha384-a/b"}');
  expect(html).toContain('data-base="/console/"');
  expect(html).toContain('src="/console/assets/first.js"');
  expect(sources).toEqual(importMapSource(html));
  expect(sources).not.toEqual(importMapSource(MAP));
});

test('refuses a folder that is not a build', () => {
  const root = siteRoot();
  expect(() => writeSite('.', root, '/', '{}')).toThrow('is not a build of the console');
  expect(existsSync(root)).toBe(false);
});

test('refuses a build with other files beside it', () => {
  const root = siteRoot();
  const build = write('dist', { ...BUILD, '.git/config': '', 'node_modules/a/index.js': '' });
  expect(() => writeSite(build, root, '/', '{}')).toThrow('holds what no build writes: .git, node_modules.');
  expect(existsSync(root)).toBe(false);
});

test('keeps the old site if it fails', () => {
  const build = write('dist', BUILD);
  const root = siteRoot();
  writeSite(build, root, '/', '{}');
  // A folder instead of the configuration can't be replaced.
  const broken = write('broken', { ...BUILD, 'auth/silent.html': '', 'config.json/x': '' });
  expect(() => writeSite(broken, root, '/', '{"new":1}')).toThrow('EISDIR');
  expect(readdirSync(dirname(root))).toEqual(['site']);
  expect(readFileSync(join(root, 'config.json'), 'utf8')).toBe('{}');
});

test('lays out everything in public/', () => {
  const build = write('dist', BUILD);
  cpSync('public', build, { recursive: true });
  expect(() => writeSite(build, siteRoot(), '/', '{}')).not.toThrow();
});
