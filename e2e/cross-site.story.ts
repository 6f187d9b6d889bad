import { preview } from 'vite';
import { chromiumLaunchOptions } from '../scripts/browser.mjs';
import { expect, signInAtServer, test as base } from './providers-kit.ts';
import { answered, attach, attachButton, campaignField } from './webhooks-kit.ts';

// The authorization server is on another site (localhost is not 127.0.0.1), and the browser gives its frames no cookies.

const test = base.extend<{ origin: string }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner insists on a pattern
  origin: async ({}, use, { parallelIndex }) => {
    const port = Number(process.env['TEST_PORT'] ?? 4273) + 3 * parallelIndex;
    const origin = `http://127.0.0.1:${port}`;
    process.env['SANDBOX_PROVIDER'] = '';
    process.env['SANDBOX_CONSOLE'] = origin;
    const server = await preview({
      preview: { port, strictPort: true, host: '127.0.0.1' },
      logLevel: 'silent',
    });
    delete process.env['SANDBOX_CONSOLE'];
    await use(origin);
    await server.close();
  },
});

const { args, ...launch } = chromiumLaunchOptions();
test.use({ launchOptions: { ...launch, args: [...args, '--test-third-party-cookie-phaseout'] } });

const DEEP_LINK = '/webhooks?campaignId=cmp%20a&webhookId=wh-1#x';

test('signs in and stays signed in without third-party cookies', async ({
  page,
  context,
  person,
  origin,
  configure,
}) => {
  const account = page.getByRole('button', { name: `Account: ${person}` });
  const typed = `${person} +60s +1x`;
  const framed: string[] = [];
  page.on('request', (request) => {
    if (request.frame() !== page.mainFrame() && request.url().includes('prompt=none'))
      framed.push(request.url());
  });
  // No frame can renew: it takes a refresh token.
  await configure({ oidc: { scope: 'openid profile email offline_access' } });
  await page.clock.install();
  await page.goto(DEEP_LINK);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signInAtServer(page, typed);
  await expect(account).toBeVisible();
  expect(page.url()).toBe(`${origin}${DEEP_LINK}`);
  await attachButton(page).click();
  await answered(page, 'Attached');

  // The frame gets "not signed in". The page redirects itself and comes back.
  await page.reload();
  await expect(account).toBeVisible();
  expect(page.url()).toBe(`${origin}${DEEP_LINK}`);
  expect(framed).toHaveLength(1);

  const renewed = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.clock.fastForward('00:45');
  expect((await renewed).status()).toBe(200);
  await attach(page, 'wh-2', 'cmp kept');
  await answered(page, 'Attached');

  // The refresh token has been used up: what is typed stays, and a popup asks.
  const ended = page.getByText('Your session has ended.', { exact: true });
  await expect(async () => {
    await page.clock.fastForward('01:00');
    await expect(ended).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(campaignField(page)).toHaveValue('cmp kept');
  const popup = context.waitForEvent('page');
  await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
  await popup;
  await expect(ended).toBeHidden();
  await expect(account).toBeVisible();
  await expect(campaignField(page)).toHaveValue('cmp kept');
});
