import type { Page } from 'playwright';

/** Pastes the clipboard into the board's field and confirms it. Returns when, in epoch milliseconds. */
export const pasteCalls = async (page: Page): Promise<number> => {
  const field = page.getByRole('textbox', { name: 'Find or watch calls' });
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
