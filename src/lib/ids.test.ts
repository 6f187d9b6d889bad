import { expect, test } from 'playwright/test';
import * as fc from 'fast-check';
import { getEnding, isSendable, splitForDisplay, splitIds } from './ids.ts';

const PASTED: [text: string, ids: string[]][] = [
  ['', []],
  ['  \n ', []],
  ['c-1', ['c-1']],
  ['c-1 c-2\tc-3\r\nc-4', ['c-1', 'c-2', 'c-3', 'c-4']],
  ['c-1, c-2;c-3', ['c-1', 'c-2', 'c-3']],
  ['"c-1","c-2"', ['c-1', 'c-2']],
  ['“c-1” ‘c-2’', ['c-1', 'c-2']],
  // A space of any kind splits IDs; a zero-width character is part of them.
  ['c-1\u00a0c-2\u200bc-3 c-4\ufeff', ['c-1', 'c-2\u200bc-3', 'c-4\ufeff']],
  ['007 7', ['007', '7']],
  ['a/b+d&é#?', ['a/b+d&é#?']],
];

for (const [text, ids] of PASTED) {
  test(`IDs of ${JSON.stringify(text)}`, () => {
    expect(splitIds(text)).toEqual(ids);
  });
}

test('blank and ill-formed IDs can’t be sent', () => {
  for (const id of ['007', 'a/b c+d&é#?', '😀', ' x ']) expect(isSendable(id)).toBe(true);
  for (const id of ['', ' ', '\n\t', '\ud83d', 'a\ude00']) expect(isSendable(id)).toBe(false);
});

const SHOWN: [id: string, head: string, tail: string][] = [
  ['3f8a1c52-9d4e-4b7a-8c61-0e5d2f9b7a14', '3f8a1c52-9d4e-4b7a-8c61-', '0e5d2f9b7a14'],
  ['cmp-renewals-2025-11', 'cmp-renewals', '-2025-11'],
  ['wh-crm-lead-update', 'wh-crm-lea', 'd-update'],
  ['cmp-winback-emea', 'cmp-winback-emea', ''],
  ['', '', ''],
];

for (const [id, head, tail] of SHOWN) {
  test(`splits "${id}" for display`, () => {
    expect(splitForDisplay(id)).toEqual([head, tail]);
  });
}

test('splits an ID between characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (id) => {
      const [head, tail] = splitForDisplay(id);
      expect(head + tail).toBe(id);
      expect(isSendable(`x${tail}`)).toBe(true);
      if ([...id].length > 16) expect([8, 12]).toContain([...tail].length);
    }),
  );
});

test('an ending shows at most half of a value', () => {
  expect(getEnding('AP4c19e7d0b25f83a6417e', 3)).toBe('17e');
  expect(getEnding('+44 20 7946 0018', 4)).toBe('0018');
  expect(getEnding('abc', 3)).toBe('c');
  expect(getEnding('a', 3)).toBe('');
  expect(getEnding('', 4)).toBe('');
  fc.assert(
    fc.property(fc.string(), fc.nat(10), (value, count) => {
      const shown = getEnding(value, count);
      expect(value.endsWith(shown)).toBe(true);
      expect([...shown].length).toBeLessThanOrEqual(Math.min(count, [...value].length / 2));
    }),
  );
});
