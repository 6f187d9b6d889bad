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

test('shows a refused, a waiting and an unknown write', async ({ page, signIn, wire, configure }) => {
  await configure({ api: { writeTimeoutSeconds: 25 } });
  await page.clock.install();
  await signIn('/webhooks');
  await test.step('keeps only accepted operations for a pair', async () => {
    await fill(page, 'detach-fail-503');
    await expect(sentList(page)).toContainText('Nothing sent yet.');
    const note = page.getByText(/^Attach accepted at \d\d:\d\d:\d\d\.$/);
    await expect(note).toHaveCount(0);
    await attachButton(page).click();
    await answered(page, 'Attached');
    await expect(note).toHaveCount(0);
    await detachButton(page).click();
    await confirmDetach(page);
    await answered(page, 'Refused: the service answered 503');
    await expect(note).toBeVisible();
    await webhookField(page).fill('wh-other');
    await expect(note).toHaveCount(0);

    await test.step('with the answer as it came', async () => {
      await attach(page, 'odd-nested');
      await answered(page, 'Attached');
      await expect(answer(page)).toContainText('<img src=x onerror=alert(1)>');
      await expect(answer(page).locator('img, h1')).toHaveCount(0);
      const said = page.getByRole('main');
      await expect(said).toContainText('The service can’t list what is attached');
      await expect(said).not.toContainText(/test event|deliver|payload|connected|configured/i);

      await attach(page, 'odd-htmltext');
      await answered(page, 'Unknown: a web page came in place of an answer');
      await expect(answer(page)).toContainText('Got a web page instead of an answer from the service');
      await expect(entries(page).first()).toContainText('unknown, the service answered 200');
    });
  });
  const before = writes(wire).length;
  const count = () => writes(wire).length - before;

  await test.step('keeps the form after a failure', async () => {
    const id = 'once-fail-503';
    await attach(page, id);
    await answered(page, 'Refused: the service answered 503');
    await expect(answer(page).getByRole('alert')).toContainText(`Attach ${id} to cmp-1`);
    // Not the message: the next act is in the form.
    await expect(attachButton(page)).toBeFocused();
    await expect(webhookField(page)).toHaveValue(id);
    await expect(campaignField(page)).toHaveValue('cmp-1');
    expect(count()).toBe(1);
    await answer(page).getByRole('button', { name: 'Retry' }).click();
    await answered(page, 'Attached');
    expect(count()).toBe(2);
  });

  await test.step('waits as long as a 429 asks', async () => {
    await attach(page, 'fail-429-50s');
    await answered(page, 'Refused: too many requests');
    await expect(page.getByText(/Nothing is sent until \d\d:\d\d:\d\d\./)).toBeVisible();
    await attach(page, 'wh-2');
    await expect(answer(page)).toContainText(
      /The service asked for fewer requests \(429\)\. Will be sent in [1-5]?\d s\./,
    );
    // Stored: for storage this time would be too long.
    await expect(entries(page).first()).toContainText('Attaching wh-2');
    await page.clock.fastForward(20_000);
    await expect(answer(page)).toContainText(/Will be sent in [1-3]?\d s\./);
    expect(count()).toBe(3);
    await page.clock.fastForward(30_000);
    await answered(page, 'Attached');
    await expect(page.getByText(/Nothing is sent until/)).toHaveCount(0);
    expect(count()).toBe(4);
  });

  await test.step('a write under way goes on in every area', async () => {
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
    await expect(entries(page).first()).toContainText('Attached wh-1');
    expect(count()).toBe(5);
  });

  await attach(page, 'once-slow-60000');
  await answered(page, 'Attaching…');
  // Its time begins with the request.
  await expect.poll(count).toBe(6);
  await page.clock.runFor(25_000);
  await answered(page, 'Unknown: the service didn’t answer');
  await expect(answer(page).getByRole('alert')).toContainText(
    'It may be done. Send again, or check the campaign.',
  );
  await expect(answer(page)).toContainText(/No answer after 25(\.\d)? s/);
  await expect(entries(page).first()).toHaveText(
    /Attach once-slow-60000: unknown, the service didn’t answer.*Send again/,
  );
  expect(count()).toBe(6);
  await entries(page).first().getByRole('button', { name: 'Send again' }).click();
  await answered(page, 'Accepted, with a message');
  await expect(entries(page).nth(1)).toHaveText(/settled later$/);
  expect(count()).toBe(7);
});
