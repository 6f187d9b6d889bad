import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import { AREAS } from '#src/app/areas.ts';
import { PAGES } from './addresses.ts';

const isPage = (path: string): boolean => new RegExp(`^${PAGES}`).test(path);

test('web servers answer each area with the page, and nothing that is none', () => {
  for (const { path } of AREAS) expect([path, isPage(path.slice(1))]).toEqual([path, true]);
  for (const path of ['', 'calls/a.b', 'calls/a\nb', 'webhooks/bulk/new', 'setup', 'auth/callback'])
    expect([path, isPage(path)]).toEqual([path, true]);
  for (const path of [
    'callsx',
    'provider/x',
    'auth/silent',
    'auth/callback/x',
    'index.html',
    'icon.svg',
    'assets/a.js',
  ])
    expect([path, isPage(path)]).toEqual([path, false]);
});

test('no code names a path of the console but from its base', () => {
  const named = /["'`]\/(?:calls|webhooks|provider|auth|setup|assets|config\.json)\b/;
  const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\/testing\//.test(name))
    .flatMap((name) => {
      const lines = readFileSync(`src/${name}`, 'utf8').split('\n');
      return lines
        .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line) && named.test(line))
        .map((line) => `${name}: ${line}`);
    });
  expect(found).toEqual([]);
});
