import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';
import { expectNothingCovered } from './uncovered.ts';

type Rules = Parameters<AxeBuilder['options']>[0]['runOnly'];
const RULES: Rules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** Those of the rules that look at colours. */
const COLOUR_RULES: Rules = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block'],
};

/** axe over the page as it stands, by the rules of WCAG 2.2 A and AA and its best practices; and no control is covered. */
export const expectAccessible = async (page: Page, runOnly = RULES) => {
  if (runOnly !== COLOUR_RULES) await expectNothingCovered(page);
  // Half a megabyte, which stays in a page until it is loaded anew.
  const isThere = await page.evaluate(() => 'axe' in window);
  const { violations } = await new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
    // All frames are of one origin: there is no need for a page of its own to put the results together.
    .setLegacyMode()
    .options({ preload: false, resultTypes: ['violations'], runOnly })
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([]);
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
