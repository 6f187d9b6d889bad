import type { Page } from 'playwright/test';
import { expectAccessible, expectAccessibleInBothSchemes, expectNoSidewaysScroll } from './accessible.ts';
import { detail, field, openCall, row, stopClock, watch } from './calls-kit.ts';
import { expect, hold, test } from './fixtures.ts';
import { answered, attach, entries } from './webhooks-kit.ts';

test('opens each area by a click and by keyboard alone', async ({ page, signIn, person }) => {
  await signIn('/nowhere');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Calls' }).click();
  await expect(page).toHaveURL(/\/calls$/);
  const main = page.getByRole('navigation', { name: 'Main' });
  for (const area of ['Webhooks', 'Provider', 'Calls']) {
    await main.getByRole('link', { name: area }).click();
    await expect(page.getByRole('heading', { level: 1, name: area })).toBeFocused();
    await expect(main.getByRole('link', { name: area })).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveTitle(`${area} · Telephony Campaign Console`);
  }
  await main.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Call IDs to watch')).toBeFocused();

  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
  const account = page.getByRole('button', { name: `Account: ${person}` });
  await account.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Keys' })).toBeFocused();
  const menu = page.getByRole('group', { name: 'Account menu' });
  for (const text of ['localhost:', 'Times in', 'Keys', 'Check setup'])
    await expect(menu).toContainText(text);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Help' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
});

/** All times of day on the page, to the second, in their order, written and read aloud; not those that the service wrote. */
const timesOn = (page: Page) =>
  page.evaluate(() => {
    const elements = [...document.body.querySelectorAll('*')];
    const read = elements.map((element) => element.getAttribute('aria-label') ?? '');
    const nodes = elements.flatMap((element) => Array.from(element.childNodes));
    const written = nodes.flatMap((node) => (node instanceof Text ? node.data : []));
    return [...read, ...written].flatMap((text) => text.match(/(?<![\dT:])\d\d:\d\d:\d\d/g) ?? []);
  });

const CALLS = [
  ['record-iso', 'Completed'],
  ['sample-ended', 'Completed'],
  ['record-error-object', 'Failed'],
  ['fail-500', 'error 500'],
] as const;

test.describe('far from Greenwich', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('shows all times local or in UTC', async ({ page, context, signIn }) => {
    const AHEAD_S = 5.5 * 3600;
    const ZONES = { Local: 'Times in local time, UTC+5:30', UTC: 'Times in UTC' };
    const seconds = (time: string) => Number(new Date(`1970-01-01T${time}Z`)) / 1000;
    /** Switches, and expects each time on the page to be another by the offset. */
    const expectSwitch = async (to: 'Local' | 'UTC') => {
      const before = await timesOn(page);
      expect(before).not.toEqual([]);
      await page.getByRole('button', { name: /^Account:/ }).click();
      await page.getByRole('radio', { name: to, exact: true }).check();
      await expect(page.getByText(ZONES[to], { exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
      const by = to === 'UTC' ? -AHEAD_S : AHEAD_S;
      await expect
        .poll(async () => (await timesOn(page)).map(seconds))
        .toEqual(before.map((time) => (seconds(time) + by + 86_400) % 86_400));
    };
    await page.clock.install();
    await signIn('/calls');
    await field(page).fill(CALLS.map(([id]) => id).join(' '));
    await field(page).press('Enter');
    // All have answered: no time comes later.
    for (const [id, state] of CALLS) await expect(row(page, id)).toContainText(state);
    await openCall(page, 'record-error-object');
    await expect(detail(page).getByRole('list', { name: 'Status history' })).toContainText('Failed');
    await stopClock(page);
    await expectSwitch('UTC');
    await expect(page.getByRole('columnheader', { name: 'Checked' })).toHaveAttribute(
      'title',
      'Times in UTC',
    );
    await page.clock.resume();

    await page.getByRole('link', { name: 'Webhooks' }).click();
    await attach(page, 'wh-1');
    await answered(page, 'Attached');
    await expect(entries(page)).toHaveText([/Attached wh-1/]);
    await stopClock(page);
    await expectSwitch('Local');

    await test.step('and follows another tab', async () => {
      await page.clock.resume();
      const other = await context.newPage();
      await other.goto('/provider');
      await other.getByRole('button', { name: /^Account:/ }).click();
      await other.getByRole('radio', { name: 'UTC', exact: true }).check();
      await other.getByRole('radio', { name: 'Dark' }).check();
      await page.getByRole('button', { name: /^Account:/ }).click();
      await expect(page.getByText(ZONES.UTC, { exact: true })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    });
  });
});

test('lists the keys by ?', async ({ page, signIn }) => {
  await signIn('/calls');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  const letGo = await hold(page, /\/assets\/TextDialog-/);
  await watch(page, 'sample-ended');
  await test.step('not while another dialog loads', async () => {
    await row(page, 'sample-ended').getByRole('link').focus();
    await page.keyboard.press('n');
    await page.keyboard.press('?');
    letGo();
    await expect(page.getByRole('dialog', { name: 'Note for 1 call' }).getByRole('textbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
  await page.keyboard.press('?');
  for (const text of [
    'Keys?',
    'Filter calls/',
    'Watch callsa',
    'UndoCtrl Z',
    'Next call↓',
    'Close the callEsc',
  ])
    await expect(dialog).toContainText(text);
  await expectAccessibleInBothSchemes(page);
  await test.step('not by a single key if those are off', async () => {
    await dialog.getByLabel('Single-key shortcuts are on').uncheck();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('?');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('button', { name: 'Keys' }).click();
    await expect(dialog).toBeVisible();
  });
});

test('fits any name, and begins the panel where a form ends', async ({ page, signIn, person }) => {
  await signIn('/webhooks', { name: `${person} von-und-zu-hohenstein-wallerstein@customer-support.example` });
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    const panels: (number | undefined)[] = [];
    for (const [area, last] of [
      ['Webhooks', page.getByLabel('Webhook ID', { exact: true })],
      ['Provider', page.getByLabel('Account SID')],
    ] as const) {
      await page.getByRole('link', { name: area }).click();
      await expect(last).toBeVisible();
      const box = await last.boundingBox();
      const panel = await page.getByRole('complementary').boundingBox();
      expect((panel?.x ?? 0) - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThanOrEqual(25);
      panels.push(panel?.x);
    }
    expect(panels[0]).toBe(panels[1]);
    await expectNoSidewaysScroll(page);
  }
  for (const width of [1023, 721, 719]) {
    await page.setViewportSize({ width, height: 768 });
    await expectNoSidewaysScroll(page);
  }
});

test('links to other environments under its own title', async ({ page, signIn, configure }) => {
  const staging = 'https://staging.example/console/';
  await configure({
    title: 'Acme voice',
    environments: [
      { name: 'Sandbox', url: 'http://localhost/console' },
      { name: 'Staging', url: staging },
    ],
  });
  await signIn('/provider');
  await expect(page).toHaveTitle('Provider · Acme voice');
  await expect(page.getByRole('banner')).toContainText('Acme voice');
  await page.getByRole('button', { name: 'Environment: Sandbox' }).press('Enter');
  const menu = page.getByRole('group', { name: 'Environments' });
  await expect(menu.getByRole('link', { name: 'Sandbox' })).toHaveAttribute('aria-current', 'true');
  await expect(menu.getByRole('link', { name: 'Staging' })).toHaveAttribute('href', staging);
  await expectAccessibleInBothSchemes(page);
});
