import { defineConfig } from 'playwright/test';
import { chromiumLaunchOptions } from './scripts/browser.mjs';

/** The built app with production headers. The sandbox takes the next two ports. */
const port = Number(process.env['TEST_PORT'] ?? 4273);
const origin = `http://localhost:${port}`;
const asked = process.argv.filter((word) => word.startsWith('--project'));
const inBrowser =
  asked.length === 0 || asked.some((word) => /e2e|release|pictures|soak|firefox|webkit/.test(word));

const screen = {
  baseURL: origin,
  locale: 'en-GB',
  timezoneId: 'Europe/London',
  viewport: { width: 1440, height: 900 },
  // An animation is drawn sixty times a second, and Playwright waits for it.
  contextOptions: { reducedMotion: 'reduce' },
} as const;

const chromium = { ...screen, launchOptions: chromiumLaunchOptions() };
/** Tests that run in every engine. `npm run test:browsers` names engines that are not installed. */
const STORIES = { testDir: 'e2e', testMatch: '**/*.test.ts', grep: /@story/ };

/** Walks that only look, and what needs a browser or a disk of its own. */
const RELEASE = /@release/;
/** Tests that never wait: a worker for each core, and a file in one worker, because each worker loads all modules again. */
const BUSY = { workers: 2, fullyParallel: false };

/** Playwright maps every stack line to its source before it drops its own: two fifths of the unit tests' time. Drop them first. */
const OWN_LINES = /[/\\]node_modules[/\\]playwright|^node:/;
type WriteStack = (this: void, error: Error, lines: NodeJS.CallSite[]) => unknown;
const { prepareStackTrace: write } = Error as { prepareStackTrace?: WriteStack };
if (write) {
  Error.prepareStackTrace = (error, lines) =>
    write(
      error,
      lines.filter((line) => !OWN_LINES.test(line.getFileName() ?? '')),
    );
}

export default defineConfig({
  outputDir: 'test-results/files',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // Browser tests often wait: four workers keep two cores busy.
  workers: 4,
  // A busy machine needs five times as long for a whole test. What a test waits for has its own limit.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  projects: [
    { name: 'unit', testDir: 'src', testMatch: '**/*.test.ts', ...BUSY },
    { name: 'sandbox', testDir: 'sandbox', testMatch: '**/*.test.ts', ...BUSY },
    { name: 'deploy', testDir: 'deploy', testMatch: '**/*.test.ts', testIgnore: 'servers.test.ts', ...BUSY },
    {
      name: 'e2e',
      testDir: 'e2e',
      testMatch: '**/*.test.ts',
      grepInvert: RELEASE,
      use: chromium,
    },
    // Not in the suite: `npm run test:release`.
    {
      name: 'release',
      testDir: 'e2e',
      testMatch: '**/*.test.ts',
      grep: RELEASE,
      use: chromium,
    },
    // Not in the suite: `npm run test:providers`. Each product starts a server.
    {
      name: 'providers',
      testDir: 'e2e',
      testMatch: '**/*.story.ts',
      use: chromium,
    },
    {
      name: 'pictures',
      testDir: 'e2e',
      testMatch: 'pictures.ts',
      use: chromium,
    },
    // Not in the suite: `npm run soak -- 30` uses the console at random for 30 minutes. Compiled code, which the engine keeps,
    // would be most of the heap and of its growth: without compilers the heap is what the console holds.
    {
      name: 'soak',
      testDir: 'e2e',
      testMatch: 'soak.ts',
      use: {
        ...screen,
        launchOptions: chromiumLaunchOptions(['--js-flags=--no-opt --no-maglev --no-sparkplug']),
      },
    },
    // Not in the suite: `npm run test:upgrade` builds the releases, and its tests serve one after the other.
    {
      name: 'upgrade',
      testDir: 'e2e',
      testMatch: 'upgrade.ts',
      use: chromium,
    },
    // Real web servers with a release; each starts its own sandbox.
    {
      name: 'servers',
      testDir: 'deploy',
      timeout: 90_000,
      testMatch: 'servers.test.ts',
      fullyParallel: false,
      use: chromium,
    },
    { name: 'firefox', ...STORIES, use: { ...screen, browserName: 'firefox' } },
    { name: 'webkit', ...STORIES, use: { ...screen, browserName: 'webkit' } },
  ],
  ...(inBrowser && {
    webServer: {
      command: `npx vite preview --port ${port} --strictPort`,
      url: `${origin}/config.json`,
      reuseExistingServer: false,
    },
  }),
});
