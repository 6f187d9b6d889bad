import { expect, test } from 'playwright/test';
import { virtualTime } from '#src/lib/testing/time.ts';
import { createLeaving, type Question } from './leaving.ts';

const FORM: Question = { title: 'Leave the form?', text: '' };
const LIST: Question = { title: 'Leave the list?', text: '' };

const open = () => {
  const page = new EventTarget();
  const { clock, advance } = virtualTime();
  const leaving = createLeaving(clock.after);
  leaving.listen(page);
  const left: string[] = [];
  const beginUnload = () => {
    const event = new Event('beforeunload', { cancelable: true });
    page.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return {
    ...leaving,
    page,
    advance,
    left,
    beginUnload,
    title: () => leaving.asked.getState()?.question.title,
    leave: (how?: 'area' | 'page' | 'sign-out') => leaving.leaveOrAsk(() => left.push(how ?? 'area'), how),
  };
};

test('asks about a form before leaving, of a list at the end', () => {
  const { hold, leave, left, title, answer, beginUnload } = open();
  hold({ endsPage: true, why: () => LIST });
  leave('area');
  expect(left).toEqual(['area']);
  expect(beginUnload()).toBe(true);
  hold({ endsPage: false, why: () => FORM });
  leave('area');
  expect(title()).toBe('Leave the form?');
  answer(false);
  expect(title()).toBeUndefined();
  expect(left).toEqual(['area']);
});

test('asks one question after the other, then leaves', () => {
  const { hold, leave, left, title, answer, beginUnload } = open();
  hold({ endsPage: true, why: () => LIST });
  hold({ endsPage: false, why: () => FORM });
  leave('sign-out');
  expect(title()).toBe('Leave the list?');
  answer(true);
  expect(title()).toBe('Leave the form?');
  expect(left).toEqual([]);
  answer(true);
  expect(left).toEqual(['sign-out']);
  // The browser must not ask once more.
  expect(beginUnload()).toBe(false);
});

test('takes back a question whose reason is over', () => {
  const { hold, leave, left, title } = open();
  const release = hold({ endsPage: false, why: () => FORM });
  leave();
  release();
  expect(title()).toBeUndefined();
  expect(left).toEqual([]);
});

test('waits for what is under way, or leaves at once', async () => {
  for (const isHurried of [false, true]) {
    const { hold, leave, left, answer, asked } = open();
    let settle = (): void => undefined;
    const until = () => new Promise<void>((resolve) => (settle = resolve));
    const wait = { until, text: '', action: 'Sign out now' };
    const release = hold({
      endsPage: true,
      why: (how) => (how === 'sign-out' ? { ...LIST, wait } : undefined),
    });
    leave('sign-out');
    answer(true);
    // It is over, but its answers are still to come.
    release();
    expect(asked.getState()?.isWaiting).toBe(true);
    if (isHurried) answer(true);
    else settle();
    await Promise.resolve();
    expect(left).toEqual(['sign-out']);
  }
});

test('keeps what is typed when the session ends, and asks nobody', () => {
  const { hold, leave, left, title, endSession } = open();
  const kept: string[] = [];
  hold({ endsPage: true, why: () => LIST, keep: (how) => kept.push(how) });
  leave('sign-out');
  endSession();
  expect(kept).toEqual(['sign-out']);
  expect(title()).toBeUndefined();
  leave('page');
  expect(left).toEqual(['page']);
});

for (const sign of ['pointerdown', 'keydown', 'pageshow']) {
  test(`stays on ${sign}`, () => {
    const { page, beginUnload, isBeingLeft } = open();
    beginUnload();
    expect(isBeingLeft.getState()).toBe(true);
    page.dispatchEvent(new Event(sign));
    expect(isBeingLeft.getState()).toBe(false);
  });
}

test('stays if it is still there a little later', async () => {
  const { page, beginUnload, isBeingLeft, advance } = open();
  beginUnload();
  await advance(4000);
  expect(isBeingLeft.getState()).toBe(true);
  await advance(2000);
  expect(isBeingLeft.getState()).toBe(false);
  page.dispatchEvent(new Event('pagehide'));
  await advance(6000);
  expect(isBeingLeft.getState()).toBe(true);
});
