import { expect, test } from 'playwright/test';
import * as fc from 'fast-check';
import { readJson } from '#src/lib/json.ts';
import type { ResponseBody } from './outcome.ts';
import { readMessage } from './answer.ts';

const createBody = (text: string): ResponseBody => ({
  text,
  truncated: false,
  bytes: text.length,
  json: readJson(text),
  contentType: '',
});

const PAGE = `<!DOCTYPE html><html><head><title>502 &amp; more</title>
<style>p{}</style><script>alert("no")</script></head><body><p>Bad&nbsp;gateway</p></body></html>`;

const MESSAGES: [body: string, message: string | undefined][] = [
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

for (const [text, message] of MESSAGES) {
  test(`reads the message of ${JSON.stringify(text.slice(0, 26))}`, () => {
    expect(readMessage(createBody(text))).toBe(message);
  });
}

test('cuts a long message between characters', () => {
  const message = readMessage(createBody(`x${'😀'.repeat(5000)}`)) ?? '';
  expect(message.length).toBeLessThanOrEqual(4096);
  expect(message.length).toBeGreaterThan(4090);
  expect(message).toMatch(/😀…$/u);
});

test('reads any body quickly', () => {
  const piece = fc.constantFrom(...'< > <!-- --> <script </script> <title> &amp; x'.split(' '), ' ');
  const soup = fc.array(piece, { maxLength: 3000 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.oneof(fc.string(), soup, fc.json()), fc.boolean(), (text, asPage) => {
      const message = readMessage(createBody(asPage ? `<html>${text}` : text));
      expect(message === undefined || (message.trim() !== '' && message.length <= 4096)).toBe(true);
    }),
  );
  // Of the processor, since a busy machine takes longer by the clock.
  const began = process.cpuUsage();
  for (const hostile of ['<!-- -->', '<!--', '<script ', '<title', '<', '&', '<?xml ']) {
    readMessage(createBody(hostile.repeat(65_536 / hostile.length)));
    readMessage(createBody(`<html>${hostile.repeat(65_536 / hostile.length)}`));
  }
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
});
