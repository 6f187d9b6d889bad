import { readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { integrity?: string; hasInstallScript?: boolean }>;
};

test('every package in the lock file has a hash', () => {
  const without = Object.entries(packages).filter(
    ([path, { integrity }]) => path !== '' && !integrity?.startsWith('sha512-'),
  );
  expect(without.map(([path]) => path)).toEqual([]);
});

test('no package runs a script when it is installed', () => {
  const running = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(running.map(([path]) => path)).toEqual([]);
});
