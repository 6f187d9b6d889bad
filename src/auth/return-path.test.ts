import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'playwright/test';
import { checkReturnPath } from './session-storage.ts';

const kept = [
  '/',
  '/calls',
  '/calls/a%2Fb?tab=raw&x=1#answer',
  '/webhooks?campaignId=1&webhookId=2',
  '/%2f%2fevil.example',
  '/a@evil.example',
  '/calls?next=https://evil.example',
  '/authors',
  `/${'x'.repeat(16_000)}`,
];
for (const path of kept) test(`${path.slice(0, 40)} is kept`, () => expect(checkReturnPath(path)).toBe(path));

const refused: [string, unknown][] = [
  ['another origin', 'https://evil.example/'],
  ['two slashes', '//evil.example'],
  ['three slashes', '///evil.example'],
  ['a slash and a backslash', '/\\evil.example'],
  ['two backslashes', '\\\\evil.example'],
  ['a tab inside', '/\t/evil.example'],
  ['a line end inside', '/\n/evil.example'],
  ['a leading space', ' //evil.example'],
  ['dots that lead to two slashes', '/.//evil.example'],
  ['dots that go up', '/x/..//evil.example'],
  ['javascript', 'javascript:alert(1)'],
  ['data', 'data:text/html,x'],
  ['a relative path', 'calls'],
  ['nothing', ''],
  ['the callback itself', '/auth/callback?code=1'],
  ['the silent page', '/auth/silent'],
  ['the callback behind dots', '/calls/../auth/callback'],
  ['a number', 7],
  ['null', null],
  ['a list', ['/calls']],
];
for (const [name, path] of refused) test(`${name} is refused`, () => expect(checkReturnPath(path)).toBe('/'));

test('stays on this origin, whatever comes in', () => {
  const pieces = constantFrom(
    '/',
    '\\',
    '.',
    '..',
    ':',
    '@',
    '?',
    '#',
    '%2f',
    '\t',
    '\n',
    ' ',
    'evil.example',
    'https',
    'javascript',
    'a',
    '\u2028',
    '／',
  );
  assert(
    property(array(pieces, { maxLength: 12 }), (parts) => {
      const path = checkReturnPath(`/${parts.join('')}`);
      const { origin } = new URL(path, 'https://console.example');
      return origin === 'https://console.example' && /^\/(?![/\\])/.test(path);
    }),
    { numRuns: 5000 },
  );
});
