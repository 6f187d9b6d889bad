import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';

test('R41: the version prefix stands in one place of the source', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.ts$|[\\/]testing[\\/]/.test(name),
  );
  expect(files.length).toBeGreaterThan(100);
  const holding = files.flatMap((name) => {
    const code = readFileSync(`src/${name}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    return code.includes('/api/v3') ? [name] : [];
  });
  expect(holding).toEqual(['api/url.ts']);
});
