import { field, row } from './calls-kit.ts';
import { expect, signInAtServer, test } from './fixtures.ts';

const uuid = (at: number) => `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000`;
const uuids = (count: number) => Array.from({ length: count }, (_, at) => uuid(at));

test('comes back to a long link after sign-in', async ({ page, person }) => {
  const ids = uuids(300).map((id) => `id=${id}`);
  // Servers refuse longer addresses, but the part behind # isn't sent.
  const link = `/calls?${ids.join('&')}#${'x'.repeat(16_000)}`;
  await page.goto(link);
  const asked = page.waitForRequest((request) => request.url().includes('code_challenge='));
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect((await asked).url()).not.toContain(uuid(1));
  await signInAtServer(page, person);
  await expect(page.getByRole('button', { name: 'Watch 300 calls' })).toBeVisible();
});

test('copies a link to as many calls as fit', async ({ page, signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn('/calls');
  const ids = uuids(220);
  await field(page).fill(ids.join(' '));
  await page.getByRole('button', { name: 'Watch 220 calls' }).click();
  await expect(row(page, uuid(0))).toBeVisible();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const item = page.getByRole('button', { name: /^Copy link \(\d+ of 220 calls\)$/ });
  const count = Number(/\d+/.exec((await item.textContent()) ?? '')?.[0]);
  expect(count).toBeGreaterThan(150);
  await item.click();
  await expect(page.getByText(`Link with ${count} of 220 calls copied`)).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link.length).toBeLessThanOrEqual(8000);
  const linked = new URL(link).searchParams.getAll('id');
  expect(linked).toHaveLength(count);
  expect(linked.every((id) => ids.includes(id))).toBe(true);
});
