import { expect, test } from 'playwright/test';
import * as fc from 'fast-check';
import { readJson } from '#src/lib/json.ts';
import type { ResponseBody } from './outcome.ts';
import { serviceWords } from './words.ts';

const bodyOf = (text: string): ResponseBody => ({
  text,
  truncated: false,
  bytes: text.length,
  json: readJson(text),
  contentType: '',
});

const PAGE = `<!DOCTYPE html><html><head><title>502 &amp; more</title>
<style>p{}</style><script>alert("no")</script></head><body><p>Bad&nbsp;gateway</p></body></html>`;

const WORDS: [body: string, words: string | undefined][] = [
  ['', undefined],
  [' \n ', undefined],
  ['not allowed', 'not allowed'],
  ['"not allowed"', 'not allowed'],
  ['{"message":"m","detail":"d","title":"t","error":"e"}', 'm'],
  ['{"error":"e","title":"t","detail":"d"}', 'd'],
  ['{"error":"e","title":"t"}', 't'],
  ['{"error":"e"}', 'e'],
  ['{"error":{"message":"inside"}}', 'inside'],
  ['{"message":"","error":"e"}', 'e'],
  ['{"message":7,"detail":["a"]}', '{"message":7,"detail":["a"]}'],
  ['[1,2]', '[1,2]'],
  ['null', 'null'],
  ['42', '42'],
  ['""', '""'],
  ['{"message":', '{"message":'],
  [PAGE, '502 & more'],
  ['<html><body>Bad &lt;gateway&gt;<script>x()</script></body></html>', 'Bad <gateway>'],
  ['<html><body>Bad<br>gateway</body></html>', 'Bad gateway'],
  ['<html><head><title> </title></head><body></body></html>', undefined],
  [JSON.stringify({ message: PAGE }), '502 & more'],
  ['\ufeff\n<HTML lang="en">Bad', 'Bad'],
  ['<!-- a --><!-- b --><html>Bad', 'Bad'],
  ['<?xml version="1.0"?><body class="x">Bad', 'Bad'],
  // Texts with a tag in them.
  ['<p>ok</p>', '<p>ok</p>'],
  ['<header>', '<header>'],
  ['ok <html>', 'ok <html>'],
  ['<?xml version="1.0"?><answer/>', '<?xml version="1.0"?><answer/>'],
];

for (const [text, words] of WORDS) {
  test(`R40: the words of ${JSON.stringify(text.slice(0, 60))}`, () => {
    expect(serviceWords(bodyOf(text))).toBe(words);
  });
}

test('R40: at most 4 KB are quoted, and no character is torn', () => {
  const words = serviceWords(bodyOf(`x${'😀'.repeat(5000)}`)) ?? '';
  expect(words.length).toBeLessThanOrEqual(4096);
  expect(words.length).toBeGreaterThan(4090);
  expect(words).toMatch(/😀…$/u);
});

test('R40: any body gives words or none, quickly and without a crash', () => {
  const piece = fc.constantFrom(...'< > <!-- --> <script </script> <title> &amp; x'.split(' '), ' ');
  const soup = fc.array(piece, { maxLength: 3000 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.oneof(fc.string(), soup, fc.json()), fc.boolean(), (text, asPage) => {
      const words = serviceWords(bodyOf(asPage ? `<html>${text}` : text));
      expect(words === undefined || (words.trim() !== '' && words.length <= 4096)).toBe(true);
    }),
  );
  const started = performance.now();
  for (const hostile of ['<!-- -->', '<!--', '<script ', '<title', '<', '&', '<?xml ']) {
    serviceWords(bodyOf(hostile.repeat(65_536 / hostile.length)));
    serviceWords(bodyOf(`<html>${hostile.repeat(65_536 / hostile.length)}`));
  }
  expect(performance.now() - started).toBeLessThan(2000);
});
