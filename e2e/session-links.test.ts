import { row } from './calls-kit.ts';
import { expect, signInAtServer, test } from './fixtures.ts';

const uuid = (at: number) => `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000`;
const uuids = (count: number) => Array.from({ length: count }, (_, at) => uuid(at));

test('opens a long link after sign-in', async ({ page, person }) => {
  const ids = uuids(300);
  // Servers refuse longer addresses, but the part behind # isn't sent.
  const link = `/calls?${ids.map((id) => `id=${id}`).join('&')}#${'x'.repeat(16_000)}`;
  await page.goto(link);
  const asked = page.waitForRequest((request) => request.url().includes('code_challenge='));
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect((await asked).url()).not.toContain(uuid(1));
  await signInAtServer(page, person);
  await page.getByRole('button', { name: 'Watch 300 calls' }).click();
  await expect(row(page, uuid(0))).toBeVisible();

  // A link of this console has no room for so many.
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const menu = page.getByRole('group', { name: 'Share' });
  await expect(menu).toContainText('Too many for a link: hand them over.');
  await expect(menu.getByRole('button').first()).toHaveText('Hand over as CSV');
  await expect(menu.getByRole('button', { name: 'Copy link' })).toBeHidden();
});
