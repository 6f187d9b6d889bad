import type { Locator, Page } from 'playwright';

/** The field for call IDs, which is in a popover if the console's board has calls. */
export const openField = async (page: Page): Promise<Locator> => {
  const field = page.getByLabel('Call IDs to watch');
  if (!(await field.isVisible()))
    await page.getByRole('button', { name: 'Watch calls', exact: true }).click();
  return field;
};

/** Pastes the clipboard into the board's field and confirms it. Returns when, in epoch milliseconds. */
export const pasteCalls = async (page: Page): Promise<number> => {
  const field = await openField(page);
  await field.click();
  await page.keyboard.press('ControlOrMeta+V');
  const confirm = page.getByRole('dialog').getByRole('button', { name: /^Watch [\d,]+ calls?$/ });
  const isAsked = await confirm.waitFor({ timeout: 2000 }).then(
    () => true,
    () => false,
  );
  const begun = Date.now();
  await (isAsked ? confirm.click() : field.press('Enter'));
  return begun;
};
