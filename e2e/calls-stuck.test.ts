import { expectAccessibleInBothSchemes, expectNoSidewaysScroll } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { detail, openCall, row, setHidden, watch, watchRunning } from './calls-kit.ts';

const MINUTE = 60_000;

test('counts, shows and announces stuck calls', async ({ page, signIn, configure, context }) => {
  await context.grantPermissions(['notifications']);
  await page.addInitScript(() => {
    class Told extends EventTarget {
      static list: string[] = [];
      static requestPermission = async () => 'granted';
      constructor(title: string, { body }: NotificationOptions) {
        super();
        Told.list.push(`${title}: ${body?.split('\n').toSorted().join(' ')}`);
      }
      close() {}
    }
    Object.assign(window, { Notification: Told });
  });
  await page.clock.install();
  await configure({ calls: { stuckMinutes: 20 } });
  await signIn('/calls');
  const [reported, seen] = ['sim-1s-running', 'record-status-only'];
  await watch(page, `${reported} ${seen} asks-0-completed nope-1`);
  await expect(row(page, 'nope-1')).toContainText('Not found');
  const key = page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: /^Stuck/ });
  await expect(key).toBeHidden();
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Notify of stuck calls' }).click();
  await expect(page.getByText('notified when calls get stuck while this page is hidden')).toBeVisible();

  await setHidden(page, true);
  await page.clock.fastForward(21 * MINUTE);
  const told = () => page.evaluate(() => Reflect.get(Notification, 'list') as string[]);
  await expect(async () => {
    await page.clock.runFor(5000);
    const all = (await told()).join(' ');
    expect(all).toMatch(/^[12] calls? stuck: /);
    for (const id of [reported, seen]) expect(all).toContain(id);
  }).toPass();
  await setHidden(page, false);
  await expect(key).toHaveText(/^Stuck 2$/);
  await expect(page.getByRole('button', { name: 'In progress 2' })).toBeVisible();
  await key.click();
  await expect(page.locator('#calls-rows a')).toHaveCount(2);
  await expect(page.getByRole('main')).toContainText('Not ended after 20 min');
  // The longest stuck first.
  await expect(page).toHaveURL(/\?show=stuck&sort=-duration$/);
  await expect(row(page, reported)).toContainText('Stuck, In progress');
  await expectAccessibleInBothSchemes(page, page.getByRole('main'));
  await openCall(page, reported);
  await expect(detail(page)).toContainText(/Stuck: not ended after 2\d min/);
  await expect(detail(page)).toContainText('The limit is 20 min.');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Back to calls' }).click();
  await expect(key).toBeInViewport();
  await expectNoSidewaysScroll(page);
});

test('counts stuck calls by a limit of the user', { tag: '@release' }, async ({ page, signIn }) => {
  await page.clock.install();
  await signIn('/calls');
  await watchRunning(page);
  await page.clock.resume();
  const stuck = page.getByRole('button', { name: /^Stuck \d/ });
  const setLimit = async (minutes: string) => {
    const dialog = page.getByRole('dialog', { name: 'When are calls stuck?' });
    await dialog.getByLabel('Minutes').fill(minutes);
    await page.keyboard.press('Enter');
    return dialog;
  };
  await page.clock.fastForward(5 * MINUTE);
  await expect(stuck).toBeHidden();
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Stuck after 30 min…' }).click();
  await expect(await setLimit('0')).toContainText('Enter 1 to 10,080.');
  await setLimit('3');
  await stuck.click();
  await page.reload();
  await expect(stuck).toHaveAttribute('title', 'Not ended after 3 min');
  await page.getByRole('button', { name: 'Not ended after 3 min' }).click();
  await setLimit('');
  await expect(page.getByText('No calls under “Stuck”')).toBeVisible();
});

test('a clock that is set changes nothing', { tag: '@release' }, async ({ page, signIn }) => {
  await page.clock.install();
  await signIn('/calls');
  const reading = await watchRunning(page);
  const running = row(page, 'sim-1s-running');
  for (const hours of [1, -1, 24, -24]) {
    const now = await page.evaluate(() => Date.now());
    await page.clock.setSystemTime(now + hours * 60 * MINUTE);
    const before = reading.ids.length;
    // The next check may wait for a new token, which comes in real time.
    await expect
      .poll(() => reading.run(4000, 4000).then(() => reading.ids.length), { intervals: [20] })
      .toBeGreaterThan(before);
    const first = reading.ids.length;
    await reading.run(16_000, 4000);
    await expect(running).toContainText(/\d s ago/);
    await expect(running).not.toContainText('Stuck');
    // One may be on its way on a slow machine.
    expect(reading.ids.length - first).toBeGreaterThanOrEqual(1);
    expect(reading.ids.length - before).toBeLessThanOrEqual(5);
  }
});
