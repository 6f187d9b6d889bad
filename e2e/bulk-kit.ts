import type { Page } from 'playwright/test';
import {
  ALL_RULES,
  expectAccessible,
  expectNoSidewaysScroll,
  LAYOUT_AND_COLOUR_RULES,
} from './accessible.ts';
import { expect, type Sent, type ServiceLogEntry } from './fixtures.ts';
import { chooseFile } from './files-kit.ts';
import { ADD, REMOVE, writes } from './webhooks-kit.ts';

export const pairsField = (page: Page) => page.getByRole('textbox', { name: 'Pairs' });
export const heading = (page: Page, text: string | RegExp) =>
  page.getByRole('heading', { level: 2, name: text });
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
export const area = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
export const row = (page: Page, line: number) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: line.toLocaleString('en'), exact: true }) });
/** A key over the table, with its count. */
export const key = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Show only' }).getByRole('button', { name, exact: true });
export const keys = (page: Page) => page.getByRole('group', { name: 'Show only' }).getByRole('button');
/** The number of each row that is drawn, in their order. */
export const numbers = (page: Page) => page.getByRole('table').locator('tbody td:first-child');
/** The text under the heading of a run. */
export const now = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).locator('+ p');
export const progress = (page: Page) => page.getByRole('progressbar', { name: 'Progress' });

export const check = async (page: Page, text: string) => {
  await pairsField(page).fill(text);
  await button(page, 'Check pairs').click();
};

/** `wh-1` to `wh-<count>`. */
export const webhooks = (count: number, name = 'wh'): string[] =>
  Array.from({ length: count }, (_, at) => `${name}-${at + 1}`);
/** Webhooks as the lines of a list, each with the same campaign. */
export const lines = (webhookIds: readonly string[]) => webhookIds.map((id) => `cmp-1,${id}`);

/** Checks lines and sends them all; detaches are confirmed. */
export const begin = async (
  page: Page,
  pairs: readonly string[],
  operation: 'Attach' | 'Detach' = 'Attach',
) => {
  await check(page, pairs.join('\n'));
  if (operation === 'Detach') await page.getByText('Detach', { exact: true }).click();
  const label = `${operation} ${pairs.length} ${pairs.length === 1 ? 'pair' : 'pairs'}`;
  await button(page, label).click();
  const confirm = dialog(page, `${label}?`).getByRole('button', { name: label });
  if (operation === 'Detach') await confirm.click();
  await expect(async () => {
    // It warns of IDs such as `fail-400` among others.
    if (await confirm.isVisible()) await confirm.click();
    await expect(page).toHaveURL(/\/webhooks\/bulk\/[^/]+$/, { timeout: 500 });
  }).toPass();
};

/** A pair as the query of a request, percent-encoded. */
export const target = (campaignId: string, webhookId: string, path = ADD) => {
  const query = [
    `webhookId=${encodeURIComponent(webhookId)}`,
    `campaignId=${encodeURIComponent(campaignId)}`,
  ];
  return `POST ${path}?${query.join('&')}`;
};
export const targets = (wire: readonly Sent[]) =>
  writes(wire).map(({ method, path, rawQuery }) => `${method} ${path}?${rawQuery}`);
/** The webhook IDs in the order in which their requests left. */
export const sentIds = (wire: readonly Sent[]) =>
  writes(wire).map(({ query }) => Object.fromEntries(query)['webhookId']);
/** What the service did with each webhook, in the order in which it came. */
export const doneBy = (log: readonly ServiceLogEntry[]) =>
  log
    .filter(({ path }) => path === ADD || path === REMOVE)
    .map(({ query, did, answer }) => `${Object.fromEntries(query)['webhookId']} ${did ?? '-'} ${answer}`);

export const choose = (page: Page, ...file: [name: string, content: string, encoding?: 'utf8' | 'utf16le']) =>
  chooseFile(button(page, 'choose a file'), ...file);

/** Watches the writes from within the page: when each begins, in milliseconds, and how many are under way at most. */
export const watchWrites = (page: Page) =>
  page.addInitScript(() => {
    const send = window.fetch;
    const seen = { begun: [] as number[], underWay: 0, most: 0 };
    const answered = () => {
      seen.underWay -= 1;
    };
    Object.assign(window, { seen });
    window.fetch = (...given) => {
      const answer = send(...given);
      const url = given[0] instanceof Request ? given[0].url : String(given[0]);
      if (!url.includes('_webhook_campaingn?')) return answer;
      seen.begun.push(performance.now());
      seen.underWay += 1;
      seen.most = Math.max(seen.most, seen.underWay);
      answer.then(answered, answered);
      return answer;
    };
  });
export const watchedWrites = (page: Page) =>
  page.evaluate(() => Reflect.get(window, 'seen') as { begun: number[]; most: number });

/** The counts of all keys but the first add up to the first. */
export const expectSums = async (page: Page, total: number) => {
  await expect(keys(page).first()).toHaveText(`All ${total.toLocaleString('en')}`);
  const counts = (await keys(page).allTextContents()).map((text) =>
    Number(/[\d,]+$/.exec(text)?.[0].replaceAll(',', '')),
  );
  expect(counts.slice(1).reduce((sum, count) => sum + count, 0)).toBe(total);
};

const CONTROLS = ['button', 'input', 'select', 'textarea'].flatMap((tag) => [`main ${tag}`, `dialog ${tag}`]);

/** Controls that are too low for a finger: buttons of a run need 44 px, keys and small buttons 36 px. */
const lowControls = (page: Page) =>
  page.locator(CONTROLS.join(', ')).evaluateAll((controls) => {
    const leastOf = (control: Element): number => {
      if (control.matches('[type="checkbox"]')) return 36;
      // The two halves of a switch have its frame around them.
      if (control.matches('[type="radio"]')) return 40;
      return control.closest('.btns, footer, form') ? 44 : 36;
    };
    // A label is clicked for its input, and a row for its only button.
    const heightOf = (control: Element): number =>
      (control.closest('label, tr') ?? control).getBoundingClientRect().height;
    return (
      controls
        // In a sentence they are as high as its lines.
        .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.closest('p'))
        .filter((control) => heightOf(control) < leastOf(control) - 0.5)
        .map((control) => `${control.outerHTML.slice(0, 120)}: ${heightOf(control)} px`)
    );
  });

const WIDE = { width: 1440, height: 900 };
/** As narrow as a page may be: no style changes between this and a phone. */
export const NARROWEST = { width: 320, height: 844 };

/** Checks rules and finger sizes when narrow and light; if asked, colours in both schemes, dark when wide. Restores the width. */
export const look = async (page: Page, how: 'both' | 'narrow' = 'narrow') => {
  const before = page.viewportSize() ?? WIDE;
  const resize = async (size: typeof WIDE) => {
    if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size);
  };
  await resize(NARROWEST);
  await expectNoSidewaysScroll(page);
  expect(await lowControls(page)).toEqual([]);
  await expectAccessible(page, how === 'both' ? ALL_RULES : undefined);
  if (how === 'both') {
    await resize(WIDE);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page, LAYOUT_AND_COLOUR_RULES);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await resize(before);
};
