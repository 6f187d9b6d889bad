import { readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';

type Entry = { version: string; integrity?: string; optional?: boolean; os?: string[] };
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Entry>;
};

test('every package of the lock file has a hash, but for native builds of the tools for other machines', () => {
  const without = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity);
  for (const [path, { optional, os }] of without) {
    expect(path).toMatch(/^node_modules\/@(?:oxc-parser|oxfmt|oxlint|oxlint-tsgolint)\//);
    expect({ path, optional, hasOs: os !== undefined }).toEqual({ path, optional: true, hasOs: true });
  }
  // Their number only gets smaller: `npm install` against a full registry fills them in.
  expect(without.length).toBeLessThanOrEqual(53);
});
