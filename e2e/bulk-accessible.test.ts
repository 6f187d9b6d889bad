import type { Locator, Page } from 'playwright/test';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
} from './fixtures.ts';
import { holdWrites } from './bulk-books-kit.ts';
import { begin, button, check, dialog, heading, key, pairsField } from './bulk-kit.ts';

const lineButton = (page: Page, line: number) =>
  page.getByRole('button', { name: new RegExp(`, details of line ${line}$`) });

/** Where the keyboard is, as long as it can be seen there; else what is wrong. */
const focusFault = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    if (!at || at === document.body) return 'lost';
    if (!at.matches(':focus-visible')) return `not shown at ${at.outerHTML.slice(0, 80)}`;
    const shows = (element: Element | null, part?: string): boolean => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
    };
    // The frame of a field shows it for what is within, a row for its only button.
    return shows(at) || shows(at, '::after') || shows(at.parentElement)
      ? ''
      : `not outlined: ${at.outerHTML.slice(0, 80)}`;
  });
const expectFocusSeen = (page: Page) => expect.poll(() => focusFault(page)).toBe('');

/** By Tab, or Shift+Tab, to a control; on the way the keyboard is always to be seen. */
const tabTo = async (page: Page, target: Locator, press = 'Tab') => {
  for (let steps = 0; steps < 40; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(press);
    expect(await focusFault(page)).toBe('');
  }
  throw new Error('Out of the keyboard’s reach');
};

/** All that the progress region says, in order. */
const listen = async (page: Page) => {
  const said: string[] = [];
  await page.exposeFunction('heardOfRun', (text: string) => {
    if (text !== '' && text !== said.at(-1)) said.push(text);
  });
  await page.evaluate(() => {
    const hear = () => {
      const region = document.querySelector('[role="status"][aria-label="Progress of the run"]');
      const { heardOfRun } = window as unknown as { heardOfRun: (text: string) => void };
      heardOfRun(region?.textContent ?? '');
    };
    new MutationObserver(hear).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  return said;
};

test('the whole way by the keyboard alone, always to be seen; it is said where a run begins, gets on and stops', async ({
  page,
  signIn,
  context,
}) => {
  const gate = await holdWrites(context);
  await signIn('/webhooks/bulk');
  const said = await listen(page);
  await expect(pairsField(page)).toBeVisible();
  await tabTo(page, pairsField(page));
  await page.keyboard.type('cmp-1,wh-1\ncmp-1,\ncmp-1,wh-3\ncmp-1,attach-fail-400');
  for (const line of [5, 6, 7, 8, 9, 10, 11, 12]) await page.keyboard.type(`\ncmp-1,wh-${line}`);
  await tabTo(page, button(page, 'Check pairs'));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Check 12 lines')).toBeFocused();
  await tabTo(page, button(page, 'Fix line 2'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Webhook ID of line 2' })).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.type('wh-2');
  await page.keyboard.press('Enter');
  await tabTo(page, button(page, 'Attach 12 pairs'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Attaching 12 pairs')).toBeVisible();

  await tabTo(page, button(page, 'Pause'));
  await gate.release(3);
  await expect.poll(() => said.at(-1)).toMatch(/^A quarter done/);
  await page.keyboard.press('Enter');
  await gate.release(4);
  await expect(heading(page, 'Paused: 12 pairs')).toBeVisible();
  await expectFocusSeen(page);
  await tabTo(page, button(page, 'Resume'));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Attaching 12 pairs')).toBeVisible();
  await expectFocusSeen(page);
  await gate.release(2);
  await expect.poll(() => said.at(-1)).toMatch(/^Three quarters done/);
  await gate.release(3);
  await expect(heading(page, 'Finished: 11 of 12 attached')).toBeVisible();
  await expectFocusSeen(page);
  expect(said).toEqual([
    'Attaching 12 pairs.',
    'A quarter done: 3 of 12: 3 done, 0 failed, 0 unknown.',
    expect.stringMatching(/^Paused: 12 pairs\. Paused at \d\d:\d\d:\d\d\. Nothing is being sent\.$/),
    'Attaching 12 pairs.',
    'Three quarters done: 9 of 12: 8 done, 1 failed, 0 unknown.',
    expect.stringMatching(/^Finished: 11 of 12 attached\. Took \d:\d\d\. 1 was answered with an error\.$/),
  ]);

  await tabTo(page, key(page, 'Failed 1'));
  await page.keyboard.press('Space');
  await expect(lineButton(page, 1)).toBeHidden();
  await tabTo(page, lineButton(page, 4));
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Line 4')).toBeVisible();
  await expectFocusSeen(page);
  await page.keyboard.press('Escape');
  await expect(lineButton(page, 4)).toBeFocused();
  await tabTo(page, button(page, 'Retry 1 failed'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Attaching 12 pairs')).toBeVisible();
  await expectFocusSeen(page);
  await gate.open();
  await expect(heading(page, 'Finished: 11 of 12 attached')).toBeVisible();
  await expectFocusSeen(page);
});

const CONTROLS = ['button', 'input', 'select', 'textarea'].flatMap((tag) => [`main ${tag}`, `dialog ${tag}`]);

/** Controls that are too low for a finger, in pixels: what acts on a run is to have 44, keys and small buttons 36. */
const lowControls = (page: Page) =>
  page.locator(CONTROLS.join(', ')).evaluateAll((controls) => {
    const leastOf = (control: Element): number => {
      if (control.matches('[type="checkbox"]')) return 36;
      // The two halves of a switch have its frame around them.
      if (control.matches('[type="radio"]')) return 40;
      return control.closest('.btns, .foot, .bulk-form, dialog footer') ? 44 : 36;
    };
    // A label is pressed for its input, and a row of the table for its only button.
    const heightOf = (control: Element): number =>
      (control.closest('label, tr') ?? control).getBoundingClientRect().height;
    return (
      controls
        // Within a sentence they are as high as its lines.
        .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.closest('p'))
        .filter((control) => heightOf(control) < leastOf(control) - 0.5)
        .map((control) => `${control.outerHTML.slice(0, 120)}: ${heightOf(control)} px`)
    );
  });

for (const width of [1440, 390]) {
  /** As it stands: where it is wide also in all colours, if so wanted, where it is narrow fit for fingers. */
  const look = async (page: Page, colours: 'both' | 'light' = 'light') => {
    await (width === 1440 && colours === 'both' ? expectAccessibleInBothSchemes : expectAccessible)(page);
    if (width === 1440) return;
    expect(await lowControls(page)).toEqual([]);
    for (const narrower of [320, width]) {
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: narrower, height: 844 });
    }
  };

  test(`a run is accessible in all of its states, ${width} px wide`, async ({ page, signIn, context }) => {
    test.slow();
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 844 });
    const gate = await holdWrites(context);
    await signIn('/webhooks/bulk');
    const longId = `wh-${'goes-on-and-on-'.repeat(8)}`;
    const ids = ['wh-1', 'attach-fail-400', 'drop-after', longId, 'wh-5', 'wh-6', 'wh-7', 'wh-8', 'wh-9'];
    await begin(
      page,
      ids.map((id) => `cmp-1,${id}`),
    );
    await gate.release(4);
    await expect(key(page, 'Unknown 1')).toBeVisible();
    await expect(key(page, 'Failed 1')).toBeVisible();
    await look(page, 'both');
    await button(page, 'Cancel…').click();
    await look(page);
    await dialog(page, 'Cancel the rest of this run?').getByRole('button', { name: 'Back' }).click();
    await button(page, 'Pause').click();
    await gate.release(4);
    await expect(heading(page, 'Paused: 9 pairs')).toBeVisible();
    await look(page);
    await gate.open();
    await button(page, 'Resume').click();
    await expect(heading(page, 'Finished: 7 of 9 attached')).toBeVisible();
    await look(page, 'both');
    await button(page, 'Send 1 unknown again').click();
    await look(page);
    await page.keyboard.press('Escape');
    await button(page, 'Undo: detach 7').click();
    await expect(
      dialog(page, 'Undo this run?').getByRole('button', { name: 'Detach 7 pairs' }),
    ).toBeEnabled();
    await look(page);
    await page.keyboard.press('Escape');
    await lineButton(page, 2).click();
    await look(page);
  });

  test(`the ways to a run and back to it are accessible, ${width} px wide`, async ({
    page,
    signIn,
    context,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 844 });
    await holdWrites(context);
    await signIn('/webhooks/bulk');
    await button(page, 'Every webhook × every campaign').click();
    await button(page, 'Check pairs').click();
    await look(page);
    await button(page, 'Paste pairs').click();
    await check(page, 'cmp-1 wh-1\ncmp-1 wh-2\ncmp-1 wh-3\ncmp-1 wh-4\ncmp-1 wh-5');
    await page.getByText('Detach', { exact: true }).click();
    await button(page, 'Detach 5 pairs').click();
    await look(page);
    await dialog(page, 'Detach 5 pairs?').getByRole('button', { name: 'Detach 5 pairs' }).click();
    await expect(heading(page, 'Detaching 5 pairs')).toBeVisible();
    // Which is given up in its middle.
    await page.goto('/webhooks/bulk/new');
    await button(page, 'From an earlier run').click();
    await expect(page.getByText('A run of 5 pairs is paused', { exact: false })).toBeVisible();
    await look(page, 'both');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('link', { name: /^Line 1 of/i })).toBeVisible();
    await look(page);
  });
}
