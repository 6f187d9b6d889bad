import { expect, test } from 'playwright/test';
import { watchLeaving } from './leaving.ts';

const leftPage = () => {
  const page = new EventTarget();
  const leaving = watchLeaving(page);
  let stayed = 0;
  leaving.subscribe(() => (stayed += 1));
  const end = leaving.ask();
  const question = new Event('beforeunload', { cancelable: true });
  page.dispatchEvent(question);
  return { page, leaving, question, end, stayed: () => stayed };
};

test('from the question on the page is being left, and the browser does ask', () => {
  const { leaving, question, end } = leftPage();
  expect(question.defaultPrevented).toBe(true);
  expect(leaving.isLeaving()).toBe(true);
  end();
});

for (const sign of ['pointerdown', 'keydown', 'pageshow']) {
  test(`${sign} says that it stays`, () => {
    const { page, leaving, stayed } = leftPage();
    page.dispatchEvent(new Event(sign));
    expect(leaving.isLeaving()).toBe(false);
    page.dispatchEvent(new Event(sign));
    expect(stayed()).toBe(1);
  });
}

test('a page that goes is being left for good, whether it asked or not; one that holds nothing asks nobody', () => {
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
