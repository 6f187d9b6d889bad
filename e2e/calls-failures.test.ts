import { expect, expectAccessible, test } from './fixtures.ts';
import { detail, fact, openCall, reads, row, runToNextCheck, stopClock, watch } from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

const BODIES = ['', '-text', '-html', '-empty', '-problem', '-errorobject', '-errortext', '-broken'];

for (const statuses of [
  [400, 403, 404],
  [409, 410, 422],
  [500, 502],
]) {
  test(`R40: reads answered ${statuses.join(', ')} are explained, whatever their body`, async ({
    page,
    signIn,
    wire,
  }) => {
    await signIn('/calls');
    const ids = statuses.flatMap((status) => BODIES.map((body) => `fail-${status}${body}`));
    await watch(page, ids.join(' '));
    for (const id of ids) {
      const status = id.slice(5, 8);
      await expect(row(page, id)).toContainText(status === '404' ? 'Not found' : `Error ${status}`);
      await openCall(page, id);
      await expect(detail(page).getByText(status).first()).toBeVisible();
      await expect(detail(page).getByText('answered').first()).toBeVisible();
    }
    const refused = ids.filter((id) => id.startsWith('fail-4'));
    await page.clock.runFor(30_000);
    for (const id of refused) expect(reads(wire, id)).toHaveLength(1);
  });
}

for (const id of ['fail-429', 'fail-429-date', 'fail-503-2s']) {
  test(`R40: ${id} holds every check back for as long as the service says`, async ({
    page,
    signIn,
    wire,
  }) => {
    await signIn('/calls');
    await watch(page, `once-${id}`);
    await expect(page.getByText(/Nothing is checked until \d\d:\d\d:\d\d\./)).toBeVisible();
    await expect(page.getByText('Checks are waiting', { exact: true })).toBeVisible();
    await watch(page, 'sample-long');
    await expect(row(page, 'sample-long')).toContainText('First check');
    expect(reads(wire, 'sample-long')).toEqual([]);
    await page.clock.runFor(4000);
    await expect(row(page, 'sample-long')).toContainText('queued');
    await expect(page.getByText(/Nothing is checked until/)).toBeHidden();
  });
}

test('R40: 401 to every token ends in the sign-in prompt, with everything paused and nothing lost', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/calls');
  await watch(page, 'sample-long');
  await expect(row(page, 'sample-long')).toContainText('queued');
  await watch(page, 'fail-401');
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await expect(row(page, 'sample-long')).toContainText('queued');
  const before = reads(wire).length;
  await page.clock.runFor(60_000);
  expect(reads(wire)).toHaveLength(before);
});

for (const ids of [
  ['odd-array', 'odd-null', 'odd-broken'],
  ['odd-empty', 'record-envelope', 'record-no-status'],
]) {
  test(`an answer that is no call record is explained: ${ids.join(', ')}`, async ({
    page,
    signIn,
    serviceLog,
  }) => {
    // The checker of accessibility takes long on a slow machine, and looks once at each.
    test.slow();
    await signIn('/calls');
    for (const id of ids) {
      await watch(page, id);
      await expect(detail(page).getByRole('heading', { name: id })).toBeVisible();
      await expect(detail(page)).toContainText('Answer not recognised');
      await expect(fact(page, 'Next check')).toHaveText(/^in \d+ s$/);
      await expectAccessible(page);
    }
    expect([...new Set((await serviceLog()).map(({ path }) => path))]).toEqual(['/api/v3/call_status']);
  });
}

test('an answer that is not the service’s own, or none, is explained', async ({
  page,
  signIn,
  strict,
  serviceLog,
}) => {
  test.slow();
  strict.allow(/blocked by CORS policy/);
  // The browser tells of the address it was pointed to, and does not go there.
  strict.allowRequest(/sandbox\/redirected/);
  await signIn('/calls');
  for (const [id, words] of [
    ['odd-html', 'A web page answered in place of the service'],
    ['redirect', 'The service redirected'],
    ['cors-blocked', 'origin to allow is http://localhost'],
    ['drop-before', 'No answer from the service'],
  ] as const) {
    await watch(page, id);
    await expect(detail(page)).toContainText(words);
    await expect(fact(page, 'Next check')).toHaveText(/^in \d+ s$/);
    await expectAccessible(page);
  }
  expect([...new Set((await serviceLog()).map(({ path }) => path))]).toEqual(['/api/v3/call_status']);
});

test('a failed check keeps the last answer and says since when', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'later-fail-500');
  await expect(detail(page).getByText('In progress').first()).toBeVisible();
  await runToNextCheck(page);
  await expect(row(page, 'later-fail-500')).toContainText('Error 500');
  // After a failure the next check is twice as far away.
  await page.clock.runFor(11_000);
  await expect(detail(page)).toContainText(/Since \d\d:\d\d:\d\d, \d+ checks in a row/);
  await expect(fact(page, 'Duration')).toContainText('at the last check');
  await expect(detail(page).getByRole('list', { name: 'Status seen' })).toContainText('Error 500');
});

test('an ID that is not found stops; "Keep trying" goes on until the call is there', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/calls');
  await watch(page, 'late-2');
  await expect(detail(page)).toContainText('The service answered 404 for this ID');
  await expect(fact(page, 'Checks')).toHaveText('1, answered 404');
  await expect(fact(page, 'Next check')).toHaveText('None until you ask');
  await page.clock.runFor(60_000);
  expect(reads(wire)).toHaveLength(1);
  await page.getByRole('button', { name: 'Keep trying' }).click();
  await expect(fact(page, 'Checks')).toHaveText('2, both answered 404');
  await stopClock(page);
  await page.clock.runFor(16_000);
  await expect(row(page, 'late-2')).toContainText('In progress');
  expect(reads(wire)).toHaveLength(3);
});
