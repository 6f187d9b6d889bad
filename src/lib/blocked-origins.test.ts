import { expect, test } from 'playwright/test';
import { namesOrigin } from './blocked-origins.ts';

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
    const policy = `default-src 'none'; connect-src ${sources}; frame-src https://voice.example`;
    expect(namesOrigin(policy, 'connect-src', origin, 'https://console.example')).toBe(named);
  });
}
