import { expectAccessible } from './accessible.ts';
import { detail } from './calls-kit.ts';
import { expect, signInAtServer, signInBehind, signOut, test } from './fixtures.ts';
import { authToken, fill as fillProvider } from './provider-kit.ts';
import { CALL, other, account, signInButton, sentAs, expectFresh, watchCall } from './two-people-kit.ts';

test('drops a hidden tab’s tokens for another person', async ({
  page,
  signIn,
  person,
  context,
  wire,
  configure,
}) => {
  const { oidc } = await configure({ oidc: { tokenStorage: 'session' } });
  await context.route('/config.json', async (route) => {
    const shipped = (await (await route.fetch()).json()) as { oidc: object };
    await route.fulfill({ json: { ...shipped, oidc: { ...shipped.oidc, tokenStorage: 'session' } } });
  });
  await watchCall(page, signIn);
  await page.goto(`${oidc.authority}/.well-known/openid-configuration`);
  const second = await context.newPage();
  await second.goto('/provider');
  await signOut(second);
  await signInButton(second).click();
  await signInAtServer(second, other(person));
  await expect(account(second, other(person))).toBeVisible();
  wire.length = 0;
  await page.goBack();
  await expectFresh(page, wire, other(person));
  expect(wire).toEqual([]);
});

test('restarts a tab if another person signs in', async ({
  page,
  signIn,
  person,
  context,
  baseURL,
  wire,
}) => {
  await signIn('/provider');
  // What is typed and not sent must not keep the page of a user who is no longer signed in.
  await fillProvider(page);
  await signInBehind(page, baseURL ?? '', other(person));
  let loads = 0;
  for (const each of context.pages()) each.on('load', () => (loads += 1));
  const second = await context.newPage();
  second.on('load', () => (loads += 1));
  await second.goto(`/calls/${CALL}`);
  await expect(account(second, other(person))).toBeVisible();
  await expect(detail(second)).toContainText('In progress');

  await expect(account(page, other(person))).toBeVisible();
  await expect(page).toHaveURL(/\/calls$/);
  await expect(authToken(page)).toBeHidden();
  expect(sentAs(wire, person)).toEqual([]);
  await expectAccessible(page);
  await expect(detail(second)).toContainText('In progress');
  // Each has loaded once: two tabs do not answer each other for ever.
  expect(loads).toBe(2);
});
