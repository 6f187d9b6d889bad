import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { chromium, type Browser, type Page } from 'playwright';
import { build } from 'vite';
import { chromiumLaunchOptions } from '../scripts/browser.mjs';

export type Lab = {
  /** The build's directory. */
  dist: string;
  browser: Browser;
};

/** Builds another checkout without changing it. Any other directory is a build already. */
export const buildOf = (directory: string): string => {
  if (!existsSync(join(directory, 'vite.config.ts'))) return directory;
  const out = resolve('bench/out/before');
  const words = ['vite', 'build', '--configLoader', 'runner', '--outDir', out, '--emptyOutDir'];
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync('npx', [...words, '--logLevel', 'warn'], { cwd: directory, env, stdio: 'inherit' });
  return out;
};

/** The app that `load` compares with. */
export const buildFloor = async (): Promise<string> => {
  const root = resolve('bench/floor');
  const outDir = resolve('bench/out/floor');
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: [`${root}/index.html`, `${root}/auth/silent.html`] },
    },
  });
  return outDir;
};

/** The installed Chromium. */
export const launchOptions = (others: readonly string[] = []) =>
  chromiumLaunchOptions([...others, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]);

export const openLab = async (): Promise<Lab> => {
  // Vite's runner leaves another value, with which React would be its slow development build.
  process.env['NODE_ENV'] = 'production';
  const dist = resolve('bench/out/app');
  await build({ logLevel: 'warn', build: { outDir: dist, emptyOutDir: true } });
  return { dist, browser: await chromium.launch(launchOptions()) };
};

/** One language and time zone, so that numbers and times have one format. */
export const DESK = {
  viewport: { width: 1440, height: 900 },
  locale: 'en-GB',
  timezoneId: 'Europe/London',
} as const;

export const tellErrors = (page: Page): void => {
  page.on('pageerror', (error) => process.stderr.write(`page error: ${error.message}\n`));
};
