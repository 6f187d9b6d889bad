import type { Locator, Page } from 'playwright/test';
import { EVERY_STATE, expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { holdWrites } from './sending-kit.ts';
import {
  button,
  check,
  dialog,
  heading,
  key,
  lines,
  look,
  NARROWEST,
  pairsField,
  webhooks,
} from './bulk-kit.ts';

const lineButton = (page: Page, line: number) =>
  page.getByRole('button', { name: new RegExp(`, details of line ${line}$`) });

/** What is wrong with how the focus is shown, and whether it is at the target. */
const focusAt = (target: Locator) =>
  target.evaluate((element) => {
    const { activeElement: at } = document;
    const shows = (shown: Element | null, part?: string): boolean => {
      if (!shown) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(shown, part);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
    };
    const faultOf = (): string => {
      if (!at || at === document.body) return 'lost';
      // A heading has the focus to be read; only controls show it.
      if (at.matches('h2[tabindex="-1"]')) return '';
      if (!at.matches(':focus-visible')) return `not shown at ${at.outerHTML.slice(0, 80)}`;
      // A field's frame may show the focus of its input, and a row that of its only button.
      return shows(at) || shows(at.closest('tr')) || shows(at.parentElement)
        ? ''
        : `not outlined: ${at.outerHTML.slice(0, 80)}`;
    };
    return { isThere: at === element, fault: faultOf() };
  });
const expectFocusSeen = (page: Page) =>
  expect.poll(async () => (await focusAt(page.locator('body'))).fault).toBe('');

/** Moves to a control by Tab, or Shift+Tab. The focus is visible all the way. */
const tabTo = async (page: Page, target: Locator, press = 'Tab') => {
  let { isThere } = await focusAt(target);
  for (let steps = 0; !isThere; steps += 1) {
    if (steps === 40) throw new Error('Out of the keyboard’s reach');
    await page.keyboard.press(press);
    const now = await focusAt(target);
    expect(now.fault).toBe('');
    ({ isThere } = now);
  }
};

/** All that the progress region says, in order. */
const listen = async (page: Page) => {
  const said: string[] = [];
  await page.exposeFunction('heardOfRun', (text: string) => {
    if (text !== '' && text !== said.at(-1)) said.push(text);
  });
  await page.evaluate(() => {
    let last = '';
    const hear = () => {
      const region = document.querySelector('[role="status"][aria-label="Progress of the run"]');
      const { heardOfRun } = window as unknown as { heardOfRun: (text: string) => void };
      const text = region?.textContent ?? '';
      if (text !== last) heardOfRun(text);
      last = text;
    };
    new MutationObserver(hear).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  return said;
};

test('sends a list by keyboard alone', async ({ page, signIn, context }) => {
  const gate = await holdWrites(context);
  await signIn('/webhooks');
  const said = await listen(page);
  await page.getByRole('link', { name: 'Bulk' }).focus();
  await page.keyboard.press('Enter');
  await expect(pairsField(page)).toBeFocused();
  const ids = ['wh-1', 'wh-2', 'wh-3', 'attach-fail-400', ...webhooks(8, 'other')];
  await page.keyboard.insertText(lines(ids).join('\n'));
  await tabTo(page, button(page, 'Check pairs'));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Check 12 lines')).toBeFocused();
  await tabTo(page, button(page, 'Attach 12 pairs'));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Attaching 12 pairs')).toBeFocused();

  await tabTo(page, button(page, 'Pause'));
  await gate.release(3);
  await expect.poll(() => said.at(-1)).toMatch(/a quarter answered\.$/);
  // Each request leaves once its line is stored.
  await expect.poll(() => gate.held()).toBe(4);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Attaching pauses at 3 of 12')).toBeVisible();
  await gate.release(4);
  await expect(heading(page, /^Attaching paused at \d+ of 12$/)).toBeVisible();
  await expectFocusSeen(page);
  await tabTo(page, button(page, 'Resume attaching'));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Attaching 12 pairs')).toBeVisible();
  await expectFocusSeen(page);
  await gate.release(2);
  await expect.poll(() => said.at(-1)).toMatch(/three quarters answered\.$/);
  await gate.release(3);
  await expect(heading(page, 'Finished: 11 of 12 attached')).toBeVisible();
  await expectFocusSeen(page);
  await expect.poll(() => said.at(-1)).toMatch(/^Finished/);
  expect(said).toEqual([
    'Attaching 12 pairs.',
    'Attaching 12 pairs, a quarter answered.',
    expect.stringMatching(/^Attaching paused at \d+ of 12\. Nothing is sent since \d\d:\d\d:\d\d\.$/),
    'Attaching 12 pairs, half answered.',
    'Attaching 12 pairs, three quarters answered.',
    'Finished: 11 of 12 attached. 1 refused',
  ]);

  await tabTo(page, key(page, 'Refused 1'));
  await page.keyboard.press('Space');
  await expect(lineButton(page, 1)).toBeHidden();
  await tabTo(page, lineButton(page, 4));
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Line 4')).toBeVisible();
  await expectFocusSeen(page);
  await page.keyboard.press('Escape');
  await expect(lineButton(page, 4)).toBeFocused();
  await tabTo(page, button(page, 'Retry 1 refused'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Check 1 line')).toBeFocused();
});

test('every state of a run is accessible', EVERY_STATE, async ({ page, signIn, context }) => {
  await page.setViewportSize(NARROWEST);
  const gate = await holdWrites(context);
  await signIn('/webhooks/bulk');
  await button(page, 'Check pairs').click();
  await expect(page.getByText('Paste at least one pair.')).toBeVisible();
  await look(page);

  const longId = `wh-${'goes-on-and-on-'.repeat(8)}`;
  const ids = ['wh-1', 'attach-fail-400', 'drop-after', longId, ...webhooks(5, 'other')];
  await check(page, ['campaign,webhook', ...lines(ids), 'cmp-1,wh-1', 'cmp-1,'].join('\n'));
  await button(page, 'Fix line 12').click();
  await expect(page.getByRole('textbox', { name: 'Webhook ID of line 12' })).toBeFocused();
  await look(page, 'both');
  await page.keyboard.press('Escape');
  await button(page, 'Attach 9 pairs').click();
  await gate.release(4);
  await expect(key(page, 'Accepted 2')).toBeVisible();
  await expect(key(page, 'Unknown 1')).toBeVisible();
  await expect(key(page, 'Refused 1')).toBeVisible();
  await expect.poll(() => gate.held()).toBe(4);
  await expect(page.getByRole('cell', { name: '3', exact: true }), 'the line of a failure').toBeVisible();
  await look(page, 'both');
  await button(page, 'Stop run…').click();
  const asked = dialog(page, 'Stop this run?');
  await expect(asked).toBeVisible();
  await expectAccessible(page, undefined, asked);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await button(page, 'Pause').click();
  await gate.release(4);
  await expect(heading(page, /^Attaching paused at \d+ of 9$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'One pair' }).click();
  await expect(page.getByRole('heading', { name: /^Run of 9 pairs paused at/ })).toBeVisible();
  await look(page);
  await page.getByRole('link', { name: 'Open run' }).click();

  await gate.open();
  await button(page, 'Resume attaching').click();
  await expect(heading(page, 'Finished: 7 of 9 attached')).toBeVisible();
  // The colours are those of the run under way.
  await look(page);
  await lineButton(page, 3).click();
  await expect(dialog(page, 'Line 3')).toBeVisible();
  await look(page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await look(page);
});
