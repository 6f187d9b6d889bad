import type { Page } from 'playwright/test';
import { watch } from './calls-kit.ts';
import { expect, test } from './fixtures.ts';

const ids = (name: string) => Array.from({ length: 5 }, (_, at) => `${name}-${at}`);
const ended = (page: Page) => page.getByText('Your session has ended.', { exact: true });

/** Counts token requests, and lets seconds pass that don't overtake the requests of the page. */
const countRenewals = (page: Page) => {
  const renewals = { count: 0 };
  let underWay = 0;
  page.on('request', (request) => {
    underWay += 1;
    if (request.url().endsWith('/token')) renewals.count += 1;
  });
  page.on('requestfinished', () => (underWay -= 1));
  page.on('requestfailed', () => (underWay -= 1));
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await page.clock.runFor(1000);
      await expect.poll(() => underWay, { intervals: [5, 10, 20, 50] }).toBeLessThanOrEqual(0);
    }
  };
  return { renewals, pass };
};

test('ends a session whose every request is refused', async ({ page, signIn }) => {
  await page.clock.install();
  await signIn('/calls');
  // The token is old enough for a renewal.
  await page.clock.fastForward(61_000);
  const { renewals, pass } = countRenewals(page);
  await watch(page, [...ids('fail-401'), ...ids('fail-401-more')].join(' '));
  await pass(30);
  await expect(ended(page)).toBeHidden();
  await pass(45);
  await expect(ended(page)).toBeVisible();
  expect(renewals.count).toBeLessThanOrEqual(6);
});

test('keeps a session if the service refuses half of the calls', async ({ page, signIn }) => {
  await page.clock.install();
  await signIn('/calls');
  const { renewals, pass } = countRenewals(page);
  await watch(
    page,
    ids('fail-401')
      .flatMap((id, at) => [id, `sim-9s-running-${at}`])
      .join(' '),
  );
  await pass(150);
  await expect(ended(page)).toBeHidden();
  // One a minute at most, once the token is a minute old.
  expect(renewals.count).toBeLessThanOrEqual(2);
});
