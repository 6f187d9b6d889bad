import { defineConfig } from 'playwright/test';
import { chromiumLaunchOptions } from './scripts/browser.mjs';

/** The built app with the production headers; the sandbox takes the two ports above. */
const port = Number(process.env['TEST_PORT'] ?? 4273);
const origin = `http://localhost:${port}`;
const inBrowser = !process.argv.some((word) => word.startsWith('--project') && !word.includes('e2e'));

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
      use: {
        baseURL: origin,
        locale: 'en-GB',
        timezoneId: 'Europe/London',
        viewport: { width: 1440, height: 900 },
        launchOptions: chromiumLaunchOptions(),
      },
    },
  ],
  ...(inBrowser && {
    webServer: {
      command: `npx vite preview --port ${port} --strictPort`,
      url: `${origin}/config.json`,
      reuseExistingServer: false,
    },
  }),
});
