import { execFileSync } from 'node:child_process';
import { expect, test } from 'playwright/test';
import { formatCurl } from './curl.ts';
import { requestLine } from './request.ts';

const BASE_URL = 'https://voice.example/base';

/** As a shell splits them. */
const splitByShell = (command: string): string[] =>
  execFileSync('sh', ['-c', command.replace(/^curl/, 'printf "%s\\0"')])
    .toString()
    .split('\0')
    .slice(0, -1);

test('a shell reads the same request without the token', () => {
  const id = `a b'"$(rm -rf x)\\n%!*`;
  const body = { name: `it's "${id}"` };
  const words = splitByShell(formatCurl(requestLine('GET', 'call_status', { id }), BASE_URL, body));
  expect(words).toEqual([
    '-X',
    'GET',
    'https://voice.example/base/api/v3/call_status?id=a%20b%27%22%24%28rm%20-rf%20x%29%5Cn%25%21%2A',
    '-H',
    'Accept: application/json',
    '-H',
    'Authorization: Bearer <access token>',
    '-H',
    'Content-Type: application/json',
    '--data-raw',
    JSON.stringify(body),
  ]);
});
