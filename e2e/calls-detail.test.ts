import { expect, test } from './fixtures.ts';
import { detail, fact, reads, row, runToNextCheck, stopClock, watch } from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

test('shows statuses, durations and times', async ({ page, signIn }) => {
  await signIn('/calls');
  await stopClock(page);
  await watch(page, 'asks-1-failed-object');
  await page.clock.runFor(500);
  const seen = detail(page).getByRole('list', { name: 'Status history' });
  await expect(seen).toContainText('In progress first check');
  await runToNextCheck(page);
  await expect(seen).toContainText('Failed');
  const entries = await seen.getByRole('listitem').allInnerTexts();
  expect(entries).toHaveLength(2);
  expect(entries[0]).toContain('In progress');
  expect(entries.at(-1)).toMatch(/Failed\s+ended \d\d:\d\d:\d\d/);
  await expect(
    detail(page).getByRole('img', { name: /^Statuses seen: .*In progress.*Failed from/ }),
  ).toBeVisible();

  await watch(
    page,
    'record-unknown record-case-running sim-0s-completed sim-0s-failed sim-0s-busy record-markup',
  );
  await page.clock.runFor(500);
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await expect(row(page, 'record-case-running')).toContainText('In progress');
  await expect(row(page, 'sim-0s-completed')).toContainText('Completed');
  await expect(row(page, 'sim-0s-failed')).toContainText('Failed');
  await expect(row(page, 'sim-0s-busy')).toContainText('busy');
  await expect(row(page, 'record-markup')).toContainText('<');
  await page.clock.runFor(500);
  await expect(page.getByRole('button', { name: 'on_hold 1' })).toBeVisible();

  const open = async (id: string) => {
    await watch(page, id);
    await page.clock.runFor(500);
  };
  const shown: [id: string, label: string, words: string | RegExp][] = [
    ['record-iso', 'Duration', '1m 01s'],
    ['record-no-duration', 'Duration', 'Not reported'],
    ['record-status-only', 'Duration', 'Not reported'],
    ['record-iso-local', 'Started', /zone not stated/],
    ['record-soon', 'Started', 'soon as received'],
  ];
  for (const [id, label, words] of shown) {
    await open(id);
    await expect(fact(page, label)).toHaveText(words);
  }
  await expect(row(page, 'record-no-duration')).toContainText('–');
  for (const id of ['record-iso-offset', 'record-epoch-s', 'record-epoch-ms', 'record-epoch-text']) {
    await open(id);
    await expect(fact(page, 'Started')).toHaveText(/^\d\d:\d\d:\d\d \d+ \w{3} \d{4}$/);
    await expect(fact(page, 'Started').locator('[title^="As received: "]')).toBeVisible();
  }
  await page.getByRole('link', { name: 'record-iso', exact: true }).click();
  await expect(fact(page, 'Started')).toHaveText(/^\d\d:\d\d:\d\d \d+ \w{3} \d{4}$/);
  await expect(fact(page, 'Started').locator('[title^="As received: "]')).toBeVisible();
  await open('record-fraction');
  await expect(fact(page, 'Duration')).toHaveText(/^1[23](\.5)? s /);
  await page.clock.runFor(3000);
  await expect(fact(page, 'Duration')).toHaveText(/s reported 12\.5 s at the last check/);

  await test.step('one beyond a year is shown as it came, and neither that nor a negative one runs on', async () => {
    for (const [id, words] of [
      ['record-huge', /^1000000000000000 s at the last check$/],
      ['record-negative', /^-3 s at the last check$/],
    ] as const) {
      await open(id);
      await expect(fact(page, 'Duration')).toHaveText(words);
      await page.clock.runFor(2000);
      await expect(fact(page, 'Duration')).toHaveText(words);
    }
    await expect(row(page, 'record-huge')).toContainText('1000000000000000 s');
  });
});

test('stops checking at an end only', async ({ page, signIn, wire }) => {
  await signIn('/calls');
  const goesOn = /^(in \d+ s|now)$/;
  for (const id of ['record-nulls', 'record-blanks']) {
    await watch(page, id);
    await expect(fact(page, 'Ended')).toHaveText('Not reported');
    await expect(fact(page, 'Next check')).toHaveText(goesOn);
  }
  await watch(page, 'record-ended-unknown');
  await expect(detail(page).getByText('archived').first()).toBeVisible();
  await expect(fact(page, 'Next check')).toHaveText('None: call ended');

  const errors = detail(page).locator('section').filter({ hasText: 'Error from the service' });
  await watch(page, 'record-error-object');
  await expect(errors.getByRole('term').first()).toBeVisible();
  for (const id of ['record-error-nested', 'record-error-text', 'record-error-running']) {
    await watch(page, id);
    await expect(detail(page).getByRole('heading', { name: id })).toBeVisible();
    await expect(errors).toBeVisible();
  }
  await expect(fact(page, 'Next check')).toHaveText(goesOn);
  await page.clock.runFor(30_000);
  for (const id of ['record-nulls', 'record-blanks', 'record-error-running']) {
    await expect.poll(() => reads(wire, id).length).toBeGreaterThan(1);
  }
  expect(reads(wire, 'record-ended-unknown')).toHaveLength(1);
  await expect(page.locator('body')).not.toContainText('[object Object]');
});

for (const [screen, viewport] of [
  ['on a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const) {
  test(`moves nothing at the first status, ${screen}`, async ({ page, signIn }) => {
    await page.setViewportSize(viewport);
    await signIn('/calls');
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/call_status\?/, async (route) => {
      await released;
      await route.continue();
    });
    await watch(page, 'sample-ended');
    await expect(detail(page).getByRole('button', { name: 'Pause checks' })).toBeEnabled();
    await page.evaluate(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const sources = Reflect.get(entry, 'sources') as { node: Node | null }[];
          moved.push(...sources.map(({ node }) => node?.textContent ?? ''));
        }
      }).observe({ type: 'layout-shift' });
    });
    release();
    await expect(fact(page, 'Started')).toHaveText(/^\d\d:\d\d:\d\d/);
    await expect(detail(page).getByRole('list', { name: 'Status history' })).toBeVisible();
    // Reported with the frame after the one that moved.
    const moved = await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      return Reflect.get(window, 'moved') as string[];
    });
    expect(moved).toEqual([]);
  });
}
