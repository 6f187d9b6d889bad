import { expect, test } from './fixtures.ts';

// Takes the pictures of the docs from the real app: npm run pictures.

test.use({ viewport: { width: 1440, height: 900 } });

const NAMED = [
  'sample-completes',
  'sample-fails-text',
  'sample-fails-object',
  'sample-busy',
  'sim-14s-completed-7c1e',
  'sim-9s-completed-51d4',
  'later-fail-500-9a7d',
  'not-a-call-of-ours',
];
const OTHERS = Array.from({ length: 13 }, (_, at) => `call-${(at + 0xcf5b17).toString(16)}-8b17-436c-9f02`);

test('the call board', async ({ page, signIn }) => {
  // A call of the sandbox takes its time, by the clock of the sandbox.
  test.setTimeout(90_000);
  await signIn('/calls', { name: 'Maya Okafor' });
  await page.goto(`/calls?${[...NAMED, ...OTHERS].map((id) => `id=${id}`).join('&')}`);
  await page.getByRole('button', { name: `Watch ${NAMED.length + OTHERS.length} calls` }).click();
  const failed = page.getByRole('row').filter({ hasText: 'sample-fails-object' });
  await expect(failed).toContainText('Failed', { timeout: 60_000 });
  await page.getByRole('link', { name: 'sample-fails-object' }).click();
  await expect(page.getByRole('complementary')).toContainText('Decline');
  // Without a hover style under the pointer.
  await page.mouse.move(700, 20);
  await page.screenshot({ path: 'docs/board.png' });
});

test('the setup check', async ({ page, signIn }) => {
  await signIn('/provider', { name: 'Maya Okafor' });
  await page.goto('/setup');
  await page.getByRole('button', { name: 'Run all checks' }).click();
  await expect(page.getByText('No check failed.')).toBeVisible();
  await page.screenshot({ path: 'docs/setup.png' });
});
