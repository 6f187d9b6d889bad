import type { Page } from 'playwright';
import { MAX_TYPED_IDS } from '#src/features/calls/import/read-ids.ts';
import { field } from '../e2e/calls-kit.ts';
import { paste } from '../e2e/files-kit.ts';

/** Pastes IDs and confirms them. Returns when, in epoch milliseconds. */
export const pasteCalls = async (page: Page, ids: readonly string[]): Promise<number> => {
  await field(page).click();
  await paste(page, ids.join('\n'));
  const confirm = page.getByRole('dialog').getByRole('button', { name: /^Watch/ });
  const isAsked = ids.length > MAX_TYPED_IDS;
  if (isAsked) await confirm.waitFor();
  const begun = Date.now();
  await (isAsked ? confirm.click() : field(page).press('Enter'));
  return begun;
};
