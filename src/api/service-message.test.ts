import { expect, test } from 'playwright/test';
import { expectRows } from '#src/lib/testing/rows.ts';
import * as fc from 'fast-check';
import { readRefusal } from './answer.ts';
import { createAnswer } from './testing/service-kit.ts';

const createBody = (text: string) => createAnswer(text).body;

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
  ['{"message":7,"detail":[7]}', '{"message":7,"detail":[7]}'],
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

test('reads the message of an answer', () => expectRows(MESSAGES, ([text]) => readRefusal(createBody(text))));

const SAID = 'Validation failed (accountSid: must start with AC; phone: too short)';
const BOTH = 'accountSid: must start with AC; phone: too short';

const REASONS: [answer: unknown, message: string][] = [
  [
    { message: 'Validation failed', errors: { accountSid: ['must start with AC'], phone: ['too short'] } },
    SAID,
  ],
  [{ message: 'Validation failed.', fields: { accountSid: 'must start with AC', phone: 'too short' } }, SAID],
  [{ errors: { accountSid: { message: 'must start with AC' }, phone: { message: 'too short' } } }, BOTH],
  [
    {
      title: 'Validation failed',
      'invalid-params': [
        { name: 'accountSid', reason: 'must start with AC' },
        { name: 'phone', reason: 'too short' },
      ],
    },
    SAID,
  ],
  [
    {
      detail: [
        { loc: ['body', 'accountSid'], msg: 'must start with AC', input: 'x' },
        { loc: ['body', 'phone'], msg: 'too short' },
      ],
    },
    BOTH,
  ],
  [{ message: 'is taken', errors: [{ field: 'accountSid', message: 'is taken' }] }, 'accountSid: is taken'],
  [{ errors: ['one', 'two'] }, 'one; two'],
  [{ message: ['one', 'two'], error: 'Bad Request', statusCode: 400 }, 'Bad Request (one; two)'],
  [
    { error: { message: 'Validation failed', details: [{ field: 'phone', message: 'bad' }] } },
    'Validation failed (phone: bad)',
  ],
  [
    {
      title: 'Validation Failed',
      detail: 'accountSid: must start with AC.\nphone: too short.',
      violations: [
        { propertyPath: 'accountSid', message: 'must start with AC.' },
        { propertyPath: 'phone', message: 'too short.' },
      ],
    },
    BOTH,
  ],
  [{ message: 'm', errors: [], details: {} }, 'm'],
  [{ errors: 'abcdefg'.split('') }, 'a; b; c; d; e; and 2 more'],
];

for (const [answer, message] of REASONS) {
  test(`reads the reasons of ${JSON.stringify(answer).slice(0, 38)}`, () => {
    expect(readRefusal(createBody(JSON.stringify(answer)))).toBe(message);
  });
}

test('cuts a long message between characters', () => {
  const message = readRefusal(createBody(`x${'😀'.repeat(5000)}`)) ?? '';
  expect(message.length).toBeLessThanOrEqual(4096);
  expect(message.length).toBeGreaterThan(4090);
  expect(message).toMatch(/😀…$/u);
});

test('reads any body quickly', () => {
  const piece = fc.constantFrom(...'< > <!-- --> <script </script> <title> &amp; x'.split(' '), ' ');
  const soup = fc.array(piece, { maxLength: 3000 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.oneof(fc.string(), soup, fc.json()), fc.boolean(), (text, asPage) => {
      const message = readRefusal(createBody(asPage ? `<html>${text}` : text));
      expect(message === undefined || (message.trim() !== '' && message.length <= 4096)).toBe(true);
    }),
  );
  // Of the processor, since a busy machine takes longer by the clock.
  const began = process.cpuUsage();
  for (const hostile of ['<!-- -->', '<!--', '<script ', '<title', '<', '&', '<?xml ']) {
    readRefusal(createBody(hostile.repeat(65_536 / hostile.length)));
    readRefusal(createBody(`<html>${hostile.repeat(65_536 / hostile.length)}`));
  }
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
});
