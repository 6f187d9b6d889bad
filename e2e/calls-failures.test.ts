import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { detail, fact, openCall, reads, row, runToNextCheck, stopClock, watch } from './calls-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

/** Every status once, each with another body. Unit tests cover all combinations. */
const REFUSALS = [
  'fail-400-problem',
  'fail-403-html',
  'fail-404-empty',
  'fail-409-errorobject',
  'fail-410-text',
  'fail-422-errortext',
  'fail-500',
  'fail-502-broken',
];

test('explains refused and failed checks', async ({ page, signIn, wire }) => {
  await signIn('/calls');
  await watch(page, REFUSALS.join(' '));
  for (const id of REFUSALS) {
    const status = id.slice(5, 8);
    await expect(row(page, id)).toContainText(status === '404' ? 'Not found' : `Error ${status}`);
    await openCall(page, id);
    await expect(detail(page).getByRole('heading', { name: `${id} Copy` })).toBeVisible();
    await expect(detail(page).getByText(status).first()).toBeVisible();
    await expect(detail(page).getByText('answered').first()).toBeVisible();
  }
  await page.clock.runFor(30_000);
  for (const id of REFUSALS.slice(0, -2)) expect(reads(wire, id)).toHaveLength(1);
});

test('waits as long as a 429 or 503 says', async ({ page, signIn, wire }) => {
  await signIn('/calls');
  const banner = page.getByText(/Nothing is checked until \d\d:\d\d:\d\d\./);
  // The date first: it is the service's time, and each wait moves the page's clock further ahead of that.
  const holds = [
    ['once-fail-429-30s-date', 'record-unknown'],
    ['once-fail-429-30s', 'record-zero'],
    ['once-fail-503-30s', 'record-soon'],
  ] as const;
  for (const [id, other] of holds) {
    await watch(page, id);
    await expect(banner).toBeVisible();
    await expect(page.getByText('Checks paused', { exact: true })).toBeVisible();
    await watch(page, other);
    await expect(row(page, other)).toContainText('First check');
    expect(reads(wire, other)).toEqual([]);
    await page.clock.runFor(31_000);
    await expect(banner).toBeHidden();
    await expect(row(page, id)).toContainText('In progress');
    await expect(row(page, other)).toContainText(/on_hold|In progress/);
  }
});

test('asks to sign in if all tokens are refused', async ({ page, signIn, wire }) => {
  await signIn('/calls');
  await watch(page, 'record-unknown');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  // A request accepted more than a minute ago confirms no session.
  await page.getByRole('button', { name: 'Pause all' }).click();
  await page.clock.fastForward(70_000);
  await watch(page, 'fail-401 fail-401-b');
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await expect(page.getByRole('navigation', { name: 'Main' })).not.toContainText('being checked');
  // On a phone an open call replaces the board, but not this.
  await openCall(page, 'record-unknown');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  const before = reads(wire).length;
  await page.clock.runFor(60_000);
  expect(reads(wire)).toHaveLength(before);
});

test('explains an unexpected answer', async ({ page, signIn, strict, serviceLog }) => {
  strict.allow(/blocked by CORS policy/);
  // The browser reports the redirect and does not follow it.
  strict.allowRequest(/sandbox\/redirected/);
  await signIn('/calls');
  // axe checks each kind of answer once.
  const answers: [id: string, words: string, isNewToChecker?: true][] = [
    ['odd-array', 'Unexpected answer', true],
    ['odd-null', 'Unexpected answer'],
    ['odd-broken', 'Unexpected answer'],
    ['odd-empty', 'Unexpected answer', true],
    ['record-envelope', 'Unexpected answer'],
    ['record-no-status', 'Unexpected answer'],
    ['odd-html', 'Got a web page instead of an answer from the service', true],
    ['redirect', 'The service redirected'],
    ['cors-blocked', 'origin to allow is http://localhost', true],
    ['drop-before', 'No answer from the service'],
  ];
  for (const [id, words, isNewToChecker] of answers) {
    await watch(page, id);
    await expect(detail(page).getByRole('heading', { name: `${id} Copy` })).toBeVisible();
    await expect(detail(page)).toContainText(words);
    await expect(fact(page, 'Next check')).toHaveText(/^in \d+ s$/);
    if (isNewToChecker) await expectAccessible(page);
  }
  expect([...new Set((await serviceLog()).map(({ path }) => path))]).toEqual(['/api/v3/call_status']);
});

test('keeps the last answer after a failed check', async ({ page, signIn, wire }) => {
  await signIn('/calls');
  await stopClock(page);
  await watch(page, 'later-fail-500');
  await page.clock.runFor(500);
  await expect(detail(page).getByText('In progress').first()).toBeVisible();
  await runToNextCheck(page);
  await expect(row(page, 'later-fail-500')).toContainText('In progress, not confirmed for');
  // After a failure the next check is twice as far away.
  await page.clock.runFor(11_000);
  await expect(detail(page)).toContainText(/Since \d\d:\d\d:\d\d, \d+ checks in a row/);
  await expect(fact(page, 'Duration')).toContainText('at the last check');
  await expect(detail(page).getByRole('list', { name: 'Status history' })).toContainText('Error 500');

  await watch(page, 'late-2');
  await page.clock.runFor(500);
  await expect(detail(page)).toContainText('The service answered 404 for this ID');
  await expect(fact(page, 'Next check')).toHaveText('None until you ask');
  await page.clock.runFor(60_000);
  expect(reads(wire, 'late-2')).toHaveLength(1);
  await page.getByRole('button', { name: 'Keep trying' }).click();
  await page.clock.runFor(500);
  await expect(detail(page)).toContainText(/Since \d\d:\d\d:\d\d, 2 checks in a row/);
  await page.clock.runFor(16_000);
  await expect(row(page, 'late-2')).toContainText('In progress');
  expect(reads(wire, 'late-2')).toHaveLength(3);
});
