import { expect, test } from 'playwright/test';
import { hasInvisible, withMarks } from './invisible.ts';

test('characters that cannot be seen, or look like a space, are named', () => {
  expect(withMarks('wh-\u202E1\u200b\u00a0\t\u{e0001}')).toBe(
    'wh-⟨U+202E⟩1⟨U+200B⟩⟨U+00A0⟩⟨U+0009⟩⟨U+E0001⟩',
  );
  expect(withMarks('c\ud800')).toBe('c⟨U+D800⟩');
});

test('all others stay as they are', () => {
  for (const id of ['cmp 1', 'wéb🪝', 'שלום-7', '＝x', '']) {
    expect(hasInvisible(id)).toBe(false);
    expect(withMarks(id)).toBe(id);
  }
});
