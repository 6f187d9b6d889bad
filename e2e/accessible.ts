import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import { expect, type Page } from 'playwright/test';
import { expectNothingCovered } from './uncovered.ts';

type Rules = NonNullable<axe.RunOptions['runOnly']>;
const RULES: Rules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** Those of the rules that look at colours. */
const COLOUR_RULES: Rules = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block'],
};

type Colour = { r: number; g: number; b: number; alpha: number };
type Axe = typeof axe & {
  commons: { color: { Color: { prototype: Colour & { parseString: (text: string) => Colour } } } };
};
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** axe reads the same few colours anew for all that stands behind each text: a third of all that it computes. */
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

/** axe over the page as it stands, by the rules of WCAG 2.2 A and AA and its best practices; and no control is covered. */
export const expectAccessible = async (page: Page, runOnly = RULES) => {
  if (runOnly !== COLOUR_RULES) await expectNothingCovered(page);
  // Half a megabyte, which stays in a page until it is loaded anew.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(AXE);
    await page.evaluate(rememberColours);
  }
  const faults = await page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: Axe }).axe.run(document, options);
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
      );
    },
    { preload: false, iframes: false, resultTypes: ['violations' as const], runOnly },
  );
  expect(faults).toEqual([]);
};

/** The same in the light and in the dark colours; ends with the light ones. */
export const expectAccessibleInBothSchemes = async (page: Page) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, COLOUR_RULES);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
};

/** The page doesn't scroll sideways. */
export const expectNoSidewaysScroll = async (page: Page) => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
};
