import { expect, test } from './fixtures.ts';
import {
  answer,
  answered,
  attach,
  attachButton,
  campaignField,
  confirmDetach,
  detachButton,
  entries,
  fill,
  holdAttaching,
  sentList,
  webhookField,
  writes,
} from './webhooks-kit.ts';

test('keeps only accepted operations for a pair', async ({ page, signIn }) => {
  await signIn('/webhooks');
  await fill(page, 'detach-fail-500');
  await expect(sentList(page)).toContainText('Nothing sent yet');
  const note = page.getByRole('heading', { name: /^Attach accepted at \d\d:\d\d:\d\d$/ });
  await expect(note).toHaveCount(0);
  await attachButton(page).click();
  await answered(page, 'Attached');
  await expect(note).toHaveCount(0);
  await detachButton(page).click();
  await confirmDetach(page);
  await answered(page, 'Detach refused');
  await expect(note).toBeVisible();
  await webhookField(page).fill('wh-other');
  await expect(note).toHaveCount(0);

  await attach(page, 'later-drop-after');
  await expect(entries(page)).toHaveCount(3);
  await answered(page, 'Attached');
  await attachButton(page).click();
  await answered(page, 'Outcome unknown');
  await expect(note).toBeVisible();
  await page.reload();
  await fill(page, 'later-drop-after');
  await expect(note).toBeVisible();

  for (const [id, shown] of [
    ['odd-broken', '{"ok":tru'],
    ['odd-htmltext', '<h1>Sign in to the guest network</h1>'],
    ['odd-204', /Answer204 in \d+ ms/],
  ] as const) {
    await attach(page, id);
    await expect(entries(page).first()).toContainText(`Attached ${id}`);
    await expect(answer(page)).toContainText(`webhookId=${id}&`);
    await answered(page, 'Attached');
    await expect(answer(page)).toContainText(shown);
    await expect(answer(page).locator('img, h1')).toHaveCount(0);
  }
  await expect(page.getByRole('main')).toContainText('The service can’t list what is attached');
  const said = page.getByRole('main');
  await expect(said).not.toContainText(/test event|deliver|payload|connected|configured/i);

  await attach(page, 'odd-html');
  await answered(page, 'Outcome unknown');
  await expect(answer(page)).toContainText('Got a web page instead of an answer from the service');
  await expect(answer(page)).toContainText('We can’t tell whether the webhook was attached.');
  await expect(entries(page).first()).toContainText('outcome unknown');
});

test('keeps the form after a failure', async ({ page, signIn, wire, serviceLog }) => {
  await page.clock.install();
  await signIn('/webhooks');
  const failures = [
    ['fail-400', 'The service answered 400. Its reason is below, as received.'],
    ['fail-404-empty', 'It gave no reason.'],
    ['once-fail-500', 'The service answered 500.'],
  ] as const;
  for (const [index, [id, words]] of failures.entries()) {
    await attach(page, id);
    await expect(entries(page).first()).toContainText(`Attach ${id}: refused`);
    await answered(page, 'Attach refused');
    await expect(answer(page).getByRole('alert')).toContainText(words);
    await expect(answer(page)).toBeFocused();
    await expect(answer(page)).toHaveCSS('outline-style', 'none');
    await expect(webhookField(page)).toHaveValue(id);
    await expect(campaignField(page)).toHaveValue('cmp-1');
    expect(writes(wire)).toHaveLength(index + 1);
  }
  await answer(page).getByRole('button', { name: 'Retry' }).click();
  await answered(page, 'Attached');
  expect(writes(wire)).toHaveLength(failures.length + 1);

  await attach(page, 'fail-429-50s');
  await answered(page, 'Attach refused');
  await expect(page.getByText(/Nothing is sent until \d\d:\d\d:\d\d\./)).toBeVisible();
  await attach(page, 'wh-2');
  await expect(answer(page)).toContainText(
    /The service asked for fewer requests\. Will be sent in [1-5]?\d s\./,
  );
  await page.clock.fastForward(20_000);
  await expect(answer(page)).toContainText(/Will be sent in [1-3]?\d s\./);
  expect(writes(wire)).toHaveLength(failures.length + 2);
  await page.clock.fastForward(30_000);
  await answered(page, 'Attached');
  await expect(page.getByText(/Nothing is sent until/)).toHaveCount(0);
  expect((await serviceLog()).slice(-2).map((entry) => entry.answer)).toEqual([429, 200]);
});

test('shows a pending write and an unknown outcome', async ({ page, signIn, wire, configure }) => {
  await configure({ api: { writeTimeoutSeconds: 25 } });
  await page.clock.install();
  await signIn('/webhooks');
  const letThrough = await holdAttaching(page);
  await attach(page, 'wh-1');
  await expect(page.getByRole('button', { name: 'Attaching…' })).toBeVisible();
  await page.clock.runFor(1000);
  await expect(answer(page)).toContainText(/Waiting for an answer, \d+ s of 25 s/);
  await expect(entries(page).first()).toContainText('Attaching wh-1');
  await page.getByRole('link', { name: 'Provider' }).click();
  await expect(page).toHaveURL(/\/provider$/);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await answered(page, 'Attaching…');
  letThrough();
  await answered(page, 'Attached');
  await expect(attachButton(page)).toBeVisible();
  await expect(entries(page)).toHaveText([/Attached wh-1/]);
  expect(writes(wire)).toHaveLength(1);

  await attach(page, 'once-slow-60000');
  await answered(page, 'Attaching…');
  await page.clock.runFor(25_000);
  await answered(page, 'Outcome unknown');
  await expect(answer(page).getByRole('alert')).toContainText(
    'No answer came within 25 s. We can’t tell whether the webhook was attached. Send again to find out.',
  );
  await expect(answer(page)).toContainText(/No answer after 25(\.\d)? s, at \d\d:\d\d:\d\d/);
  await expect(entries(page).first()).toHaveText(
    /Attach once-slow-60000: no answer.*outcome unknown.*Send again/,
  );
  expect(writes(wire)).toHaveLength(2);
  await entries(page).first().getByRole('button', { name: 'Send again' }).click();
  await answered(page, 'Attached');
  await expect(entries(page)).toHaveCount(3);
  expect(writes(wire)).toHaveLength(3);

  await test.step('so is a connection that breaks after the act', async () => {
    await fill(page, 'drop-after');
    await detachButton(page).click();
    await confirmDetach(page);
    await answered(page, 'Outcome unknown');
    await expect(answer(page)).toContainText('We can’t tell whether the webhook was detached.');
    await expect(entries(page).first()).toContainText('Detach drop-after: no answer');
  });
});
