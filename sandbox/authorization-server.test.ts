import { createHash, randomBytes } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { expect, test } from 'playwright/test';
import { createBrowser, sandboxForTests, signIn, tokenRequest } from './testing.ts';

const sandbox = sandboxForTests();

test('lets the console read the endpoints from discovery', async () => {
  const response = await fetch(`${sandbox.issuer}/.well-known/openid-configuration`, {
    headers: { Origin: sandbox.consoleOrigin },
  });
  expect(response.headers.get('access-control-allow-origin')).toBe(sandbox.consoleOrigin);
  expect(await response.json()).toMatchObject({
    issuer: sandbox.issuer,
    authorization_endpoint: `${sandbox.issuer}/authorize`,
    token_endpoint: `${sandbox.issuer}/token`,
    end_session_endpoint: `${sandbox.issuer}/session/end`,
    revocation_endpoint: `${sandbox.issuer}/token/revocation`,
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    authorization_response_iss_parameter_supported: true,
  });
});

test('a sample person gets an ID token and an access token', async () => {
  const browser = createBrowser(sandbox);
  const { tokens, params } = await signIn(browser, { person: 'maya' }, { nonce: 'n-1' });
  expect(params.get('iss')).toBe(sandbox.issuer);
  expect(params.get('state')).toBe('s-1');
  expect(decodeProtectedHeader(tokens.access_token).typ).toBe('at+jwt');
  expect(decodeJwt(tokens.access_token)).toMatchObject({
    iss: sandbox.issuer,
    aud: sandbox.serviceOrigin,
    sub: 'maya',
    client_id: 'console',
  });
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 600 });
  expect(tokens.refresh_token).toBeUndefined();
  expect(decodeJwt(tokens.id_token ?? '')).toMatchObject({
    iss: sandbox.issuer,
    aud: 'console',
    sub: 'maya',
    name: 'Maya Okafor',
    email: 'maya@sandbox.example',
    role: 'administrator',
    nonce: 'n-1',
  });
});

test('any name signs in, and +20s shortens its access tokens', async () => {
  const { tokens } = await signIn(createBrowser(sandbox), { name: 'Zoë van Dam +20s' });
  expect(tokens.expires_in).toBe(20);
  expect(decodeJwt(tokens.id_token ?? '')).toMatchObject({ sub: 'zoe-van-dam-20s', name: 'Zoë van Dam' });
});

test('refuses an empty name and escapes typed text', async () => {
  const browser = createBrowser(sandbox);
  const asked = await browser.authorize({ login_hint: '"><img src=x>' });
  expect(asked.body).toContain('value="&#34;&#62;&#60;img src=x&#62;"');
  const answered = await browser.post(asked.url, { name: '   ' });
  expect(answered.status).toBe(200);
  expect(answered.body).toContain('aria-invalid="true"');
  expect(answered.body).toContain('Enter a name');
});

for (const [form, error, description] of [
  [{ cancel: 'yes' }, 'access_denied', 'Sign-in was cancelled'],
  [{ name: 'Ada +refused' }, 'access_denied', 'User is not assigned to this application'],
  [{ name: 'Ada +error' }, 'server_error', 'The directory is not available'],
] as const) {
  test(`${JSON.stringify(form)} ends in ${error}`, async () => {
    const browser = createBrowser(sandbox);
    const asked = await browser.authorize();
    const { url } = await browser.post(asked.url, form);
    const params = new URL(url).searchParams;
    expect(url).toContain(`${sandbox.consoleOrigin}/auth/callback?`);
    expect([params.get('error'), params.get('error_description')]).toEqual([error, description]);
    expect(params.get('state')).toBe('s-1');
  });
}

test('prompt=none gives login_required or a code, never a page', async () => {
  const browser = createBrowser(sandbox);
  const silent = { prompt: 'none', redirect_uri: `${sandbox.consoleOrigin}/auth/silent` };
  const before = await browser.authorize(silent);
  expect(new URL(before.url).pathname).toBe('/auth/silent');
  expect(new URL(before.url).searchParams.get('error')).toBe('login_required');
  await signIn(browser, { person: 'jonas' });
  const after = await browser.authorize(silent);
  expect(new URL(after.url).searchParams.get('code')).toBeTruthy();
  for (const { headers } of [before, after]) {
    expect(headers.get('x-frame-options')).toBeNull();
    expect(headers.get('content-security-policy')).toBeNull();
  }
});

test('prompt=login asks again and may change the person', async () => {
  const browser = createBrowser(sandbox);
  await signIn(browser, { person: 'maya' });
  const { tokens } = await signIn(browser, { person: 'ines' }, { prompt: 'login' });
  expect(decodeJwt(tokens.access_token).sub).toBe('ines');
  const silent = await signIn(browser, {}, { prompt: 'none' });
  expect(decodeJwt(silent.tokens.access_token).sub).toBe('ines');
});

test('gives an access token alone without openid', async () => {
  for (const scope of ['api', 'profile', undefined]) {
    const { tokens } = await signIn(createBrowser(sandbox), { person: 'maya' }, { scope, nonce: undefined });
    expect(tokens.id_token).toBeUndefined();
    expect(decodeJwt(tokens.access_token).aud).toBe(sandbox.serviceOrigin);
  }
});

test('a refresh token rotates, and using it twice ends the grant', async () => {
  const { tokens } = await signIn(
    createBrowser(sandbox),
    { name: 'Rota' },
    { scope: 'openid profile offline_access' },
  );
  const refresh = (token = '') =>
    tokenRequest(sandbox, { grant_type: 'refresh_token', refresh_token: token });
  const second = await refresh(tokens.refresh_token);
  expect(second.status).toBe(200);
  expect(second.tokens.refresh_token).toBeTruthy();
  expect(second.tokens.refresh_token).not.toBe(tokens.refresh_token);
  expect(second.tokens.access_token).not.toBe(tokens.access_token);
  expect(decodeJwt(second.tokens.access_token).aud).toBe(sandbox.serviceOrigin);
  expect(await refresh(tokens.refresh_token)).toMatchObject({
    status: 400,
    tokens: { error: 'invalid_grant' },
  });
  expect(await refresh(second.tokens.refresh_token)).toMatchObject({
    status: 400,
    tokens: { error: 'invalid_grant' },
  });
});

test('logout with an ID token ends session and refresh token', async () => {
  const browser = createBrowser(sandbox);
  const { tokens } = await signIn(browser, { name: 'Leaver' }, { scope: 'openid offline_access' });
  const home = `${sandbox.consoleOrigin}/`;
  const query = new URLSearchParams({
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: home,
    state: 'bye',
  });
  const page = await browser.get(`${sandbox.issuer}/session/end?${query}`);
  expect(page.body).toContain('.submit()');
  const left = await browser.submit(page);
  expect(left.url).toBe(`${home}?state=bye`);
  const silent = await browser.authorize({ prompt: 'none' });
  expect(new URL(silent.url).searchParams.get('error')).toBe('login_required');
  const refreshed = await tokenRequest(sandbox, {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token ?? '',
  });
  expect(refreshed.tokens.error).toBe('invalid_grant');
});

test('logout without an ID token asks first', async () => {
  const browser = createBrowser(sandbox);
  await signIn(browser, { person: 'ines' });
  const query = new URLSearchParams({
    client_id: 'console',
    post_logout_redirect_uri: `${sandbox.consoleOrigin}/`,
  });
  const page = await browser.get(`${sandbox.issuer}/session/end?${query}`);
  expect(page.body).toContain('You are signed in as Inés Duarte.');
  expect(page.body).not.toContain('<script');
  const left = await browser.submit(page, { logout: 'yes' });
  expect(left.url).toBe(`${sandbox.consoleOrigin}/`);
});

test('refuses a wrong PKCE, origin, redirect URI or resource', async () => {
  const browser = createBrowser(sandbox);
  const without = await browser.authorize({ code_challenge: undefined, code_challenge_method: undefined });
  expect(new URL(without.url).searchParams.get('error')).toBe('invalid_request');
  const plain = await browser.authorize({ code_challenge_method: 'plain' });
  expect(new URL(plain.url).searchParams.get('error')).toBe('invalid_request');
  const foreign = await browser.authorize({ redirect_uri: 'http://localhost:1/auth/callback' });
  expect([foreign.status, foreign.url.startsWith(sandbox.issuer)]).toEqual([400, true]);
  const elsewhere = await browser.authorize({ resource: 'http://localhost:1' });
  expect(new URL(elsewhere.url).searchParams.get('error')).toBe('invalid_target');

  await signIn(browser, { person: 'maya' });
  const granted = await browser.authorize({ prompt: 'none' });
  const code = new URL(granted.url).searchParams.get('code') ?? '';
  const redirect_uri = `${sandbox.consoleOrigin}/auth/callback`;
  const code_verifier = createHash('sha256').update(randomBytes(8)).digest('hex');
  const wrong = await tokenRequest(sandbox, {
    grant_type: 'authorization_code',
    code,
    redirect_uri,
    code_verifier,
  });
  expect(wrong).toMatchObject({ status: 400, tokens: { error: 'invalid_grant' } });
  const crossOrigin = await fetch(`${sandbox.issuer}/token`, {
    method: 'POST',
    headers: { Origin: 'http://localhost:1' },
    body: new URLSearchParams({ client_id: 'console', grant_type: 'refresh_token', refresh_token: 'x' }),
  });
  expect(crossOrigin.status).toBe(400);
  expect(crossOrigin.headers.get('access-control-allow-origin')).toBeNull();
});

test('cookie names hold the port', async () => {
  const browser = createBrowser(sandbox);
  await signIn(browser, { person: 'maya' });
  const port = new URL(sandbox.issuer).port;
  expect(browser.cookieNames().every((name) => name.includes(port))).toBe(true);
  expect(browser.cookieNames()).toContain(`session_${port}`);
});
