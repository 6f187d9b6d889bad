import { expectAccessible, expectAccessibleInBothSchemes } from './accessible.ts';
import type { Page } from 'playwright/test';
import { expect, storage, test } from './fixtures.ts';

const ROLES = {
  claim: 'realm_access.roles',
  areas: { support: ['calls'], manager: ['webhooks', 'calls'], owner: ['provider'] },
};

/** Whether something appears from now on, however briefly. */
const watchFor = async (page: Page, selector: string): Promise<() => Promise<boolean>> => {
  const seen = await page.evaluateHandle((wanted) => {
    const found = { once: false };
    const look = () => (found.once ||= document.querySelector(wanted) !== null);
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    return found;
  }, selector);
  return () => seen.evaluate(({ once }) => once);
};

test('shows only the areas that a claim allows', async ({ page, signIn, person, wire, configure }) => {
  await configure({ roles: ROLES });
  const main = page.getByRole('main');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await signIn('/provider', { name: `${person} +role:support` });
  await expect(main).toContainText('You’re not allowed to open Provider. Ask your administrator.');
  await expect(links).toHaveText(['Calls']);
  await expectAccessibleInBothSchemes(page);
  const hasOpenedForm = await watchFor(page, 'main form [name="authToken"]');
  await main.getByRole('link', { name: 'Go to Calls' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeFocused();
  expect(await hasOpenedForm()).toBe(false);

  await test.step('nothing of a forbidden area runs', async () => {
    await signIn('/calls/sample-long', { name: `${person} +role:owner` });
    await expect(main).toContainText('You’re not allowed to open Calls.');
    await page.goto('/');
    await expect(page).toHaveURL(/\/provider$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Provider' })).toBeVisible();
    expect(wire.map(({ path }) => path)).toEqual([]);
    expect(await storage(page)).not.toContain('sample-long');
  });

  await test.step('says that a person has no access', async () => {
    await signIn('/calls');
    await expect(main).toContainText('You’re not allowed to open any area of this console.');
    await expect(links).toHaveCount(0);
    await expectAccessible(page);
    await main.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
  });
});
