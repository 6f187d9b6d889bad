import { defineConfig } from 'playwright/test';
import { chromiumLaunchOptions } from './scripts/browser.mjs';

/** The built app with the production headers; the sandbox takes the two ports above. */
const port = Number(process.env['TEST_PORT'] ?? 4273);
const origin = `http://localhost:${port}`;
const asked = process.argv.filter((word) => word.startsWith('--project'));
const inBrowser = asked.length === 0 || asked.some((word) => /e2e|firefox|webkit/.test(word));

/** As a person has it; the same in each engine. */
const screen = {
  baseURL: origin,
  locale: 'en-GB',
  timezoneId: 'Europe/London',
  viewport: { width: 1440, height: 900 },
};
/** The stories that are to hold in every engine; `npm run test:browsers` says where an engine is not installed. */
const STORIES = { testDir: 'e2e', testMatch: '**/*.test.ts', grep: /@story/ };

export default defineConfig({
  outputDir: 'test-results/files',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // Much of a browser test is waiting: three on two cores keep both busy.
  workers: 3,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  projects: [
    { name: 'unit', testDir: 'src', testMatch: '**/*.test.ts' },
    { name: 'sandbox', testDir: 'sandbox', testMatch: '**/*.test.ts' },
    {
      name: 'e2e',
      testDir: 'e2e',
      // On a machine that is busy with other work; which test needed it is named beside the closing line.
      retries: 1,
      testMatch: '**/*.test.ts',
      use: { ...screen, launchOptions: chromiumLaunchOptions() },
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
