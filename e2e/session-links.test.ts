import { row } from './calls-kit.ts';
import { expect, signInAtServer, test } from './fixtures.ts';

const uuid = (at: number) => `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000`;
const uuids = (count: number) => Array.from({ length: count }, (_, at) => uuid(at));

test('opens a long link after sign-in, and copies one', async ({ page, person, context, strict }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // The second half is longer.
  const ids = uuids(300).map((id, at) => (at < 150 ? id : `${id}-again`));
  // Servers refuse longer addresses, but the part behind # isn't sent.
  const link = `/calls?${ids.map((id) => `id=${id}`).join('&')}#${'x'.repeat(16_000)}`;
  await page.goto(link);
  const asked = page.waitForRequest((request) => request.url().includes('code_challenge='));
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect((await asked).url()).not.toContain(uuid(1));
  await signInAtServer(page, person);
  await page.getByRole('button', { name: 'Watch 300 calls' }).click();
  await expect(row(page, uuid(0))).toBeVisible();

  const copyLink = async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const item = page.getByRole('button', { name: /^Copy link \(\d+ of 300 calls\)$/ });
    const count = Number(/\d+/.exec((await item.textContent()) ?? '')?.[0]);
    await item.click();
    await expect(page.getByText(`Link with ${count} of 300 calls copied`)).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.length).toBeLessThanOrEqual(8000);
    const linked = new URL(copied).searchParams.getAll('id');
    expect(linked).toHaveLength(count);
    expect(linked.every((id) => ids.includes(id))).toBe(true);
    return { count, copied };
  };
  const { count, copied } = await copyLink();
  expect(count).toBeGreaterThan(150);
  // Whoever opens it learns that calls are missing.
  await page.goto(copied);
  const preview = page.getByRole('dialog');
  await expect(preview).toContainText(`From a link with ${count} of 300 calls: it had no room for more`);
  await preview.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/calls');

  // Otherwise each answer counts anew. The browser asks for the icon of each address.
  strict.allow(/ERR_INTERNET_DISCONNECTED .*icon\.svg/);
  await page.context().setOffline(true);
  await expect(page.getByText('Offline', { exact: false }).first()).toBeVisible();
  // In the middle of the column, beside its word.
  const headOfIds = page.getByRole('columnheader', { name: 'Call ID' });
  await headOfIds.click();
  await headOfIds.click();
  await expect(page.getByRole('row').nth(1)).toContainText('-again');
  expect((await copyLink()).count).toBeLessThan(count);
});
