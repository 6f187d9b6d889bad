import { expect, test } from 'playwright/test';
import { hasInvisible, describeInvisible, escapeId, escapeInvisible, cleanInvisible } from './invisible.ts';

test('names invisible characters', () => {
  expect(escapeInvisible('wh-\u202E1\u200b\u00a0\t\u{e0001}')).toBe(
    'wh-⟨U+202E⟩1⟨U+200B⟩⟨U+00A0⟩⟨U+0009⟩⟨U+E0001⟩',
  );
  expect(escapeInvisible('c\ud800')).toBe('c⟨U+D800⟩');
});

test('shows spaces at the ends of an ID', () => {
  expect(escapeId(' cmp 1  ')).toBe('⟨U+0020⟩cmp 1 ⟨U+0020⟩');
  expect(escapeInvisible('said so ')).toBe('said so ');
});

test('keeps visible characters', () => {
  for (const id of ['cmp 1', 'wéb🪝', 'שלום-7', '＝x', '']) {
    expect(hasInvisible(id)).toBe(false);
    expect(escapeInvisible(id)).toBe(id);
  }
});

const HIDDEN: readonly [text: string, words: string, rest: string][] = [
  ['cmp 1', '', 'cmp 1'],
  ['  ', '', ''],
  [' x', 'Starts or ends with a space.', 'x'],
  ['c\u200b1', 'Contains hidden characters.', 'c1'],
  ['\u200bAP\u00a017e\u200b', 'Contains hidden characters.', 'AP 17e'],
  ['\u202a1 ', 'Starts or ends with a space. Contains hidden characters.', '1'],
];

for (const [text, words, rest] of HIDDEN) {
  test(`describes ${JSON.stringify(text)}`, () => {
    expect(describeInvisible(text)).toBe(words);
    expect(cleanInvisible(text)).toBe(rest);
  });
}
