import { expectAccessible } from './accessible.ts';
import { expect, signInAtServer, storage, test } from './fixtures.ts';
import { begin, button, heading, key, lines, now, webhooks } from './bulk-kit.ts';
import { expectOnce, holdWrites, lineStates, sentByAll, signOutDuringRun, states } from './sending-kit.ts';

test('waits for the network and for a sign-in', async ({ page, signIn, context, person, serviceLog }) => {
  const sent = sentByAll(context);
  const gate = await holdWrites(context);
  await page.clock.install();
  await signIn('/webhooks/bulk');
  // The service accepts this one only with another token.
  const late = 'fail-401-once-9';
  const all = [...webhooks(8), late, ...webhooks(5, 'rest')];
  await begin(page, lines(all));
  await gate.release(4);
  await expect(key(page, 'Accepted 4')).toBeVisible();
  await expect.poll(() => sent.length).toBe(8);
  await context.setOffline(true);
  await expect(now(page)).toContainText('You’re offline. The run continues when you’re back online.');
  await gate.release(4);
  // Pending requests have no answer.
  await expect(key(page, 'Unknown 4')).toBeVisible();
  await expect(heading(page, 'Attaching 14 pairs')).toBeVisible();
  await expectAccessible(page);
  expect(sent).toHaveLength(8);

  await context.clearCookies();
  // A younger token is not renewed.
  await page.clock.fastForward(61_000);
  await context.setOffline(false);
  await gate.release(1);
  await expect(now(page)).toHaveText('3 answers to come.');
  await gate.open();
  await expect(heading(page, /^Attaching paused at \d+ of 14$/)).toBeVisible();
  await expect(now(page)).toContainText('Your session ended. Sign in, then resume.');
  await expect(page.getByText('Your session has ended.', { exact: true })).toBeVisible();
  await expect
    .poll(() => lineStates(page))
    .toEqual(states([4, 'Accepted'], [4, 'Unknown'], [1, 'Waiting'], [3, 'Accepted'], [2, 'Waiting']));
  const popup = context.waitForEvent('page');
  const run = page.getByRole('region', { name: /^Attaching paused/ });
  await expect(run.getByRole('button', { name: /^Resume/ })).toHaveCount(0);
  await run.getByRole('button', { name: 'Sign in' }).click();
  await signInAtServer(await popup, person);
  await expect(page.getByText('Your session has ended.', { exact: true })).toBeHidden();
  await expect(now(page)).toHaveText('Paused. Resume when ready.');
  // Not by itself.
  expect(sent).toHaveLength(12);
  await button(page, 'Resume attaching').click();
  await expect(heading(page, 'Finished: 10 of 14 attached')).toBeVisible();
  expect(sent.toSorted()).toEqual([...all, late].toSorted());
  const log = await serviceLog();
  expectOnce(log, { attached: all.toSpliced(4, 4), unknown: all.slice(4, 8) });
  expect(log.filter(({ answer }) => answer !== 200).map(({ answer }) => answer)).toEqual([401]);
});

test('hides a run from the next person', async ({ page, signIn, context, person, wire }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  const sent = sentByAll(context);
  await signIn('/webhooks/bulk');
  const slow = ['a', 'b', 'c', 'd'].map((id) => `slow-60000-${id}`);
  await begin(page, lines([...slow, ...webhooks(4)]));
  const path = new URL(page.url()).pathname;
  await expect.poll(() => sent.length).toBe(4);
  await signOutDuringRun(page);

  await signIn(path, { name: `${person} Other` });
  await expect(heading(page, 'This browser doesn’t have this run')).toBeVisible();
  await page.getByRole('link', { name: 'Bulk', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Pairs' })).toBeVisible();
  await expect(page.getByText(/Run of/)).toHaveCount(0);

  const token = wire.at(-1)?.headers['authorization']?.replace('Bearer ', '') ?? '';
  expect(token).toMatch(/^eyJ/);
  const all = await storage(page);
  expect(all).toContain('slow-60000-a');
  expect(all).not.toContain(token);
  expect(all).not.toMatch(/eyJ[\w-]+\.|Bearer/);
  await signIn(path);
  await expect(heading(page, /^Attaching paused at \d+ of 8$/)).toBeVisible();
  await expect.poll(() => lineStates(page)).toEqual(states([4, 'Unknown'], [4, 'Waiting']));
  expect(sent).toHaveLength(4);
});
