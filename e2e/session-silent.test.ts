import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';

/** Answers silent sign-ins like a server that ignores `prompt=none`. */
const refuseSilently = async (page: Page) => {
  const refused = { count: 0 };
  await page.route(/prompt=none/, async (route) => {
    const asked = new URL(route.request().url());
    const back = new URL(asked.searchParams.get('redirect_uri') ?? '');
    back.searchParams.set('error', 'invalid_request');
    back.searchParams.set('error_description', 'prompt none is not known here');
    back.searchParams.set('state', asked.searchParams.get('state') ?? '');
    back.searchParams.set('iss', asked.origin);
    refused.count += 1;
    await route.fulfill({ status: 302, headers: { location: back.href } });
  });
  return refused;
};

const expectSignInPage = async (page: Page) => {
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('invalid_request')).toHaveCount(0);
};

test('shows the sign-in page if the server refuses', async ({ page, configure }) => {
  const { oidc } = await configure({});
  const refused = await refuseSilently(page);
  await page.addInitScript(
    (owner) => {
      // As after a sign-in here.
      if (location.protocol === 'http:') localStorage.setItem('auth.signed-in', owner);
    },
    JSON.stringify([oidc.authority, oidc.clientId]),
  );
  await test.step('in a frame', async () => {
    await page.goto('/provider');
    await expectSignInPage(page);
    await expect(page).toHaveURL('/provider');
    expect(refused.count).toBe(1);
  });
  await test.step('and names its reason at /setup', async () => {
    await page.goto('/setup');
    await page.getByRole('button', { name: 'Run all checks' }).click();
    const finding = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Sign-in', exact: true }) });
    await expect(finding).toContainText('prompt none is not known here (invalid_request)');
  });
  await test.step('after a redirect', async () => {
    // Without channels no frame can answer, so the whole page asks.
    await page.addInitScript(() => {
      window.BroadcastChannel = function refuse() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      } as never;
    });
    refused.count = 0;
    await page.goto('/provider');
    await expectSignInPage(page);
    await expect(page).toHaveURL('/provider');
    expect(refused.count).toBe(1);
  });
});
