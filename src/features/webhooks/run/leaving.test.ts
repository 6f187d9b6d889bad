import { expect, test } from 'playwright/test';
import { virtualTime } from '#src/lib/testing/time.ts';
import { watchLeaving } from './leaving.ts';

const leftPage = () => {
  const page = new EventTarget();
  const { clock, advance } = virtualTime();
  const leaving = watchLeaving(page, clock.after);
  let stayed = 0;
  leaving.subscribe(() => (stayed += 1));
  const end = leaving.ask();
  const question = new Event('beforeunload', { cancelable: true });
  page.dispatchEvent(question);
  return { page, leaving, question, end, advance, stayed: () => stayed };
};

test('makes the browser ask, and counts as leaving from then on', () => {
  const { leaving, question, end } = leftPage();
  expect(question.defaultPrevented).toBe(true);
  expect(leaving.isLeaving()).toBe(true);
  end();
});

for (const sign of ['pointerdown', 'keydown', 'pageshow']) {
  test(`stays on ${sign}`, () => {
    const { page, leaving, stayed } = leftPage();
    page.dispatchEvent(new Event(sign));
    expect(leaving.isLeaving()).toBe(false);
    page.dispatchEvent(new Event(sign));
    expect(stayed()).toBe(1);
  });
}

test('counts as leaving after pagehide, until shown again', () => {
  const { page, leaving, end } = leftPage();
  page.dispatchEvent(new Event('pagehide'));
  expect(leaving.isLeaving()).toBe(true);
  page.dispatchEvent(new Event('pageshow'));
  end();
  const question = new Event('beforeunload', { cancelable: true });
  page.dispatchEvent(question);
  expect(question.defaultPrevented).toBe(false);
  expect(leaving.isLeaving()).toBe(false);
});

test('stays if it is still there a little later', async () => {
  const { leaving, stayed, advance } = leftPage();
  await advance(4000);
  expect(leaving.isLeaving()).toBe(true);
  await advance(2000);
  expect(leaving.isLeaving()).toBe(false);
  expect(stayed()).toBe(1);
});
