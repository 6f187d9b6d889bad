import Papa from 'papaparse';
import type { BrowserContext, Page } from 'playwright/test';
import { area, begin, button, heading } from './bulk-kit.ts';
import { download } from './files-kit.ts';
import { watch } from './calls-kit.ts';
import { expect as expectSoon, storage, type ServiceLogEntry } from './fixtures.ts';
import { fill as fillProvider, saveButton } from './provider-kit.ts';
import { attachButton, confirmDetach, detachButton, fill, sentList } from './webhooks-kit.ts';

// What chance does with the console in `npm run soak`, and what has to be true of it afterwards.

/** Nothing here is about being quick, and the machine may have other work. */
const expect = expectSoon.configure({ timeout: 30_000 });

/** The same choices for the same seed. */
export const chanceOf = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return { below, pick: (list: readonly string[]): string => list[below(list.length)] ?? '' };
};
export type Chance = ReturnType<typeof chanceOf>;

const WRITES = (
  ', , , , fail-500-, fail-422-html-, once-fail-503-1s-, once-fail-429-1s-, fail-401-once-, drop-before-, drop-after-, ' +
  'drop-body-, cors-blocked-, redirect-, odd-html-, odd-202-, odd-nested-, odd-broken-, slow-400-, slow-body-300-'
).split(', ');
const READS = (
  'sim-3s-completed-, sim-6s-failed-object-, asks-2-busy-, sim-1s-running-, fail-404-, fail-500-, odd-array-, ' +
  'odd-html-, drop-before-, drop-body-, cors-blocked-, later-fail-502-, odd-long-, slow-500-sim-2s-completed-, ' +
  'fail-401-once-, once-fail-429-1s-, odd-nested-'
).split(', ');

/** One line of a book: a form's entry, or a line of a run as it is exported. */
type Line = { webhookId: string; outcome: string };
export type Books = { lines: Line[] };

let number = 0;
const idsOf = (chance: Chance, kinds: readonly string[], count: number): string[] =>
  Array.from({ length: count }, () => `${chance.pick(kinds)}s${(number += 1)}`);

/** A refused change is still in its form, so leaving asks. */
const leave = async (page: Page) => {
  const question = page.getByRole('dialog', { name: /^Leave (?:without saving|this form)\?$/ });
  if (await question.isVisible()) await question.getByRole('button', { name: 'Leave' }).click();
};

const goTo = async (page: Page, name: RegExp) => {
  const title = page.getByRole('heading', { level: 1, name });
  await leave(page);
  await area(page, name).click();
  await expect(title.or(page.getByRole('dialog')).first()).toBeVisible();
  await leave(page);
  await expect(title).toBeVisible();
};

const sendOne = async (page: Page, chance: Chance) => {
  await goTo(page, /^Webhooks/);
  await page.getByRole('link', { name: 'One pair', exact: true }).click();
  const [id = ''] = idsOf(chance, WRITES, 1);
  await fill(page, id, 'one');
  if (chance.below(2) === 0) await attachButton(page).click();
  else {
    await detachButton(page).click();
    await confirmDetach(page);
  }
  const entry = sentList(page).getByRole('listitem').filter({ hasText: id });
  await expect(entry.first()).toContainText(/Attached |Detached |(?:Attach|Detach) \S+: /, {
    timeout: 45_000,
  });
};

const sendMany = async (
  page: Page,
  context: BrowserContext,
  { chance, books }: { chance: Chance; books: Books },
) => {
  await goTo(page, /^Webhooks/);
  await page.getByRole('link', { name: 'Bulk', exact: true }).click();
  const ids = idsOf(chance, WRITES, 3 + chance.below(25));
  await begin(
    page,
    ids.map((id) => `run,${id}`),
  );
  if (chance.below(3) === 0) {
    await context.setOffline(true);
    await page.waitForTimeout(500);
    await context.setOffline(false);
  }
  // After ten failures alike, or without a network, the run asks: resume it.
  const still = heading(page, /^(Finished|Stopped)|[Pp]aused/);
  const settled = heading(page, /^(Finished|Stopped)/);
  await expect(async () => {
    await expect(still).toBeVisible();
    if (await button(page, 'Resume attaching').isVisible()) await button(page, 'Resume attaching').click();
    await expect(settled).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 120_000 });
  const { text } = await download(page, () => button(page, 'Export results').click());
  const lines = Papa.parse<Record<string, string>>(text.trimEnd(), { header: true }).data.map(
    (row): Line => ({
      webhookId: row['webhookId'] ?? '',
      // With or without a message.
      outcome: row['Outcome']?.split(',')[0] ?? '',
    }),
  );
  expect(lines.map(({ webhookId }) => webhookId)).toEqual(ids);
  books.lines.push(...lines);
};

const watchSome = async (page: Page, chance: Chance) => {
  await goTo(page, /^Calls/);
  await watch(page, idsOf(chance, READS, 1 + chance.below(4)).join(' '));
  await page.waitForTimeout(chance.below(1500));
  const opened = page.getByRole('row').getByRole('link');
  if ((await opened.count()) === 0) return;
  await opened.first().click();
  await page.keyboard.press('Escape');
};

const save = async (page: Page, chance: Chance) => {
  await goTo(page, /^Provider/);
  const [sid = ''] = idsOf(chance, ['AP', 'fail-500-', 'odd-text-', 'slow-300-'], 1);
  await fillProvider(page, { sid });
  const answered = page.waitForResponse(/update_provider$/);
  await saveButton(page).click();
  await answered;
  await expect(saveButton(page)).toBeEnabled();
};

/** Brings the page to the same state each time, so that its heap can be compared. */
export const clearBoard = async (page: Page) => {
  await goTo(page, /^Calls/);
  await page.keyboard.press('Escape');
  const more = page.getByRole('button', { name: /^More/ });
  if (await more.isVisible()) {
    await more.click();
    await page.getByRole('button', { name: 'Clear the board' }).click();
    await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
  }
};

/** A single change, a run, calls and a save: they load all code. */
export const FIRST_ACTS = [0, 2, 3, 5];

/** One act of a user, by default a random one. The first tab is never reloaded, so that its heap is that of the whole time. */
export const actOnce = async (
  context: BrowserContext,
  given: { chance: Chance; books: Books },
  act = given.chance.below(9),
) => {
  const { chance } = given;
  const [page, other] = context.pages();
  if (!page) throw new Error('There is no tab');
  switch (act) {
    case 0:
    case 1:
      return sendOne(page, chance);
    case 2:
      return sendMany(page, context, given);
    case 3:
    case 4:
      return watchSome(page, chance);
    case 5:
      return save(page, chance);
    case 6:
      await context.setOffline(true);
      await page.waitForTimeout(300 + chance.below(1500));
      return context.setOffline(false);
    case 7:
      if (!other)
        return void (await (await context.newPage()).goto(chance.pick(['/calls', '/webhooks', '/provider'])));
      if (chance.below(2) === 0) return other.close();
      return void (await other.reload());
    default:
      await page.goBack();
      await page.waitForTimeout(chance.below(1000));
      return void (await page.goForward());
  }
};

/** The single writes in this browser's log. */
export const entriesOf = async (page: Page) =>
  (await storage(page)).split('\n').flatMap((row) => {
    const { operation, outcome, run, webhookId = '' } = JSON.parse(row) as Record<string, unknown>;
    return typeof operation === 'string' && typeof outcome === 'string' && run === undefined
      ? [{ operation, outcome, webhookId: String(webhookId) }]
      : [];
  });

/** What the books say and the service does not. */
export const faultsOf = (lines: readonly Line[], log: readonly ServiceLogEntry[]): string[] => {
  const asked = new Map<string, ServiceLogEntry[]>();
  for (const entry of log) {
    const { webhookId } = Object.fromEntries(entry.query);
    if (webhookId !== undefined) asked.set(webhookId, [...(asked.get(webhookId) ?? []), entry]);
  }
  const faults = lines.flatMap(({ webhookId, outcome }) => {
    const requests = (asked.get(webhookId) ?? []).filter(({ answer }) => answer !== 401 && answer !== 429);
    const carried = requests.filter(({ answer }) => answer !== 503);
    const did = requests.filter((entry) => entry.did !== null).length;
    // A browser repeats a request by itself whose connection broke before any answer.
    const most = outcome === 'unknown' ? 2 : 1;
    if (carried.length > most) return [`${webhookId}: ${outcome}, and ${carried.length} requests`];
    if (outcome === 'accepted' && did !== 1) return [`${webhookId}: accepted, and done ${did} times`];
    if (outcome === 'refused' && did > 0) return [`${webhookId}: refused, and done`];
    if (outcome === 'not-sent' && did > 0) return [`${webhookId}: not sent, and done`];
    return ['accepted', 'refused', 'unknown', 'not-sent', 'not sent'].includes(outcome)
      ? []
      : [`${webhookId}: ${outcome}`];
  });
  const known = new Set(lines.map(({ webhookId }) => webhookId));
  const unwritten = [...asked.keys()].filter((webhookId) => !known.has(webhookId));
  return [...faults, ...unwritten.map((webhookId) => `${webhookId}: sent, and not written down`)];
};
