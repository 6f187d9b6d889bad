import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { begin, button, heading, lines, now, webhooks } from './bulk-kit.ts';
import { backFromServer, expect, test } from './fixtures.ts';
import { expectOnce, holdWrites, lineStates, sentByAll, states } from './sending-kit.ts';

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
};
const question = (page: Page) => page.getByRole('dialog', { name: 'Sign out while a run is under way?' });
const signedOut = (page: Page) => page.getByRole('heading', { name: 'You’re signed out' });

test('asks before signing out during a run, not after it', async ({ page, signIn, context, serviceLog }) => {
  const sent = sentByAll(context);
  const gate = await holdWrites(context);
  await signIn('/webhooks/bulk');
  const other = await context.newPage();
  await other.goto('/provider');
  await test.step('takes back the question when the run has ended', async () => {
    await begin(page, lines(webhooks(2, 'early')));
    await expect.poll(gate.held).toBe(2);
    for (const tab of [page, other]) {
      await signOut(tab);
      await expect(question(tab)).toBeVisible();
    }
    await gate.release(2);
    await expect(question(other)).toBeHidden();
    await expect(question(page)).toBeHidden();
    await expect(heading(page, 'Finished: 2 of 2 attached')).toBeVisible();
  });

  await button(page, 'New bulk run').click();
  await begin(page, lines(webhooks(12)));
  await expect.poll(() => sent.length).toBe(6);
  await signOut(other);
  await expect(question(other)).toContainText('“Attach 12 pairs”');
  await expectAccessible(other);
  await question(other).getByRole('button', { name: 'Cancel' }).click();
  await expect(heading(page, 'Attaching 12 pairs')).toBeVisible();

  await signOut(other);
  // The second click must not press "Sign out now", which takes its place.
  await question(other).getByRole('button', { name: 'Pause and sign out' }).dblclick();
  await expect(now(page)).toHaveText('4 answers to come.');
  await expect(question(other)).toContainText('You’ll be signed out when');
  const back = backFromServer(other);
  await gate.open();
  await back;
  await expect(signedOut(other)).toBeVisible();
  await expect(signedOut(page)).toBeVisible();
  expect(sent).toHaveLength(6);
  expectOnce(await serviceLog(), {
    attached: [...webhooks(2, 'early'), ...webhooks(12).slice(0, 4)],
    unknown: [],
  });
  await other.close();

  await signIn('/calls');
  const banner = page.getByRole('status').filter({ hasText: '“Attach 12 pairs” is paused.' });
  await expect(banner).toContainText('33 % is sent.');
  await expectAccessible(page);
  await banner.getByRole('link', { name: 'Open run' }).click();
  await expect(heading(page, /^Attaching paused at \d+ of 12$/)).toBeVisible();
  await expect(banner).toBeHidden();
  await expect.poll(() => lineStates(page)).toEqual(states([4, 'Accepted'], [8, 'Waiting']));
});
