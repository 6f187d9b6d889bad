import { expect, test } from 'playwright/test';
import { ISSUER, ORIGIN } from './testing/fixture-server.ts';
import {
  answering,
  claiming,
  open,
  load,
  problemOf,
  started,
  type Opened,
} from './testing/fixture-session.ts';
import { storedKeys } from './testing/fixture-platform.ts';

/** A page that has just left for the server. */
const leaving = async () => {
  const first = await started(open());
  await first.session.signIn();
  return first;
};

/** Has the browser come back with another answer. */
const bringing = (bend: (answer: URLSearchParams) => void) => (server: Opened['server']) => {
  server.bendAnswer = bend;
};

const described = (name: string, value: string) => (server: Opened['server']) => {
  server.metadata[name] = value;
};

test.describe('an answer that is not accepted', () => {
  const attacks: [string, string, (server: Opened['server']) => unknown][] = [
    ['a foreign issuer', 'id_token_issuer', claiming({ iss: 'https://evil.example' })],
    ['a foreign audience', 'id_token_audience', claiming({ aud: 'other' })],
    ['an expired token', 'id_token_time', claiming({ iat: 1, exp: 3600 })],
    ['a wrong nonce', 'id_token_unreadable', claiming({ nonce: 'x' })],
    ['no nonce', 'id_token_unreadable', claiming({ nonce: undefined })],
    ['no subject', 'id_token_unreadable', claiming({ sub: undefined })],
    ['no ID token', 'id_token_unreadable', answering({ id_token: undefined })],
    [
      'no ID token, and a scope that says so',
      'id_token_missing',
      answering({ id_token: undefined, scope: 'profile' }),
    ],
    ['a broken ID token', 'id_token_unreadable', (server) => (server.bendIdToken = () => 'a.b')],
    ['a token of type mac', 'tokens_unusable', answering({ token_type: 'mac' })],
    [
      'a foreign iss parameter',
      'answer_issuer',
      bringing((answer) => answer.set('iss', 'https://evil.example')),
    ],
    ['a promised iss parameter that is missing', 'answer_issuer', bringing((answer) => answer.delete('iss'))],
    ['two codes', 'answer_ambiguous', bringing((answer) => answer.append('code', 'other'))],
    ['no code', 'answer_empty', bringing((answer) => answer.delete('code'))],
    ['an unknown state', 'answer_unknown', bringing((answer) => answer.set('state', 'x'))],
    ['no state', 'answer_unknown', bringing((answer) => answer.delete('state'))],
    ['a code that the server refuses', 'invalid_grant', bringing((answer) => answer.set('code', 'stolen'))],
    ['a description of another issuer', 'discovery_issuer', described('issuer', `${ISSUER}/`)],
    [
      'a token endpoint without TLS',
      'discovery_endpoint',
      described('token_endpoint', 'http://login.voice.example/token'),
    ],
  ];
  for (const [name, code, attack] of attacks) {
    test(name, async () => {
      const first = await leaving();
      attack(first.server);
      const opened = await started(load(first, first.server.authorize(first.page.navigated[0] ?? '')));
      expect(problemOf(opened).code).toBe(code);
      expect(opened.session.accessToken()).toBeUndefined();
      expect(opened.page.href).not.toContain('code=');
      // Why it failed, and a request that waits on for its own answer.
      expect(storedKeys(opened.page.tab)).toHaveLength(code === 'answer_unknown' ? 2 : 1);
      expect(opened.page.browser.entries.size).toBe(0);
      expect(opened.server.tokenRequests().length).toBe(/^(answer|discovery)_/.test(code) ? 0 : 1);
    });
  }

  test('an answer used a second time', async () => {
    const first = await leaving();
    const address = first.server.authorize(first.page.navigated[0] ?? '');
    const second = await started(load(first, address));
    const third = await started(load(second, address));
    expect(third.session.getState()).toMatchObject({ state: 'active', person: { subject: 'alice' } });
    third.server.sub = undefined;
    const fourth = await started(load(third, address));
    expect(problemOf(fourth).code).toBe('answer_unknown');
    expect(fourth.server.tokenRequests().filter(({ form }) => form.get('code') === 'code-1')).toHaveLength(1);
  });

  test('a tab whose user signed in in another one goes on', async () => {
    const first = await leaving();
    const address = first.server.authorize(first.page.navigated[0] ?? '');
    const expired = address.replace(
      /code=[^&]*/,
      'error=temporarily_unavailable&error_description=authentication_expired',
    );
    const second = await started(load(first, expired));
    expect(second.session.getState()).toMatchObject({ state: 'active', person: { subject: 'alice' } });
  });

  test('shows the server’s reason as plain text', async () => {
    const first = await leaving();
    first.server.bendAnswer = (params) => {
      params.delete('code');
      params.set('error', 'access_denied');
      params.set('error_description', `User <img onerror=x>\u202e is not\nassigned ${'x'.repeat(10_000)}`);
    };
    const opened = await started(load(first, first.server.authorize(first.page.navigated[0] ?? '')));
    const { code, text: description } = problemOf(opened);
    expect(code).toBe('access_denied');
    expect(description).toMatch(/^User <img onerror=x> is not assigned x+…$/);
    expect(description).toHaveLength(300);
    await opened.session.signIn();
    expect(opened.page.navigated).toHaveLength(1);
  });

  test('hides the words of an unexpected answer', async () => {
    const opened = open(
      {},
      { href: `${ORIGIN}/auth/callback?error=access_denied&error_description=Call+Mallory&state=x` },
    );
    await opened.session.start();
    expect(JSON.stringify(problemOf(opened))).not.toContain('Mallory');
    expect(opened.page.href).toBe(`${ORIGIN}/`);
  });
});

test('a failed sign-in is known until the next one', async () => {
  const first = await leaving();
  const address = new URL(first.server.authorize(first.page.navigated[0] ?? ''));
  address.searchParams.delete('code');
  address.searchParams.set('error', 'access_denied');
  const opened = await started(load(first, address.href));
  const reloaded = await started(load(opened, `${ORIGIN}/setup`));
  expect(reloaded.session.lastFailure()).toMatchObject({ kind: 'refused', code: 'access_denied' });
  await reloaded.session.signIn();
  expect(reloaded.session.lastFailure()).toBeUndefined();
});
