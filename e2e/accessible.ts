import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import { expect, type Locator, type Page } from 'playwright/test';
import { expectNothingCovered } from './uncovered.ts';

/** A walk through every state of an area: axe is slow, so it runs before a release and in every engine. */
export const EVERY_STATE = { tag: ['@story', '@release'] };

type Rules = Pick<axe.RunOptions, 'runOnly' | 'rules'>;
export const ALL_RULES = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
} satisfies Rules;
/** Colours take four fifths of the time: they are checked with both schemes, where a state has its own. */
const RULES: Rules = { ...ALL_RULES, rules: { 'color-contrast': { enabled: false } } };
const COLOUR_RULES = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} satisfies Rules;

/** What depends on the width. */
export const LAYOUT_RULES = {
  runOnly: { type: 'rule', values: ['target-size', 'scrollable-region-focusable'] },
} satisfies Rules;

export const LAYOUT_AND_COLOUR_RULES = {
  runOnly: {
    type: 'rule',
    values: [...LAYOUT_RULES.runOnly.values, ...COLOUR_RULES.runOnly.values],
  },
} satisfies Rules;

type Colour = { r: number; g: number; b: number; alpha: number };
type Axe = typeof axe & {
  commons: { color: { Color: { prototype: Colour & { parseString: (text: string) => Colour } } } };
};
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** axe parses the same few colours for every text: caching them saves a third of its time. */
const rememberColours = () => {
  const { prototype } = (window as unknown as { axe: Axe }).axe.commons.color.Color;
  const { parseString } = prototype;
  const known = new Map<string, Colour>();
  prototype.parseString = function (text) {
    const { r, g, b, alpha } = known.get(text) ?? parseString.call(this, text);
    known.set(text, { r, g, b, alpha });
    return Object.assign(this, { r, g, b, alpha });
  };
};

/**
 * Checks the page, or a part of it, by WCAG 2.2 A and AA and axe's best practices except for contrasts, and that no
 * control is covered.
 */
export const expectAccessible = async (page: Page, rules: Rules = RULES, part = page.locator(':root')) => {
  if (rules !== COLOUR_RULES) await expectNothingCovered(page);
  // axe looks at the DOM, which is the same in every engine. What is covered may differ.
  if (/firefox|webkit/.test(page.context().browser()?.browserType().name() ?? '')) return;
  // Half a megabyte: inject it once a page.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(AXE);
    await page.evaluate(rememberColours);
  }
  const faults = await part.evaluate(
    async (element, options) => {
      const { violations } = await (window as unknown as { axe: Axe }).axe.run(element, options);
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
      );
    },
    { preload: false, iframes: false, resultTypes: ['violations' as const], ...rules },
  );
  expect(faults).toEqual([]);
};

/** Checks all rules in light, and colours in dark. Leaves the page light. */
export const expectAccessibleInBothSchemes = async (page: Page, part?: Locator) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, COLOUR_RULES, part);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, ALL_RULES, part);
};

export const expectNoSidewaysScroll = async (page: Page) => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
};

const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 390, height: 844 };

/** Acts at both widths, then restores the width. */
const atBothWidths = async (page: Page, act: () => Promise<void>) => {
  const before = page.viewportSize() ?? WIDE;
  for (const size of [WIDE, NARROW]) {
    await page.setViewportSize(size);
    await act();
  }
  await page.setViewportSize(before);
};

/** Nothing is covered or scrolls sideways on a desktop and a phone, nor scrolls sideways at 320 px. */
export const expectFits = async (page: Page) => {
  await atBothWidths(page, async () => {
    await expectNoSidewaysScroll(page);
    await expectNothingCovered(page);
  });
  const before = page.viewportSize() ?? WIDE;
  await page.setViewportSize({ ...NARROW, width: 320 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(before);
};

/** Opens a menu at both widths: nothing is covered. */
export const expectMenuFits = (page: Page, menu: string | RegExp, entry: string) =>
  atBothWidths(page, async () => {
    const button = page.getByRole('button', { name: menu });
    // It opens buttons, not the role that the attribute promises.
    await expect(button).not.toHaveAttribute('aria-haspopup');
    await button.click();
    await expect(page.getByRole('button', { name: entry })).toBeVisible();
    await expectNothingCovered(page);
    await page.keyboard.press('Escape');
  });
