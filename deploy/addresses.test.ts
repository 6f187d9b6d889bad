import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import { AREA_NAMES } from '#src/config.ts';
import { findPage } from './addresses.ts';

const isPage = (path: string): boolean => findPage(path) === 'index.html';

test('web servers answer each area with the page', () => {
  for (const path of [
    ...AREA_NAMES,
    '',
    'calls/a.b',
    'calls/a\nb',
    'webhooks/bulk/new',
    'webhooks/campaigns',
    'auth/callback',
    'provider/',
  ])
    expect([path, isPage(path)]).toEqual([path, true]);
  for (const path of ['setup', 'setup/']) expect(findPage(path)).toBe('setup.html');
});

test('web servers answer nothing else with the page', () => {
  for (const path of [
    'callsx',
    'provider/x',
    'auth/silent',
    'setup',
    'auth/callback/x',
    'index.html',
    'icon.svg',
    'assets/a.js',
  ])
    expect([path, isPage(path)]).toEqual([path, false]);
});

test('every path in the code begins with the base path', () => {
  const named = /["'`]\/(?:calls|webhooks|provider|auth|setup|assets|config\.json)\b/;
  const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\btesting\//.test(name))
    .flatMap((name) => {
      const lines = readFileSync(`src/${name}`, 'utf8').split('\n');
      return lines
        .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line) && named.test(line))
        .map((line) => `${name}: ${line}`);
    });
  expect(found).toEqual([]);
});
