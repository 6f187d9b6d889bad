import type { Page } from 'playwright/test';
import { detail, row } from './calls-kit.ts';
import { expect, type Sent } from './fixtures.ts';

/** In progress from its first check on. */
export const CALL = 'sim-9s-running';
export const other = (person: string) => `${person} other`;

export const account = (page: Page, name: string) =>
  page.getByRole('button', { name: `Account: ${name}`, exact: true });
export const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

/** The subject that a request's token names. */
const subjectOf = (sent: Sent): unknown => {
  const part = sent.headers['authorization']?.split('.')[1] ?? '';
  return (JSON.parse(Buffer.from(part, 'base64url').toString()) as { sub: unknown }).sub;
};
const slug = (name: string) => name.toLowerCase().replaceAll(' ', '-');
export const sentAs = (wire: readonly Sent[], name: string) =>
  wire.filter((sent) => subjectOf(sent) === slug(name));

/** Expects this person's page, without the call that the other person had open. */
export const expectFresh = async (page: Page, wire: readonly Sent[], name: string) => {
  await expect(account(page, name)).toBeVisible();
  await expect(page).toHaveURL(/\/calls$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible();
  await expect(detail(page)).toBeHidden();
  await expect(row(page, CALL)).toBeHidden();
  expect(sentAs(wire, name)).toEqual([]);
};

export const watchCall = async (page: Page, signIn: (path: string) => Promise<void>) => {
  await signIn(`/calls/${CALL}`);
  await expect(detail(page)).toContainText('In progress');
};
