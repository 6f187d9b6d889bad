import { expect, test } from 'playwright/test';
import { describeBlocked } from './blocked-origins.ts';

const describe = (
  originalPolicy: string,
  blockedURI: string,
  sourceFile = 'https://console.example/assets/index.js',
) =>
  describeBlocked(
    { blockedURI, effectiveDirective: 'connect-src', originalPolicy, sourceFile },
    'https://console.example',
  );

const ROWS: readonly [sources: string, origin: string, named: boolean][] = [
  ["'self' https://voice.example", 'https://voice.example', true],
  ["'self' https://voice.example/", 'https://voice.example', true],
  ['voice.example:443', 'https://voice.example', true],
  ['https://*.example', 'https://voice.example', true],
  ["'self'", 'https://console.example', true],
  ['https://voice.example:8443', 'https://voice.example', false],
  ["'self' https://login.example", 'https://voice.example', false],
  ['', 'https://voice.example', false],
];

for (const [sources, origin, named] of ROWS) {
  test(`${origin} is ${named ? '' : 'not '}in "${sources}"`, () => {
    const policy = `default-src 'none'; connect-src ${sources}; frame-src https://voice.example; require-trusted-types-for 'script'`;
    expect(describe(policy, origin)?.title).toContain(
      named ? 'redirects to' : 'The web server’s policy stops',
    );
  });
}

for (const policy of ["default-src 'self'", "default-src https:; connect-src 'self'; frame-ancestors 'none'"])
  test(`another policy stops it: ${policy}`, () => {
    const blocked = describe(policy, 'https://voice.example');
    expect(blocked?.title).toBe('Another policy than the console’s stops requests to https://voice.example.');
    expect(blocked?.advice).not.toContain('CONNECT_ORIGINS');
  });

test('passes over what extensions and virus scanners ask', () => {
  const by = (sourceFile: string) => describe("connect-src 'self'", 'https://scanner.example', sourceFile);
  for (const source of [
    'chrome-extension',
    'moz-extension://a/b.js',
    'webkit-masked-url://hidden/',
    'https://scanner.example/main.js',
  ])
    expect(by(source), source).toBeUndefined();
  expect(by('')).toBeDefined();
});
