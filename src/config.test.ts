import { expect, test } from 'playwright/test';
import { loadConfig, parseConfig } from './config.ts';

const minimal = {
  api: { baseUrl: 'https://voice.example' },
  oidc: { authority: 'https://login.example', clientId: 'console' },
};

const mends = (raw: unknown): Record<string, string> => {
  const result = parseConfig(raw);
  return result.ok ? {} : Object.fromEntries(result.problems.map(({ key, fix }) => [key, fix]));
};

test('the least configuration gets every default', () => {
  const result = parseConfig(minimal);
  expect(result.ok && result.config).toEqual({
    title: 'Telephony Campaign Console',
    environments: [],
    api: {
      baseUrl: 'https://voice.example',
      readTimeoutSeconds: 10,
      writeTimeoutSeconds: 30,
      maxConcurrentReads: 6,
      maxConcurrentWrites: 4,
      maxRequestsPerSecond: 20,
    },
    oidc: {
      authority: 'https://login.example',
      clientId: 'console',
      scope: 'openid profile',
      authorizationParams: {},
      logoutParams: {},
      silentSignIn: true,
      tokenStorage: 'memory',
    },
    session: {},
    webhooks: {},
    provider: {
      identifier: 'provider',
      voiceProviderField: 'voiceProvider',
      voiceProviders: [
        { value: 'PROVIDER_A', label: 'PROVIDER_A' },
        { value: 'PROVIDER_B', label: 'PROVIDER_B' },
      ],
    },
    calls: {
      statuses: {
        'in-progress': { label: 'In progress', tone: 'live', final: false },
        completed: { label: 'Completed', tone: 'ok', final: true },
        failed: { label: 'Failed', tone: 'bad', final: true },
      },
      checkSeconds: 5,
      stuckMinutes: 30,
      examples: [],
    },
  });
});

test('adds configured statuses, and lets them replace known ones', () => {
  const result = parseConfig({
    ...minimal,
    calls: {
      statuses: {
        busy: { label: 'Busy', tone: 'warn', final: true },
        completed: { label: 'Done', tone: 'ok', final: true },
      },
    },
  });
  const statuses = result.ok ? result.config.calls.statuses : {};
  expect(Object.keys(statuses).toSorted()).toEqual(['busy', 'completed', 'failed', 'in-progress']);
  expect(statuses['completed']?.label).toBe('Done');
});

for (const baseUrl of [
  '',
  'https://h',
  'https://h/',
  'https://h/tenant/x/',
  'https://h/api/v30',
  'https://h/api/v3/tenant/x',
  'http://localhost:4010',
  'http://127.0.0.1',
]) {
  test(`accepts the base URL "${baseUrl}"`, () => {
    expect(mends({ ...minimal, api: { baseUrl } })).toEqual({});
  });
}

for (const baseUrl of [
  'http://voice.example',
  'https://user:word@h',
  'https://h?x=1',
  'https://h/#x',
  'ftp://h',
  '/relative',
  'h',
  'https:h',
  'https:/h',
  'https:\\\\h',
  ' https://h ',
  'https://h\n',
  'https://h/a b',
  'https://@h',
  'https://:@h',
  7,
  null,
]) {
  test(`refuses the base URL ${JSON.stringify(baseUrl)}`, () => {
    expect(mends({ ...minimal, api: { baseUrl } })).toHaveProperty(['api.baseUrl']);
  });
}

const COPIED_ALONG: readonly [group: string, key: string, address: string, right: string][] = [
  ['api', 'baseUrl', 'https://h/api/v3', 'https://h'],
  ['api', 'baseUrl', 'https://h/tenant/API/v3/', 'https://h/tenant'],
  ['api', 'baseUrl', 'http://localhost:4010//api/v3/call_status', 'http://localhost:4010'],
  ['oidc', 'authority', 'https://h/realms/x/.well-known/openid-configuration', 'https://h/realms/x'],
];

for (const [group, key, address, right] of COPIED_ALONG) {
  test(`says what to write in place of ${address}`, () => {
    const groups = { ...minimal, [group]: { ...minimal[group as 'api'], [key]: address } };
    expect(mends(groups)[`${group}.${key}`]).toBe(
      `must be "${right}" (the console adds the rest itself), not "${address}"`,
    );
  });
}

test('names every bad key at once, and how to fix it', () => {
  const problems = mends({
    ...minimal,
    enviroment: 'Sandbox',
    api: { baseUrl: 'https://h', readTimeoutSeconds: '10', requestIdHeader: 'X Id', retries: 3 },
    oidc: { authority: 'https://login.example', tokenStorage: 'local' },
    session: { idleMinutes: 0 },
    webhooks: { campaignIdPattern: '(', webhookIdPattern: 'x'.repeat(201) },
    calls: { checkSeconds: 0, statuses: { busy: { label: 'Busy', tone: 'red', final: true } } },
  });
  expect(Object.keys(problems).toSorted()).toEqual([
    'api.readTimeoutSeconds',
    'api.requestIdHeader',
    'api.retries',
    'calls.checkSeconds',
    'calls.statuses.busy.tone',
    'enviroment',
    'oidc.clientId',
    'oidc.tokenStorage',
    'session.idleMinutes',
    'webhooks.campaignIdPattern',
    'webhooks.webhookIdPattern',
  ]);
  expect(problems['enviroment']).toContain('environment');
  expect(problems['oidc.clientId']).toContain('is missing');
  expect(problems['api.readTimeoutSeconds']).toContain('0.1 to 600');
});

for (const raw of [null, [], 'text', 7]) {
  test(`reports ${JSON.stringify(raw)} as one problem`, () => {
    expect(mends(raw)).toEqual({
      '': 'The file must hold one JSON object, { … }, with the keys api and oidc.',
    });
  });
}

test('refuses to replace parameters of the protocol', () => {
  const withParams = (authorizationParams: Record<string, string>) =>
    mends({ ...minimal, oidc: { ...minimal.oidc, authorizationParams } });
  expect(withParams({ audience: 'https://voice.example', prompt: 'login' })).toEqual({});
  expect(withParams({ redirect_uri: 'https://evil.example' })).toHaveProperty(['oidc.authorizationParams']);
  expect(withParams({ code_challenge: 'x' })).toHaveProperty(['oidc.authorizationParams']);
});

for (const voiceProviderField of ['providerAuthToken', 'acmeAccountSid', 'xPhoneNumber', '', 'two words']) {
  test(`refuses the voice provider field "${voiceProviderField}"`, () => {
    expect(mends({ ...minimal, provider: { voiceProviderField } })).toHaveProperty([
      'provider.voiceProviderField',
    ]);
  });
}

test('needs at least one voice provider, each once', () => {
  const choice = { value: 'A', label: 'A' };
  for (const voiceProviders of [[], [choice, choice]]) {
    expect(mends({ ...minimal, provider: { voiceProviders } })).toHaveProperty(['provider.voiceProviders']);
  }
});

test('takes absolute URIs as resources', () => {
  const withResource = (resource: unknown) => mends({ ...minimal, oidc: { ...minimal.oidc, resource } });
  for (const resource of ['https://voice.example', 'api://voice', 'urn:voice', ['https://a', 'urn:b']]) {
    expect(withResource(resource)).toEqual({});
  }
  for (const resource of ['', 'voice', 'https://h#x', [], 7]) {
    expect(withResource(resource)).toHaveProperty(['oidc.resource']);
  }
});

for (const [what, answer, fix] of [
  ['is missing', new Response('no such file', { status: 404 }), /404\. Put a config\.json beside/],
  ['is an error', new Response('broken', { status: 500 }), /500\. Look into the web server’s log/],
  ['is a web page', new Response('<!doctype html><title>Console</title>'), /A web page came back/],
  [
    'is not JSON',
    new Response('{\n"api": {},,}'),
    /not valid JSON \((?:line 2 column|position) 1\d\)\. Look/,
  ],
  ['is empty', new Response(''), /not valid JSON\. Look/],
  ['does not come', undefined, /could not be fetched/],
] as const) {
  test(`says that a file ${what}`, async () => {
    const loaded = await loadConfig(answer ? Promise.resolve(answer) : Promise.reject(new TypeError()));
    expect(loaded).toEqual({ ok: false, problems: [{ key: '', fix: expect.stringMatching(fix) }] });
  });
}

test('a mistake quotes the value', () => {
  const roles = { claim: 'roles', areas: { admin: ['callz'] } };
  const oidc = { ...minimal.oidc, clientId: 'console ' };
  expect(mends({ ...minimal, oidc, roles, calls: { checkSeconds: 0 } })).toEqual({
    'oidc.clientId':
      'must be the client ID registered with the authorization server, without spaces around it, not "console "',
    'roles.areas.admin.0': 'must be one of calls, webhooks, provider, not "callz"',
    'calls.checkSeconds': 'must be a number from 1 to 3600 seconds, not 0',
  });
});
