import { expect, test } from 'playwright/test';
import { hasInvisible, describeCleaning, escapeId, escapeInvisible, cleanInvisible } from './invisible.ts';

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
  for (const id of ['cmp 1', 'wéb🪝', 'שלום-7', '＝x', 'a/b c+d&é#?', '']) {
    expect(hasInvisible(id)).toBe(false);
    expect(escapeInvisible(id)).toBe(id);
    expect(cleanInvisible(id)).toBe(id);
  }
});

const SPACES = 'Spaces at the ends were removed.';
const HIDDEN = 'Hidden characters were removed.';
const BOTH = 'Hidden characters and spaces were removed.';

const COPIED: readonly [from: string, text: string, clean: string, note: string][] = [
  ['a plain ID', 'cmp 1', 'cmp 1', ''],
  ['an empty field', '  ', '', ''],
  ['a double click', 'cmp-1 ', 'cmp-1', SPACES],
  ['a table cell', '\tcmp-1\r\n', 'cmp-1', SPACES],
  ['a web page', '\u00a0cmp-1\u00a0', 'cmp-1', SPACES],
  ['a Japanese input method', '\u3000cmp-1', 'cmp-1', SPACES],
  ['a vertical tab', '\u000bcmp-1\u0085', 'cmp-1', SPACES],
  ['a chat', 'c\u200bmp\u2060-1', 'cmp-1', HIDDEN],
  ['a file with a byte order mark', '\ufeffcmp-1', 'cmp-1', HIDDEN],
  ['a word processor', 'cmp\u00ad-1', 'cmp-1', HIDDEN],
  ['a contact card', '\u202a+44 20 7946 0018\u202c', '+44 20 7946 0018', HIDDEN],
  ['right-to-left text', '\u2067\u200fcmp-1\u2069', 'cmp-1', HIDDEN],
  ['a terminal', 'cmp-1\u001b\u0000', 'cmp-1', HIDDEN],
  ['a tag character', 'cmp-1\u{e0041}', 'cmp-1', HIDDEN],
  ['an e-mail', '\u200b cmp\u00a01 \u200b', 'cmp 1', BOTH],
];

for (const [from, text, clean, note] of COPIED) {
  test(`cleans what was copied from ${from}`, () => {
    expect(cleanInvisible(text)).toBe(clean);
    expect(describeCleaning(text)).toBe(note);
  });
}

test('leaves half a character for the error', () => {
  expect(cleanInvisible(' c\ud800 ')).toBe('c\ud800');
});
