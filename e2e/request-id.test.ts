import { expectAccessible } from './accessible.ts';
import { area } from './bulk-kit.ts';
import { fact, openCall, watch } from './calls-kit.ts';
import { download } from './files-kit.ts';
import { expect, test } from './fixtures.ts';
import * as provider from './provider-kit.ts';
import { answer, answered, attach, entries, openHistory, sentList } from './webhooks-kit.ts';

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;

test(
  'shows the request ID of each answer',
  { tag: '@release' },
  async ({ page, context, signIn, configure }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await configure({ api: { requestIdHeader: 'X-Request-Id' } });
    await signIn('/calls');
    await watch(page, 'asks-0-completed');
    await openCall(page, 'asks-0-completed');
    await expect(fact(page, 'Request ID')).toHaveText(UUID);
    const ofCheck = await fact(page, 'Request ID').innerText();
    await page.getByRole('button', { name: 'Copy for a ticket' }).click();
    await expect(page.getByText('Details of asks-0-completed copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`Request ID: ${ofCheck}`);

    await area(page, /^Webhooks/).click();
    const responding = page.waitForResponse(/add_webhook/);
    await attach(page, 'fail-400');
    await answered(page, 'Refused: invalid values');
    const id = (await responding).headers()['x-request-id'] ?? '';
    expect(id).toMatch(UUID);
    await expect(answer(page)).toContainText(`Request ID${id}`);
    await expectAccessible(page);

    await page.goto('/calls/asks-0-completed');
    await expect(fact(page, 'Request ID')).toHaveText(ofCheck);
    await area(page, /^Webhooks/).click();
    await expect(entries(page)).toContainText(`Request ID ${id}`);
    await openHistory(page);
    const { text } = await download(page, () =>
      sentList(page).getByRole('button', { name: 'Export' }).click(),
    );
    expect(text).toMatch(/,Request ID\r\n/);
    expect(text).toContain(`,${id}\r\n`);

    await area(page, /^Provider/).click();
    await provider.fill(page);
    await provider.saveButton(page).click();
    await expect(provider.answerDetails(page)).toContainText(UUID);
    await expect(provider.sentList(page)).toContainText(UUID);
  },
);
