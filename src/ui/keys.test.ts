import { expect, test } from 'playwright/test';
import { hasCommandKey } from './keys.ts';

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test('the command key is ⌘ on a Mac and Ctrl elsewhere, alone', () => {
  const held = (keys: Partial<typeof NONE>) =>
    [true, false].map((mac) => hasCommandKey({ ...NONE, ...keys }, mac));
  expect(held({})).toEqual([false, false]);
  expect(held({ metaKey: true })).toEqual([true, false]);
  expect(held({ ctrlKey: true })).toEqual([false, true]);
  expect(held({ ctrlKey: true, metaKey: true })).toEqual([false, false]);
  expect(held({ ctrlKey: true, metaKey: false, altKey: true })).toEqual([false, false]);
  expect(held({ metaKey: true, shiftKey: true })).toEqual([false, false]);
});
