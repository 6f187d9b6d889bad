import { readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import { caddyConfig } from './caddy.ts';
import { nginxConfig } from './nginx.ts';
import { readSettings, SettingsError } from './settings.ts';

const NEEDED = {
  CONSOLE_API_BASE_URL: 'https://voice.example/tenant',
  CONSOLE_OIDC_AUTHORITY: 'https://login.example/realms/a',
  CONSOLE_OIDC_CLIENT_ID: 'console',
};

const configOf = async (env: Record<string, string>): Promise<unknown> =>
  JSON.parse((await readSettings({ ...NEEDED, ...env }, undefined)).configText);

const getRefusal = async (env: Record<string, string>, mounted?: string): Promise<string> => {
  const refused = await readSettings(env, mounted).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(SettingsError);
  return (refused as SettingsError).message;
};

test('variables become text, or JSON if the schema takes no text', async () => {
  expect(
    await configOf({
      PATH: '/bin',
      CONSOLE_ENVIRONMENT: '2026',
      CONSOLE_API_MAX_REQUESTS_PER_SECOND: '12.5',
      CONSOLE_OIDC_CLIENT_ID: '0042',
      CONSOLE_OIDC_RESOURCE: '["https://voice.example","urn:a"]',
      CONSOLE_OIDC_AUTHORIZATION_PARAMS: '{"audience":"https://voice.example"}',
      CONSOLE_CALLS_EXAMPLES: '["a"]',
    }),
  ).toEqual({
    environment: '2026',
    api: { baseUrl: 'https://voice.example/tenant', maxRequestsPerSecond: 12.5 },
    oidc: {
      authority: 'https://login.example/realms/a',
      clientId: '0042',
      resource: ['https://voice.example', 'urn:a'],
      authorizationParams: { audience: 'https://voice.example' },
    },
    calls: { examples: ['a'] },
  });
});

test('a variable stays inside its value in config.json', async () => {
  const odd = '"},"oidc":{"authority":"https://evil.example"},"x":{"y":"\u2028</script>\\';
  expect(await configOf({ CONSOLE_ENVIRONMENT: odd })).toMatchObject({
    environment: odd,
    oidc: { authority: 'https://login.example/realms/a' },
  });
  expect(await getRefusal({ ...NEEDED, CONSOLE_OIDC_LOGOUT_PARAMS: '{"__proto__":{"a":"b"}}' })).toContain(
    '__proto__',
  );
});

test('every mistake is named by its variable', async () => {
  const refusal = await getRefusal({
    CONSOLE_API_BASE_URL: 'http://voice.example',
    CONSOLE_API_READ_TIMEOUT_SECONDS: 'soon',
    CONSOLE_OIDC_AUTHORITY: 'https://login.example',
    CONSOLE_OIDC_CLIENTID: 'console',
    CONSOLE_PORT: 'tcp://10.0.0.1:8080',
  });
  for (const line of [
    /CONSOLE_API_BASE_URL \(api\.baseUrl\) must be an https address/,
    /CONSOLE_API_READ_TIMEOUT_SECONDS \(api\.readTimeoutSeconds\) must be a number from/,
    /CONSOLE_OIDC_CLIENT_ID \(oidc\.clientId\) is missing/,
    /CONSOLE_OIDC_CLIENTID \(oidc\.clientid\) is not a known key/,
    /CONSOLE_PORT \(port\) is not a known key/,
  ])
    expect(refusal).toMatch(line);
});

test('an unknown variable gets the nearest name', async () => {
  const refusal = await getRefusal({ ...NEEDED, CONSOLE_OIDC_CLIENTID: 'a', CONSOLE_BASEPATH: '/' });
  expect(refusal).toMatch(/CONSOLE_OIDC_CLIENTID .* Did you mean CONSOLE_OIDC_CLIENT_ID\?/);
  expect(refusal).toMatch(/CONSOLE_BASEPATH .* Did you mean CONSOLE_BASE_PATH\?/);
  const valid = JSON.stringify({
    api: { baseUrl: '' },
    oidc: { authority: 'https://a.example', clientId: 'b' },
  });
  const beside = await getRefusal({ CONSOLE_HSTS: '1' }, valid);
  expect(beside).toContain('CONSOLE_HSTS is not a known variable.');
});

test('policy violations are reported if wanted', async () => {
  const url = 'https://reports.example/csp?from=console';
  const { origins, moreHeaders, base } = await readSettings(
    { ...NEEDED, CONSOLE_REPORT_URL: url },
    undefined,
  );
  for (const write of [nginxConfig, caddyConfig]) {
    const text = write({ base, root: '/srv/console/site', origins, moreHeaders });
    expect(text).toContain(`; report-uri ${url}; report-to csp"`);
    expect(text).toContain(`Reporting-Endpoints "csp=\\"${url}\\""`);
  }
  expect(await getRefusal({ ...NEEDED, CONSOLE_REPORT_URL: 'https://a.example/;b' })).toContain('REPORT_URL');
});

test('every mistake in a mounted file is named', async () => {
  expect(await getRefusal({}, '{"api":{}}')).toMatch(
    /^ {2}api\.baseUrl is missing: .*\n {2}oidc is missing/m,
  );
  expect(await getRefusal({}, '{')).toContain('config.json: The file is not valid JSON');
});

test('a file and variables together are refused', async () => {
  expect(await getRefusal(NEEDED, '{}')).toContain('CONSOLE_API_BASE_URL');
});

test('settings that a server would misread are refused', async () => {
  for (const base of [
    'console',
    '/console',
    '/a b/',
    '/../',
    '/a//',
    '/"/',
    '/a;/',
    '/$x/',
    '/{a}/',
    '/ä/',
    '',
  ])
    expect(await getRefusal({ ...NEEDED, CONSOLE_BASE_PATH: base })).toContain('CONSOLE_BASE_PATH');
  for (const origin of [
    'https://a.example/',
    'https://a.example;script-src',
    'a.example',
    '*',
    "'unsafe-inline'",
  ])
    expect(await getRefusal({ ...NEEDED, CONSOLE_CONNECT_ORIGINS: origin })).toContain(`"${origin}"`);
  expect(await getRefusal({ ...NEEDED, CONSOLE_API_BASE_URL: 'https://a;script-src' })).toContain(
    'a;script-src',
  );
  expect(await getRefusal({ ...NEEDED, CONSOLE_HSTS_SECONDS: '1; x' })).toContain('CONSOLE_HSTS_SECONDS');
});

test('both servers get a policy with all origins', async () => {
  const { origins, moreHeaders, base } = await readSettings(
    {
      ...NEEDED,
      CONSOLE_BASE_PATH: '/console/',
      CONSOLE_OIDC_METADATA: JSON.stringify({
        authorization_endpoint: 'https://pages.example/authorize?x=1',
        token_endpoint: 'https://tokens.example/token',
      }),
      CONSOLE_CONNECT_ORIGINS: 'https://more.example https://most.example:8443',
      CONSOLE_HSTS_SECONDS: '31536000',
    },
    undefined,
  );
  const connect =
    "connect-src 'self' https://login.example https://voice.example https://tokens.example https://more.example https://most.example:8443;";
  const frame = "frame-src 'self' https://login.example https://pages.example;";
  for (const write of [nginxConfig, caddyConfig]) {
    const text = write({ base, root: '/srv/console/site', origins, moreHeaders });
    expect(text).toContain(connect);
    expect(text).toContain(frame);
    expect(text).toContain('Strict-Transport-Security "max-age=31536000"');
    expect(text).not.toMatch(/unsafe|\*;|\$\{|undefined/);
  }
});

test('a service on the same origin is not in the policy', async () => {
  const { origins } = await readSettings({ ...NEEDED, CONSOLE_API_BASE_URL: '' }, undefined);
  expect(origins).toEqual({ connect: ['https://login.example'], frame: ['https://login.example'] });
});

test('the docs list every setting', () => {
  const docs = readFileSync('docs/deployment.md', 'utf8');
  const listed = [...docs.matchAll(/^\| `(CONSOLE_\w+)`/gm)].map(([, name]) => name);
  expect(listed).toEqual([
    'CONSOLE_BASE_PATH',
    'CONSOLE_CONNECT_ORIGINS',
    'CONSOLE_FRAME_ORIGINS',
    'CONSOLE_HSTS_SECONDS',
    'CONSOLE_PREVIOUS_ASSETS',
    'CONSOLE_REPORT_URL',
  ]);
});
