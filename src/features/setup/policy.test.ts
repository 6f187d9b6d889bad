import { expect, test } from 'playwright/test';
import { admits, headerFaults, mayFrameItself, parsePolicy } from './policy.ts';

const needs = {
  own: 'https://console.example',
  issuer: 'https://login.example',
  service: 'https://voice.example',
};

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' https://login.example https://voice.example; frame-src 'self' https://login.example; frame-ancestors 'none'; require-trusted-types-for 'script'";

const headersWith = (policy: string) =>
  new Headers({
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'microphone=()',
    'Cache-Control': 'no-cache',
  });

test('a source list admits an origin by name, scheme or subdomain, and no other', () => {
  const own = 'https://console.example';
  const cases: [sources: string[], origin: string, expected: boolean][] = [
    [["'self'"], own, true],
    [["'self'"], 'https://login.example', false],
    [["'none'"], own, false],
    [['https://login.example'], 'https://login.example', true],
    [['https://login.example/path'], 'https://login.example', true],
    [['https://login.example'], 'http://login.example', false],
    [['https://*.example'], 'https://login.example', true],
    [['https://*.example'], 'https://login.example.evil', false],
    [['https:'], 'https://login.example', true],
    [['https:'], 'http://login.example', false],
    [['*'], 'https://login.example', true],
  ];
  expect(cases.map(([sources, origin]) => admits(sources, origin, own))).toEqual(
    cases.map(([, , expected]) => expected),
  );
});

test('of a directive that is named twice the first one holds, and names are read in any case', () => {
  const policy = parsePolicy("Script-Src 'self'; script-src *;; frame-ancestors 'none'");
  expect([...policy]).toEqual([
    ['script-src', ["'self'"]],
    ['frame-ancestors', ["'none'"]],
  ]);
});

test('the headers of the docs have no fault; each that is missing, too narrow or too loose is named', () => {
  expect(headerFaults(headersWith(POLICY), needs)).toEqual([]);
  expect(headerFaults(new Headers(), needs)).toHaveLength(7);
  const faultsOf = (from: string, to: string) => headerFaults(headersWith(POLICY.replace(from, to)), needs);
  expect(faultsOf(' https://voice.example', '')).toEqual([
    'connect-src does not name https://voice.example.',
  ]);
  expect(faultsOf("frame-src 'self' https://login.example", "frame-src 'self'")).toEqual([
    'frame-src does not name https://login.example.',
  ]);
  expect(faultsOf("script-src 'self'", "script-src 'self' 'unsafe-inline'")).toEqual([
    "script-src allows 'unsafe-inline', which the console does not need.",
  ]);
  expect(faultsOf("frame-ancestors 'none'", "frame-ancestors 'self'")).toHaveLength(1);
  expect(faultsOf("require-trusted-types-for 'script'", '')).toHaveLength(1);
});

test('the silent page may be framed unless a header forbids it', () => {
  const may = (headers: Record<string, string>) => mayFrameItself(new Headers(headers));
  expect(may({})).toBe(true);
  expect(may({ 'Content-Security-Policy': "frame-ancestors 'self'" })).toBe(true);
  expect(may({ 'Content-Security-Policy': "frame-ancestors 'none'" })).toBe(false);
  expect(may({ 'X-Frame-Options': 'DENY' })).toBe(false);
  expect(may({ 'X-Frame-Options': 'SAMEORIGIN' })).toBe(true);
});
