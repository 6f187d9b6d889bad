import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import { toAnswer } from '#src/api/body.ts';
import { MASK, maskOutcome } from './secret.ts';

/** What is left of a body once it was masked. */
const masked = (text: string, secret: string, isWhole = true): string => {
  const answer = toAnswer(
    { status: 200, contentType: '', retryAfter: null, text, bytes: text.length, isWhole },
    { durationMs: 1, at: 2 },
  );
  const request = { method: 'POST', target: '/api/v3/update_provider' } as const;
  const outcome = maskOutcome({ kind: 'accepted', request, answer, notes: [] }, secret);
  return outcome.kind === 'accepted' ? outcome.answer.body.text : '';
};

const unit = (text: string): string => `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`;
const hexBytes = (text: string): string[] =>
  Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0'));
const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const asUrl = (text: string): string => decodeURIComponent(text);
const asJson = (text: string): string => String(JSON.parse(`"${text}"`));
/** In one pass: one after the other, what the first leaves would be read again by the next. */
const asHtml = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|[a-z]+);/g, (all, hex, decimal) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return Object.entries(NAMED).find(([, name]) => name === all)?.[0] ?? all;
  });

/** How a service may write a text, and how it is read. */
const LAYERS: Record<string, { write: (text: string) => string; read: (text: string) => string }> = {
  url: { write: encodeURIComponent, read: asUrl },
  form: {
    write: (text) => new URLSearchParams({ a: text }).toString().slice(2),
    read: (text) => asUrl(text.replaceAll('+', ' ')),
  },
  'url, every byte': {
    write: (text) =>
      hexBytes(text)
        .map((byte) => `%${byte}`)
        .join(''),
    read: asUrl,
  },
  json: { write: (text) => JSON.stringify(text).slice(1, -1), read: asJson },
  'json, slashes too': {
    write: (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
    read: asJson,
  },
  'json in ASCII': {
    write: (text) =>
      JSON.stringify(text)
        .slice(1, -1)
        .replace(/[^ -~]/g, unit),
    read: asJson,
  },
  'json, every character': { write: (text) => text.replace(/[^]/g, unit), read: asJson },
  html: { write: (text) => text.replace(/[&<>"']/g, (one) => NAMED[one] ?? one), read: asHtml },
  'html, every character': {
    write: (text) => text.replace(/[^]/gu, (one) => `&#${one.codePointAt(0)};`),
    read: asHtml,
  },
  'html, hexadecimal': {
    write: (text) => text.replace(/[^a-z]/gu, (one) => `&#x${one.codePointAt(0)?.toString(16)};`),
    read: asHtml,
  },
};

const awkward = fc
  .array(
    fc.oneof(fc.constantFrom(...'"\\/%&+<>\' ;#=?é€💡x4', '%41', '&lt;', '\\n'), fc.string({ maxLength: 6 })),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));
const secrets = awkward.filter((text) => text.trim() !== '' && !MASK.includes(text.trim()));
const layer = fc.constantFrom(...Object.keys(LAYERS));

test('R10: a secret under any two layers of URL, JSON and HTML encoding leaves nothing to decode', () => {
  fc.assert(
    fc.property(secrets, awkward, awkward, layer, layer, (secret, before, after, inner, outer) => {
      const [one, two] = [LAYERS[inner], LAYERS[outer]];
      if (!one || !two) return false;
      const text = masked(two.write(one.write(`${before}${secret}${after}`)), secret);
      const readings = [text];
      try {
        const once = two.read(text);
        readings.push(once, one.read(once));
      } catch {
        // Masked in the middle of an escape, as one letter may be: it can't be read any more.
      }
      return text.includes(MASK) && readings.every((reading) => !reading.includes(secret.trim()));
    }),
    { numRuns: 500 },
  );
});

test('what stands around a secret under two layers stays', () => {
  const secret = 'a"b\\c/d e';
  for (const [inner, one] of Object.entries(LAYERS)) {
    for (const [outer, two] of Object.entries(LAYERS)) {
      const text = masked(two.write(one.write(`token ${secret} is <wrong>`)), secret);
      expect(one.read(two.read(text)), `${inner} in ${outer}`).toBe(`token ${MASK} is <wrong>`);
    }
  }
});

test('R10: a secret is masked in Base64 too, wherever it stands in what was encoded', () => {
  const wrong: string[] = [];
  for (const secret of ['9d8f7c6b5a4e', 'pâss–wörd?>~', 'ÿþ?ÿ~>>?']) {
    for (const before of ['', 'u', 'ab', 'sid:', 'AC123:']) {
      const encoded = Buffer.from(`${before}${secret}!`).toString('base64');
      for (const text of [encoded, encoded.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')]) {
        for (const way of [text, encodeURIComponent(text), text.replaceAll('/', '\\/')]) {
          const left = masked(`Basic ${way} end`, secret);
          // Of the encoded letters, those before and behind it at most, and the filling.
          const others = left.length - `Basic ${MASK} end`.length;
          if (!left.includes(MASK) || !left.endsWith(' end') || others > before.length * 1.5 + 8)
            wrong.push(left);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('R10: the beginning of a secret under two layers, cut off with the answer, is masked wherever the cut is', () => {
  const secret = 'ab"€/d\\e&f01';
  const names = ['url', 'json', 'json, every character', 'html, every character'];
  const wrong: string[] = [];
  for (const inner of names) {
    for (const outer of names) {
      const write = (text: string) => LAYERS[outer]?.write(LAYERS[inner]?.write(text) ?? '') ?? '';
      const whole = write(`token ${secret}`);
      const expected = `${whole.slice(0, write('token ').length)}${MASK}`;
      // In steps of seven, which no escape is long: they are cut in each place of theirs.
      for (let cut = write(`token ${secret.slice(0, 5)}`).length; cut < whole.length; cut += 7) {
        if (masked(whole.slice(0, cut), secret, false) !== expected)
          wrong.push(`${inner} in ${outer} at ${cut}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('a text of backslashes is searched in one pass', () => {
  const text = '\\'.repeat(4096);
  expect(masked(text, `${'\\'.repeat(40)}x`)).toBe(text);
});

test('an answer of which the beginning alone is kept says nothing as JSON', () => {
  const secret = '9d8f7c6b5a4e';
  const text = JSON.stringify({ message: `${'<"%22&amp;">'.repeat(8_000)}${secret}` });
  expect(masked(text, secret)).not.toContain(secret);
});
