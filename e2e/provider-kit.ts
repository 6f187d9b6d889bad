import type { Page } from 'playwright/test';
import { hold } from './fixtures.ts';

export const SID = 'AP4c19e7d0b25f83a6417e';
export const TOKEN = '9d8f7c6b5a4e3d2c1b0a';
export const PHONE = '+44 20 7946 0018';

export const accountSid = (page: Page) => page.getByRole('textbox', { name: 'Account SID' });
export const authToken = (page: Page) => page.getByRole('textbox', { name: 'Auth token' });
export const phoneNumber = (page: Page) => page.getByRole('textbox', { name: 'Phone number' });
export const saveButton = (page: Page) => page.getByRole('button', { name: 'Save configuration' });
export const note = (page: Page, title: string) =>
  page
    .getByRole(/^(Configuration accepted|Deletion accepted|Not sent)$/.test(title) ? 'status' : 'alert')
    .filter({ hasText: title });
/** Folded: the request and the answer. */
export const answerDetails = (page: Page) =>
  page.getByRole('main').getByRole('group').filter({ hasText: 'Details' });
export const sentList = (page: Page) => page.getByRole('list', { name: 'Sent from this browser' });

export const fill = async (page: Page, { sid = SID, token = TOKEN, phone = PHONE } = {}) => {
  await accountSid(page).fill(sid);
  await authToken(page).fill(token);
  await phoneNumber(page).fill(phone);
};

export const deleteAfterTyping = async (page: Page, word: string) => {
  await page.getByRole('button', { name: 'Delete configuration…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(word);
  // The second click comes before the dialog is gone.
  await dialog.getByRole('button', { name: 'Delete configuration' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
};

/** Holds saves until the result is called. */
export const holdSaves = (page: Page) => hold(page, /update_provider$/);
