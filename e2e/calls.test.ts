import type { Page } from 'playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test, type Sent } from './fixtures.ts';

const field = (page: Page) => page.getByLabel('Call IDs to watch');
const detail = (page: Page) => page.getByRole('complementary', { name: 'Call detail' });
const row = (page: Page, id: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: id, exact: true }) });
const fact = (page: Page, label: string) =>
  detail(page)
    .getByRole('definition')
    .and(page.locator(`dt:text-is("${label}") + dd`));

const watch = async (page: Page, ids: string) => {
  await field(page).fill(ids);
  await field(page).press('Enter');
};
const openCall = (page: Page, id: string) => page.getByRole('link', { name: id, exact: true }).click();

/** The reads of one call, or of all. */
const reads = (wire: readonly Sent[], id?: string) =>
  wire.filter(
    ({ path, query }) => path === '/api/v3/call_status' && (id === undefined || query[0]?.[1] === id),
  );

/** Lets the console's time go by until something holds; the service's own time is the real one. */
const goOnUntil = async (page: Page, holds: () => Promise<void>) => {
  await expect(async () => {
    await page.clock.runFor(5000);
    await holds();
  }).toPass();
};

const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (isHidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

test.beforeEach(async ({ page }) => page.clock.install());

test('R5, R25: an ID is looked up by exactly one request, and its record is shown', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/calls');
  await field(page).fill('sample-ended');
  await field(page).press('Enter');
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(detail(page).getByText('Completed').first()).toBeVisible();
  await expect(page).toHaveURL(/\/calls\/sample-ended$/);
  expect(reads(wire)).toHaveLength(1);
  expect(reads(wire)[0]).toMatchObject({ method: 'GET', query: [['callId', 'sample-ended']], body: null });
  expect(reads(wire)[0]?.headers['content-type']).toBeUndefined();
});

test('R34: an empty or blank field is an error there, and nothing is sent', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/calls');
  for (const blank of ['', '   ', ' , \n']) {
    await watch(page, blank);
    await expect(field(page)).toHaveAccessibleDescription(/Enter a call ID\./);
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page)).toBeFocused();
  }
  await field(page).fill('x');
  await expect(field(page)).toHaveAttribute('aria-invalid', 'false');
  expect(reads(wire)).toEqual([]);
});

for (const id of ['a/b c+d&é#?', '007', "it's 100%"]) {
  test(`R18, R9: the ID ${id} goes unchanged through the address and the request`, async ({
    page,
    signIn,
    wire,
  }) => {
    const encoded = encodeURIComponent(id).replaceAll("'", '%27');
    await signIn(`/calls/${encoded}`);
    await expect(detail(page).getByRole('heading', { name: id })).toBeVisible();
    await expect(detail(page).getByText('The service answered 404 for this ID')).toBeVisible();
    expect(reads(wire).map(({ rawQuery }) => rawQuery)).toEqual([`callId=${encoded}`]);
    await page.reload();
    await expect(detail(page).getByRole('heading', { name: id })).toBeVisible();
    await expect.poll(() => reads(wire, id).length).toBe(2);
  });
}

test('R35: the view follows a call to its end without a reload, then nothing more is asked', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/calls');
  await watch(page, 'sim-1500ms-completed');
  await expect(detail(page).getByText('queued').first()).toBeVisible();
  await goOnUntil(page, () =>
    expect(row(page, 'sim-1500ms-completed')).toContainText('Completed', { timeout: 300 }),
  );
  await expect(fact(page, 'Next check')).toHaveText(/None the service reported an end time/);
  const before = reads(wire).length;
  await page.clock.runFor(120_000);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect.poll(() => reads(wire).length).toBe(before + 1);
});

test('R35: calls that have ended cost one request each', async ({ page, signIn, wire }) => {
  await signIn('/calls');
  await watch(
    page,
    'sim-0s-completed-1 sim-0s-failed-2 sim-0s-busy-3 record-ended-unknown record-case-ended',
  );
  await expect(page.getByText('0 of 5 being checked')).toBeVisible();
  await page.clock.runFor(60_000);
  expect(reads(wire)).toHaveLength(5);
});

test('R13, R20: known statuses in words, any other as it came', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(
    page,
    'record-unknown record-case-running sim-0s-completed sim-0s-failed sim-0s-busy record-markup',
  );
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await expect(row(page, 'record-case-running')).toContainText('In progress');
  await expect(row(page, 'sim-0s-completed')).toContainText('Completed');
  await expect(row(page, 'sim-0s-failed')).toContainText('Failed');
  await expect(row(page, 'sim-0s-busy')).toContainText('busy');
  await expect(row(page, 'record-markup')).toContainText('<');
  await expect(page.getByRole('button', { name: 'Other values 3' })).toBeVisible();
});

test('R20: the statuses stand in the order in which they were seen', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'sim-2s-failed-object');
  const seen = detail(page).getByRole('list', { name: 'Status seen' });
  await expect(seen).toContainText('queued first check here');
  await goOnUntil(page, () => expect(seen).toContainText('Failed', { timeout: 300 }));
  const entries = await seen.getByRole('listitem').allInnerTexts();
  expect(entries[0]).toContain('queued');
  expect(entries.at(-1)).toMatch(/Failed\s+ended \d\d:\d\d:\d\d/);
  await expect(
    detail(page).getByRole('img', { name: /^Statuses seen since .*queued.*Failed from/ }),
  ).toBeVisible();
});

test('R14: durations as minutes and seconds, with the seconds at hand', async ({ page, signIn }) => {
  await signIn('/calls');
  const shown: [id: string, words: string][] = [
    ['record-iso', '1m 01s 61 s'],
    ['record-no-duration', 'Not reported'],
    ['record-status-only', 'Not reported'],
  ];
  for (const [id, words] of shown) {
    await watch(page, id);
    await expect(fact(page, 'Duration')).toHaveText(words);
  }
  await watch(page, 'record-fraction');
  await expect(fact(page, 'Duration')).toHaveText(/^1[23](\.5)?s /);
  await expect(row(page, 'record-no-duration')).toContainText('—');
  await page.clock.runFor(3000);
  await expect(fact(page, 'Duration')).toHaveText(/s reported 12\.5s at the last check/);
});

test('R15: every form of timestamp is shown, with the value as it came', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'record-iso-local');
  await expect(fact(page, 'Started')).toContainText('zone not stated');
  await watch(page, 'record-soon');
  await expect(fact(page, 'Started')).toHaveText('soon as received');
  for (const id of [
    'record-iso',
    'record-iso-offset',
    'record-epoch-s',
    'record-epoch-ms',
    'record-epoch-text',
  ]) {
    await watch(page, id);
    await expect(fact(page, 'Started')).toHaveText(/^\d\d:\d\d:\d\d \d+ \w{3} \d{4}$/);
    await expect(fact(page, 'Started').locator('[title^="As received: "]')).toBeVisible();
  }
});

test('R16: an end that is null or blank is not reported; one that is there stops the checks', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/calls');
  for (const id of ['record-nulls', 'record-blanks']) {
    await watch(page, id);
    await expect(fact(page, 'Ended')).toHaveText('Not reported');
    await expect(fact(page, 'Next check')).toHaveText(/^(in \d+ s|now)$/);
  }
  await watch(page, 'record-ended-unknown');
  await expect(detail(page).getByText('archived').first()).toBeVisible();
  await expect(fact(page, 'Next check')).toHaveText(/None the service reported an end time/);
  await page.clock.runFor(30_000);
  expect(reads(wire, 'record-ended-unknown')).toHaveLength(1);
  await expect.poll(() => reads(wire, 'record-nulls').length).toBeGreaterThan(1);
});

test('R17: an error is shown beside the record, as text or set out, and does not stop the checks', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/calls');
  await watch(page, 'record-error-object');
  const errors = detail(page).locator('section').filter({ hasText: 'Error from the service' });
  await expect(errors.getByRole('term').first()).toBeVisible();
  await watch(page, 'record-error-nested');
  await expect(errors).toBeVisible();
  await watch(page, 'record-error-text');
  await expect(errors).toBeVisible();
  await watch(page, 'record-error-running');
  await expect(errors).toBeVisible();
  await expect(fact(page, 'Next check')).toHaveText(/^(in \d+ s|now)$/);
  await page.clock.runFor(6000);
  await expect.poll(() => reads(wire, 'record-error-running').length).toBeGreaterThan(1);
  await expect(page.locator('body')).not.toContainText('[object Object]');
});

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

for (const [id, words] of [
  ['odd-array', 'Answer not recognised'],
  ['odd-null', 'Answer not recognised'],
  ['odd-broken', 'Answer not recognised'],
  ['odd-empty', 'Answer not recognised'],
  ['record-envelope', 'Answer not recognised'],
  ['record-no-status', 'Answer not recognised'],
  ['odd-html', 'A web page answered in place of the service'],
  ['redirect', 'The service redirected'],
  ['cors-blocked', 'origin to allow is http://localhost'],
  ['drop-before', 'No answer from the service'],
] as const) {
  test(`an answer that is none is explained: ${id}`, async ({ page, signIn, strict, serviceLog }) => {
    if (id === 'cors-blocked') strict.allow(/blocked by CORS policy/);
    // The browser tells of the address it was pointed to, and does not go there.
    if (id === 'redirect') strict.allowRequest(/sandbox\/redirected/);
    await signIn('/calls');
    await watch(page, id);
    await expect(detail(page)).toContainText(words);
    await expect(fact(page, 'Next check')).toHaveText(/^in \d+ s$/);
    await expectAccessible(page);
    expect([...new Set((await serviceLog()).map(({ path }) => path))]).toEqual(['/api/v3/call_status']);
  });
}

test('a failed check keeps the last answer and says since when', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'later-fail-500');
  await expect(detail(page).getByText('In progress').first()).toBeVisible();
  await goOnUntil(page, () =>
    expect(row(page, 'later-fail-500')).toContainText('Error 500', { timeout: 300 }),
  );
  await goOnUntil(page, () =>
    expect(detail(page)).toContainText(/Since \d\d:\d\d:\d\d, \d+ checks in a row/, { timeout: 300 }),
  );
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
  await goOnUntil(page, () => expect(row(page, 'late-2')).toContainText('In progress', { timeout: 300 }));
  expect(reads(wire)).toHaveLength(3);
});

test('"Edit ID" puts a mistyped ID back into the field', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'call-1 call-2');
  await watch(page, 'cal-3');
  await expect(detail(page)).toContainText('This one is 5 characters; your other watched IDs are 6.');
  await page.getByRole('button', { name: 'Edit ID' }).click();
  await expect(field(page)).toHaveValue('cal-3');
  await expect(field(page)).toBeFocused();
  await expect(row(page, 'cal-3')).toBeHidden();
});

test('a list is counted before it is watched', async ({ page, signIn, wire }) => {
  await signIn('/calls');
  await watch(page, 'call-1');
  await expect(detail(page)).toBeVisible();
  await field(page).fill('"call-1", call-2;call-3\n\ncall-3\tcall-4');
  await expect(page.locator('#call-ids-found')).toContainText('5 IDs found3 new1 already watched1 repeated');
  await page.getByRole('button', { name: 'Watch 3 calls' }).click();
  await expect(page.getByRole('button', { name: 'All 4' })).toBeVisible();
  await expect.poll(() => new Set(reads(wire).map(({ rawQuery }) => rawQuery)).size).toBe(4);
  await expect(field(page)).toHaveValue('');
  await field(page).fill('call-1 call-2');
  await field(page).press('Enter');
  await expect(page.getByText('All 2 are watched already')).toBeVisible();
});

test('pasting anywhere on the page fills the field, also with a link to a board', async ({
  page,
  signIn,
  baseURL,
}) => {
  await signIn('/calls');
  await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text', text);
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, `${baseURL}/calls?id=call-1&id=a%2Fb`);
  await expect(field(page)).toBeFocused();
  await page.getByRole('button', { name: 'Watch 2 calls' }).click();
  await expect(row(page, 'a/b')).toContainText('Not found');
});

test('a link to a board adds its calls and leaves the address', async ({ page, signIn }) => {
  await signIn('/calls?id=call-1&id=sample-ended');
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  await expect(row(page, 'call-1')).toBeVisible();
  await expect(page).toHaveURL(/\/calls$/);
});

test('examples of the configuration are offered while nothing is watched', async ({
  page,
  signIn,
  configure,
}) => {
  await configure({ calls: { examples: ['sample-ended'], checkSeconds: 7 } });
  await signIn('/calls');
  await page.getByRole('button', { name: 'sample-ended' }).click();
  await expect(detail(page).getByText('Completed').first()).toBeVisible();
  await expect(page.getByLabel('Check every')).toHaveValue('7');
});

test('statuses of the configuration have their label and may end a call', async ({
  page,
  signIn,
  configure,
  wire,
}) => {
  await configure({ calls: { statuses: { on_hold: { label: 'On hold', tone: 'warn', final: true } } } });
  await signIn('/calls');
  await watch(page, 'record-unknown');
  await expect(row(page, 'record-unknown')).toContainText('On hold');
  await expect(fact(page, 'Next check')).toHaveText(/None the call has ended/);
  await page.clock.runFor(30_000);
  expect(reads(wire)).toHaveLength(1);
});

test('watched calls come back after a reload, with the pause and the chosen time', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/calls');
  await watch(page, 'sample-long record-unknown');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await page.getByLabel('Check every').selectOption('Every 30 s');
  await openCall(page, 'record-unknown');
  await page.getByRole('button', { name: 'Pause checks' }).click();
  const before = reads(wire, 'record-unknown').length;
  await page.reload();
  await expect(row(page, 'sample-long')).toContainText(/queued|ringing|In progress/);
  await expect(page.getByLabel('Check every')).toHaveValue('30');
  await expect(page.getByText('1 of 2 being checked, about 2 checks a minute, 1 paused')).toBeVisible();
  expect(reads(wire, 'record-unknown')).toHaveLength(before);
  await page.getByRole('button', { name: 'Resume checks' }).click();
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
});

test('another person sees none of it', async ({ page, signIn, person }) => {
  await signIn('/calls');
  await watch(page, 'sample-ended');
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  await page.getByRole('button', { name: /Account/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  // The authorization server sends the browser back when its own session has ended too.
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await signIn('/calls', { name: `${person} Other` });
  await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
});

test('nothing is asked while the page is hidden; what is due is asked at once when it is back', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/calls');
  await watch(page, 'record-unknown sample-long');
  await expect(row(page, 'sample-long')).toContainText('queued');
  await setHidden(page, true);
  const before = reads(wire).length;
  await page.clock.runFor(120_000);
  expect(reads(wire)).toHaveLength(before);
  await setHidden(page, false);
  await expect.poll(() => reads(wire).length).toBe(before + 2);
});

test('nothing is asked while offline; the last answers stay, quiet, and checks go on when back', async ({
  page,
  signIn,
  wire,
  context,
}) => {
  await signIn('/calls');
  await watch(page, 'sample-long');
  await expect(detail(page).getByText('queued').first()).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('This browser is offline.')).toBeVisible();
  const before = reads(wire).length;
  await page.clock.runFor(100_000);
  expect(reads(wire)).toHaveLength(before);
  await expect(detail(page).getByText(/^queued at \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect(fact(page, 'Last check')).toContainText('1 min 4');
  await expect(fact(page, 'Next check')).toHaveText('When back online');
  await expect(page.getByText('Checks are waiting for a connection')).toBeVisible();
  await expect(detail(page).getByRole('list', { name: 'Status seen' })).toContainText(
    'Offline no checks since',
  );
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByText('This browser is offline.')).toBeHidden();
  await expect.poll(() => reads(wire).length).toBe(before + 1);
});

test('calls are watched whichever area is shown, and the rail says how many', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/calls');
  await watch(page, 'sample-long record-unknown sample-ended');
  const rail = page.getByRole('navigation', { name: 'Main' });
  await expect(rail.getByRole('link', { name: /Calls.*2 being checked/ })).toBeVisible();
  await rail.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page).toHaveURL(/\/webhooks/);
  const before = reads(wire).length;
  await page.clock.runFor(6000);
  await expect.poll(() => reads(wire).length).toBeGreaterThanOrEqual(before + 2);
});

test('pause and resume, one and all', async ({ page, signIn, wire }) => {
  await signIn('/calls');
  await watch(page, 'sample-long record-unknown');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await page.getByRole('button', { name: 'Pause all' }).click();
  await expect(page.getByText('0 of 2 being checked, 2 paused')).toBeVisible();
  await expect(row(page, 'sample-long')).toContainText('Paused');
  const before = reads(wire).length;
  await page.clock.runFor(60_000);
  expect(reads(wire)).toHaveLength(before);
  await page.getByRole('button', { name: 'Resume all' }).click();
  await expect.poll(() => reads(wire).length).toBe(before + 2);
});

test('the keys: j, k, Enter, r, p, c and Escape', async ({ page, signIn, wire, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn('/calls');
  await watch(page, 'record-unknown sim-0s-completed');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await field(page).press('Tab');
  const ids = await page
    .locator('#calls-rows a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('title') ?? ''));
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: ids[0] ?? '', exact: true })).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(page.getByRole('link', { name: ids[0] ?? '', exact: true })).toBeFocused();
  await page.keyboard.press('c');
  await expect(page.getByText('ID copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ids[0]);
  await page.keyboard.press('Enter');
  await expect(detail(page).getByRole('heading', { name: ids[0] ?? '' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(detail(page).getByRole('heading', { name: ids[1] ?? '' })).toBeVisible();
  const before = reads(wire, ids[1]).length;
  await page.keyboard.press('r');
  await expect.poll(() => reads(wire, ids[1]).length).toBe(before + 1);
  await openCall(page, 'record-unknown');
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Resume checks' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Pause checks' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail(page)).toBeHidden();
  await expect(page.getByRole('link', { name: 'record-unknown', exact: true })).toBeFocused();
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('jkrpc');
  await expect(field(page)).toHaveValue('jkrpc');
});

test('the tally filters; an empty group says so', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'sim-0s-completed sim-0s-failed');
  await page.getByRole('button', { name: 'Failed 1' }).click();
  await expect(row(page, 'sim-0s-completed')).toBeHidden();
  await expect(row(page, 'sim-0s-failed')).toBeVisible();
  await openCall(page, 'sim-0s-failed');
  await page.getByRole('button', { name: 'Stop watching' }).click();
  await expect(page.getByRole('heading', { name: 'No failed calls' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(row(page, 'sim-0s-completed')).toBeVisible();
});

test('"Stop watching" can be taken back, and asks nothing again of an ended call', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/calls');
  await watch(page, 'sample-ended');
  await expect(detail(page).getByText('Completed').first()).toBeVisible();
  await page.getByRole('button', { name: 'Stop watching' }).click();
  await expect(page).toHaveURL(/\/calls$/);
  await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
  await expect(field(page)).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  expect(reads(wire)).toHaveLength(1);
});

test('ended calls are cleared together, and put back together', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'sim-0s-completed-1 sim-0s-failed-2 record-unknown');
  await expect(row(page, 'sim-0s-failed-2')).toContainText('Failed');
  await expect(row(page, 'sim-0s-completed-1')).toContainText('Completed');
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Stop watching ended calls' }).click();
  await expect(page.getByText('Stopped watching 2 ended calls')).toBeVisible();
  await expect(page.getByRole('button', { name: 'All 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'All 3' })).toBeVisible();
});

test('the board goes out as CSV, safe from formulas, and as a link', async ({
  page,
  signIn,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(`/calls?id=${encodeURIComponent('=cmd|x')}&id=sim-0s-completed`);
  await expect(row(page, '=cmd|x')).toContainText('Not found');
  await expect(row(page, 'sim-0s-completed')).toContainText('Completed');
  await page.getByRole('button', { name: /^More/ }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^calls-\d{4}-\d\d-\d\d\.csv$/);
  const stream = await file.createReadStream();
  const text = (await stream.toArray()).join('');
  expect(text.split('\r\n')[0]).toBe(
    'Call ID,Status,Started,Ended,Duration in seconds,Error,Last checked,Added',
  );
  expect(text).toContain("'=cmd|x,Not found");
  expect(text).toContain('sim-0s-completed,completed,');
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Copy link to this board' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${baseURL}/calls?id=%3Dcmd%7Cx&id=sim-0s-completed`,
  );
});

test('another tab of the same person shows the same calls', async ({ page, signIn, context }) => {
  await signIn('/calls');
  await watch(page, 'sample-ended');
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  const other = await context.newPage();
  await other.goto('/calls');
  await expect(row(other, 'sample-ended')).toContainText('Completed');
  await watch(other, 'sim-0s-failed');
  await expect(row(page, 'sim-0s-failed')).toContainText('Failed');
});

test('rows are sorted by their heads and do not move because of a tick', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'record-zero record-unknown sim-0s-completed');
  const order = () =>
    page.locator('#calls-rows a').evaluateAll((links) => links.map((link) => link.getAttribute('title')));
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await expect(row(page, 'sim-0s-completed')).toContainText('Completed');
  await page.getByRole('button', { name: 'Call ID' }).click();
  await expect(page.getByRole('columnheader', { name: 'Call ID' })).toHaveAttribute('aria-sort', 'ascending');
  expect(await order()).toEqual(['record-unknown', 'record-zero', 'sim-0s-completed']);
  await page.getByRole('button', { name: 'Duration' }).click();
  const before = await order();
  expect(before[0]).toBe('record-unknown');
  await page.clock.runFor(30_000);
  expect(await order()).toEqual(before);
});

test('changes of status are spoken in sum, ticks are not', async ({ page, signIn }) => {
  await signIn('/calls');
  const spoken = page.getByRole('status', { name: 'Changes of status' });
  await watch(page, 'sim-1500ms-completed-1 sim-1500ms-completed-2 sim-1500ms-completed-3 record-unknown');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await page.clock.runFor(3000);
  await expect(spoken).toHaveText('');
  await goOnUntil(page, () => expect(spoken).toHaveText('3 calls completed', { timeout: 300 }));
});

test('a row whose status changed is marked for a moment', async ({ page, signIn }) => {
  await signIn('/calls');
  await watch(page, 'sim-500ms-completed record-unknown');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  const marked = page.locator('#calls-rows tr[data-changed]');
  await expect(marked).toHaveCount(0);
  await goOnUntil(page, () => expect(marked).toContainText('Completed', { timeout: 300 }));
  await expect(marked).toHaveCount(0);
});

test('storage that is refused keeps nothing from working', async ({ page, signIn }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await signIn('/calls');
  await watch(page, 'sample-ended sample-long');
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  await expect(row(page, 'sample-long')).toContainText('queued');
});

for (const scheme of ['light', 'dark'] as const) {
  test(`the board and every kind of detail are accessible, ${scheme}`, async ({ page, signIn }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await signIn('/calls');
    await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
    await expectAccessible(page);
    await field(page).fill('sample-long record-unknown sim-0s-completed record-error-object nope fail-500');
    await expectAccessible(page);
    await field(page).press('Enter');
    await expect(row(page, 'fail-500')).toContainText('Error 500');
    await expect(row(page, 'record-error-object')).toContainText('Failed');
    await expectAccessible(page);
    for (const id of ['sample-long', 'sim-0s-completed', 'record-error-object', 'nope', 'fail-500']) {
      await openCall(page, id);
      await expect(detail(page).getByRole('heading', { name: id })).toBeVisible();
      await expectAccessible(page);
    }
  });
}

test('on a phone the detail takes the place of the board, with a way back', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('/calls');
  await expectNoSidewaysScroll(page);
  await watch(
    page,
    'sample-long record-error-object nope-with-a-very-long-id-of-a-call-that-nobody-knows-at-all-0123456789',
  );
  await expect(page.getByRole('link', { name: 'sample-long', exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await openCall(page, 'record-error-object');
  await expect(page.getByRole('heading', { level: 1, name: 'record-error-object' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back to calls' })).toBeFocused();
  await expect(field(page)).toBeHidden();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to calls' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'record-error-object', exact: true })).toBeFocused();
});
