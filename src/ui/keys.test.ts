import { expect, test } from 'playwright/test';
import { readKey } from './keys.ts';

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test('the command key is ⌘ on a Mac and Ctrl elsewhere, alone', () => {
  const held = (keys: Partial<typeof NONE>) =>
    [true, false].map((mac) => readKey({ ...NONE, ...keys, key: 'Enter', code: '' }, mac) === 'Mod+Enter');
  expect(held({})).toEqual([false, false]);
  expect(held({ metaKey: true })).toEqual([true, false]);
  expect(held({ ctrlKey: true })).toEqual([false, true]);
  expect(held({ ctrlKey: true, metaKey: true })).toEqual([false, false]);
  expect(held({ ctrlKey: true, metaKey: false, altKey: true })).toEqual([false, false]);
  expect(held({ metaKey: true, shiftKey: true })).toEqual([false, false]);
});

test('reads a shortcut in every layout', () => {
  const press = (key: string, code: string, held: Partial<Parameters<typeof readKey>[0]> = {}) =>
    readKey({ ...NONE, ...held, key, code }, false);
  const shift = { shiftKey: true };
  const cases = [
    ['QWERTY', press('a', 'KeyA'), 'a'],
    ['AZERTY', press('a', 'KeyQ'), 'a'],
    ['Caps Lock', press('N', 'KeyN'), 'n'],
    ['Caps Lock and Shift', press('n', 'KeyN', shift), undefined],
    ['Shift', press('N', 'KeyN', shift), undefined],
    ['Russian', press('т', 'KeyN'), 'n'],
    ['Russian, Caps Lock', press('Т', 'KeyN'), 'n'],
    ['Greek', press('α', 'KeyA'), 'a'],
    ['Arabic', press('ظ', 'Slash'), '/'],
    ['Arabic, Shift', press('؟', 'Slash', shift), '?'],
    ['French é', press('é', 'Digit2'), undefined],
    ['German /', press('/', 'Digit7', shift), '/'],
    ['Russian Ctrl Z', press('я', 'KeyZ', { ctrlKey: true }), 'Mod+z'],
    ['Ctrl Shift Z', press('Z', 'KeyZ', { ctrlKey: true, shiftKey: true }), undefined],
    ['AltGr', press('@', 'KeyQ', { ctrlKey: true, altKey: true }), undefined],
    ['Brazilian /', press('/', 'KeyQ', { ctrlKey: true, altKey: true, getModifierState: () => true }), '/'],
    ['Polish ą', press('ą', 'KeyA', { altKey: true, getModifierState: () => true }), undefined],
    ['Shift ↓', press('ArrowDown', 'ArrowDown', shift), 'Shift+ArrowDown'],
    ['Space', press(' ', 'Space'), 'Space'],
  ] as const;
  for (const [layout, read, expected] of cases) expect(read, layout).toBe(expected);
});
