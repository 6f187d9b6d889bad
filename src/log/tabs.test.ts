import { expect, test } from 'playwright/test';
import { ATTACH, browserForTests } from './testing/journal-kit.ts';

const browser = browserForTests();

const ACCEPTED = { outcome: 'accepted', status: 200, durationMs: 212 } as const;

test.describe('tabs that are gone', () => {
  test('while the sending tab lives its entry stays sending, however old, and it alone closes it', async () => {
    const sender = browser.openTab();
    const id = await sender.record(ATTACH);
    browser.tick(86_400_000);
    const other = browser.openTab();
    expect(await other.list()).toMatchObject([{ id, outcome: 'sending' }]);
    await sender.close(id, ACCEPTED);
    expect(await other.list()).toMatchObject([{ id, outcome: 'accepted' }]);
  });

  test('a tab that goes while another stays open is noticed at the next reading', async () => {
    const sender = browser.openTab();
    await sender.record(ATTACH);
    const other = browser.openTab();
    expect(await other.list()).toMatchObject([{ outcome: 'sending' }]);
    await browser.closeTab(sender);
    expect(await other.list()).toMatchObject([{ outcome: 'unknown' }]);
  });

  for (const [name, locks] of [
    ['without locks', undefined],
    ['where locks are refused', { request: () => Promise.reject(new Error('no')), query: async () => ({}) }],
  ] as const) {
    test(`${name} an entry is given up by its age, which is past every deadline`, async () => {
      const sender = browser.openTab({ locks });
      await sender.record(ATTACH);
      browser.tick(900_000);
      const other = browser.openTab({ locks });
      expect(await other.list()).toMatchObject([{ outcome: 'sending' }]);
      browser.tick(1);
      expect(await other.list()).toMatchObject([{ outcome: 'unknown' }]);
    });
  }
});

test('after the end nothing more is written, and what was left sending is unknown for the next', async () => {
  const journal = browser.openTab();
  const id = await journal.record(ATTACH);
  await browser.closeTab(journal);
  await journal.close(id, ACCEPTED);
  expect(await browser.openTab().list()).toMatchObject([{ id, outcome: 'unknown' }]);
});
