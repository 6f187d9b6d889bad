import type { BrowserContext, Page } from 'playwright/test';
import { begin, button, check, dialog, heading, keys, lines, webhooks } from './bulk-kit.ts';
import { detail, openCall, row } from './calls-kit.ts';
import { expect, test } from './fixtures.ts';
import { accountSid, fill as fillProvider, note, saveButton, sentList } from './provider-kit.ts';
import { expectOnce, holdWrites } from './sending-kit.ts';
import { RELEASES, startDeployment, type Release } from './upgrade-kit.ts';
import { answered, attach, campaignField, entries, writes } from './webhooks-kit.ts';

// What each release finds of the one before, in one browser: npm run test:upgrade -- [<git ref>]

let deployment: Awaited<ReturnType<typeof startDeployment>>;
const port = Number(process.env['TEST_PORT'] ?? 4273);
test.use({ preloads: true });
test.afterEach(() => deployment.stop());

const NOTE = 'ask Ana';
const noteField = (page: Page) => detail(page).getByRole('textbox', { name: 'Note' });
const setNote = async (page: Page, text: string) => {
  await noteField(page).fill(text);
  await noteField(page).press('Enter');
};

const open = async (context: BrowserContext, path: string) => {
  const page = await context.newPage();
  await page.goto(path);
  return page;
};

/** In 1.0.0 the field had another name. */
const watch = async (page: Page, ids: string) => {
  const box = page.getByLabel(/^(?:Find or watch calls|Call IDs to watch)$/).first();
  await box.fill(ids);
  await box.press('Enter');
};

const leaveCalls = async (page: Page) => {
  await watch(page, 'asks-0-completed record-unknown sim-1s-running');
  await expect(row(page, 'asks-0-completed')).toContainText('Completed');
  await openCall(page, 'record-unknown');
  await setNote(page, NOTE);
  await page.getByRole('button', { name: 'Call ID', exact: true }).click();
};

/** A list of calls up to 1.0.0, a label since. */
const leaveLabel = async (page: Page) => {
  await page.goto('/calls?list=VIP');
  await watch(page, 'sample-ended');
  await expect(row(page, 'sample-ended')).toContainText('Completed');
};

const expectLabel = async (page: Page) => {
  await page.goto('/calls?label=VIP');
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  await expect(row(page, 'record-unknown')).toBeHidden();
};

const leaveSingleChanges = async (page: Page) => {
  await page.goto('/webhooks');
  await campaignField(page).fill('cmp-1');
  await page.getByRole('button', { name: 'Add the name of campaign cmp-1' }).press('Enter');
  await page.keyboard.insertText('Renewals');
  await page.keyboard.press('Enter');
  await attach(page, 'wh-single');
  await answered(page, 'Attached');
  await page.goto('/provider');
  await expect(accountSid(page)).toBeVisible();
  await fillProvider(page);
  await saveButton(page).click();
  await expect(note(page, 'Configuration accepted')).toBeVisible();
};

/** One finished, one paused, one under way. */
const leaveRuns = async (page: Page) => {
  await page.goto('/webhooks/bulk');
  await begin(page, lines(webhooks(2, 'done')));
  await expect(heading(page, 'Finished: 2 of 2 attached')).toBeVisible();
  const gate = await holdWrites(page);
  await page.goto('/webhooks/bulk');
  await begin(page, lines(webhooks(8, 'paused')));
  await expect.poll(gate.held).toBe(4);
  await button(page, 'Pause').click();
  await gate.release(4);
  await expect(heading(page, /^(?:Attaching paused at \d+ of 8|Paused: 8 pairs)$/)).toBeVisible();
  await page.goto('/webhooks/bulk');
  await begin(page, lines(webhooks(6, 'cut')));
  await expect.poll(gate.held).toBe(4);
};

const expectCalls = async (page: Page, { migrated }: Release) => {
  await expect(row(page, 'asks-0-completed')).toContainText('Completed');
  await expect(row(page, 'sim-1s-running')).toContainText('In progress');
  await expect(row(page, 'record-unknown')).toContainText(`${NOTE}${migrated}`);
};

const expectSingleChanges = async (page: Page) => {
  await page.goto('/webhooks');
  await expect(entries(page).filter({ hasText: 'Attached wh-single' })).toBeVisible();
  await page.getByRole('button', { name: 'Names…' }).click();
  await expect(page.getByRole('dialog', { name: 'Names' })).toContainText('Renewals');
  await page.goto('/provider');
  await expect(sentList(page)).toContainText('Saved SID ending');
};

const expectRuns = async (page: Page) => {
  await page.goto('/webhooks');
  await expect(entries(page).filter({ hasText: 'Attached 2 of 2 pairs' })).toBeVisible();
  await page.goto('/webhooks/bulk');
  await expect(page.getByText(/^Run of 8 pairs paused at/)).toBeVisible();
  await expect(page.getByText(/^Run of 6 pairs paused at/)).toBeVisible();
};

const openCutRun = async (page: Page) => {
  await page.goto('/webhooks');
  await entries(page).filter({ hasText: 'Attach 6 pairs, paused' }).getByRole('link').click();
};

/** Resumes the run of 6 pairs, of which 4 were under way. */
const finishCutRun = async (page: Page) => {
  await expect(keys(page)).toHaveText(['All 6', 'Accepted 0', 'Refused 0', 'Unknown 4', 'Waiting 2']);
  await button(page, /^Resume/).click();
  await expect(heading(page, 'Finished: 2 of 6 attached')).toBeVisible();
};

/** Of version 1: a pause, an interval, a view, times in UTC, and a run with both operations. */
const leaveWhatWasCut = async (page: Page) => {
  await page.goto('/calls');
  await watch(page, 'sim-1s-running');
  await openCall(page, 'sim-1s-running');
  await page.getByRole('button', { name: 'Pause checks' }).click();
  await expect(row(page, 'sim-1s-running')).toContainText('Paused');
  await page.getByLabel('Check every').selectOption('Every 30 s');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('button', { name: 'Save this view…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('By ID');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('radio', { name: 'UTC' }).check({ force: true });
  await page.keyboard.press('Escape');

  await page.goto('/webhooks');
  await attach(page, 'wh-old');
  await answered(page, 'Attached');
  await page.goto('/webhooks/campaigns?by=webhook');
  await button(page, 'Replace a webhook…').click();
  const replace = dialog(page, 'Replace a webhook everywhere');
  await replace.getByLabel('Webhook ID', { exact: true }).fill('wh-old');
  await replace.getByLabel('Replaced by webhook ID').fill('wh-new');
  await replace.getByRole('button', { name: /^Check/ }).click();
  const gate = await holdWrites(page);
  await button(page, 'Attach 1, detach 1').click();
  await dialog(page, 'Attach 1, detach 1?').getByRole('button', { name: 'Attach 1, detach 1' }).click();
  await expect.poll(gate.held).toBe(1);
};

for (const [index, from] of RELEASES.slice(0, -1).entries()) {
  const to = RELEASES[index + 1] ?? from;
  /** Then tabs of both use the same databases, channels and locks. */
  const isShared = from.format === to.format;

  test.describe(`from ${from.name} to ${to.name}`, () => {
    test.beforeEach(async () => {
      deployment = await startDeployment(port, from);
    });

    test('finds all that was left', async ({ page, signIn, context, serviceLog }) => {
      await signIn('/calls');
      await leaveCalls(page);
      await leaveLabel(page);
      await leaveSingleChanges(page);
      await leaveRuns(page);
      await page.close({ runBeforeUnload: false });

      deployment.deploy(to);
      const next = await open(context, '/calls');
      await expectCalls(next, to);
      await expectLabel(next);
      await expectSingleChanges(next);
      await expectRuns(next);
      await openCutRun(next);
      await finishCutRun(next);
      const [done, paused, cut] = [webhooks(2, 'done'), webhooks(8, 'paused'), webhooks(6, 'cut')];
      const attached = ['wh-single', ...done, ...paused.slice(0, 4), ...cut.slice(4)];
      expectOnce(await serviceLog(), { attached, unknown: cut.slice(0, 4) });
    });

    test('an open tab undoes nothing', async ({ page, signIn, context, wire }) => {
      // All pages share it, so it runs on and only jumps.
      await page.clock.install();
      await signIn('/calls');
      await leaveCalls(page);

      deployment.deploy(to);
      const next = await open(context, '/calls/record-unknown');
      await expect(row(next, 'record-unknown')).toContainText(NOTE);
      await setNote(next, 'of the next release');
      await openCall(next, 'sim-1s-running');
      await next.getByRole('button', { name: 'Stop watching' }).click();
      await expect(row(next, 'sim-1s-running')).toBeHidden();
      await watch(next, 'sample-ended');
      await expect(row(next, 'sample-ended')).toContainText('Completed');

      await row(next, 'asks-0-completed').getByRole('checkbox').check();
      await next.getByRole('button', { name: 'Label…' }).first().click();
      await dialog(next, 'Label asks-0-completed').getByRole('textbox', { name: 'Label' }).fill('Night');
      await next.keyboard.press('Enter');

      if (isShared) {
        await expect(row(page, 'record-unknown')).toContainText('of the next release');
        await expect(row(page, 'sample-ended')).toContainText('Completed');
        await expect(row(page, 'sim-1s-running')).toBeHidden();
      } else await expect(page.getByText('This tab no longer saves or changes anything.')).toBeVisible();
      await openCall(page, 'asks-0-completed');
      await setNote(page, 'late');
      if (isShared) await expect(row(next, 'asks-0-completed')).toContainText('late');
      await page.clock.fastForward(30_000);
      await page.getByRole('link', { name: 'Webhooks' }).click();
      if (!isShared) {
        await attach(page, 'wh-late');
        await expect(page.getByText('so nothing was sent.')).toBeVisible();
        expect(writes(wire)).toEqual([]);
      }
      for (const each of [next, page]) {
        await each.goto('/calls');
        await expect(row(each, 'record-unknown')).toContainText('of the next release');
        await expect(row(each, 'sample-ended')).toContainText('Completed');
        await expect(row(each, 'sim-1s-running')).toBeHidden();
        if (isShared) await expect(row(each, 'asks-0-completed')).toContainText('late');
        else await expect(row(each, 'asks-0-completed')).not.toContainText('late');
        await each.goto('/calls?label=Night');
        await expect(row(each, 'asks-0-completed')).toBeVisible();
        await expect(row(each, 'record-unknown')).toBeHidden();
      }
    });

    if (isShared) {
      test('sends nothing twice beside an open tab', async ({ page, signIn, context, serviceLog }) => {
        await signIn('/webhooks/bulk');
        const gate = await holdWrites(context);
        await begin(page, lines(webhooks(6, 'first')));
        await expect.poll(gate.held).toBe(4);
        deployment.deploy(to);
        const next = await open(context, '/webhooks/bulk');
        await next.getByRole('link', { name: 'Open run' }).click();
        await expect(next.getByText('Another tab is sending this run.')).toBeVisible();
        await expect(button(next, /^Resume/)).toBeHidden();

        await test.step('nor a second run meanwhile', async () => {
          await next.goto('/webhooks/bulk');
          await check(next, lines(webhooks(6, 'second')).join('\n'));
          await expect(next.getByText('Another run is under way.')).toBeVisible();
          await expect(button(next, 'Attach 6 pairs')).toBeHidden();
          await gate.release(6);
          await expect(heading(page, 'Finished: 6 of 6 attached')).toBeVisible();
        });
        await test.step('nor the run of a closed tab of the next release', async () => {
          await button(next, 'Attach 6 pairs').click();
          await expect.poll(gate.held).toBe(4);
          await page.getByRole('link', { name: 'Bulk', exact: true }).click();
          await expect(page.getByText('Run of 6 pairs under way')).toBeVisible();
          await next.close({ runBeforeUnload: false });
          await gate.open();
          await page.getByRole('link', { name: 'Open run' }).click();
          await finishCutRun(page);
        });
        const second = webhooks(6, 'second');
        expectOnce(await serviceLog(), {
          attached: [...webhooks(6, 'first'), ...second.slice(4)],
          unknown: second.slice(0, 4),
        });
      });

      test('leaves an answer to the tab that waits for it', async ({ page, signIn, context }) => {
        await signIn('/webhooks');
        const gate = await holdWrites(page);
        await attach(page, 'wh-slow');
        await expect.poll(gate.held).toBe(1);
        deployment.deploy(to);
        const next = await open(context, '/webhooks');
        const entry = entries(next).filter({ hasText: 'wh-slow' });
        await expect(entry).toContainText('Attaching wh-slow');
        await gate.open();
        await expect(entry).toContainText('Attached wh-slow');
      });

      if (from.version.startsWith('1.'))
        test('ignores what was cut', async ({ page, signIn, context }) => {
          await signIn('/calls');
          await leaveWhatWasCut(page);
          await page.close({ runBeforeUnload: false });
          deployment.deploy(to);
          const next = await open(context, '/calls?view=By+ID&wall');
          await expect(row(next, 'sim-1s-running')).toContainText('In progress');
          await expect(next.getByRole('alert')).toBeHidden();
          await next.goto('/webhooks/bulk');
          await expect(next.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(next.getByRole('link', { name: 'Open run' })).toBeHidden();
          await next.goto('/webhooks');
          await expect(entries(next).filter({ hasText: 'of 2 pairs' })).toContainText('1 not sent');
        });
    } else {
      test('sends nothing twice beside an open tab', async ({ page, signIn, context, serviceLog }) => {
        await signIn('/webhooks/bulk');
        const gate = await holdWrites(page);
        await begin(page, lines(webhooks(6, 'cut')));
        await expect.poll(gate.held).toBe(4);
        deployment.deploy(to);
        const next = await open(context, '/webhooks');
        await openCutRun(next);
        await finishCutRun(next);
        await gate.open();
        await expect(heading(page, /^Attaching stopped/)).toBeVisible();
        const all = webhooks(6, 'cut');
        await expect
          .poll(async () => (await serviceLog()).filter(({ did }) => did === 'attached'))
          .toHaveLength(6);
        expectOnce(await serviceLog(), { attached: all, unknown: [] });
      });

      test('after a rollback, says so and keeps all', async ({ page, signIn }) => {
        await signIn('/calls');
        await leaveCalls(page);
        deployment.deploy(to);
        await page.goto('/calls');
        await expectCalls(page, to);
        deployment.deploy(from);
        await page.goto('/calls');
        await expect(page.getByRole('heading', { name: 'New version', exact: true })).toBeVisible();
        await expect(page.getByText('No calls watched yet')).toBeHidden();
        deployment.deploy(to);
        await page.getByRole('button', { name: 'Reload' }).click();
        await expectCalls(page, to);
      });
    }
  });
}
