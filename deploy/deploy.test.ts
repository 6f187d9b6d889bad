import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import { parse, parseAllDocuments } from 'yaml';
import * as z from 'zod/mini';
import { AREA_NAMES, configSchema, parseConfig } from '#src/config.ts';
import { productionHeaders } from '../sandbox/web-server.ts';

const text = (path: string): string => readFileSync(path, 'utf8');

const runConfig = (env: Record<string, string>, mounted = '/none') => {
  const file = test.info().outputPath('config.json');
  const { status, stderr } = spawnSync('sh', ['deploy/config.sh', mounted], {
    env: { PATH: process.env['PATH'] ?? '', CONFIG_FILE: file, ...env },
    encoding: 'utf8',
  });
  return { file, ended: [status, stderr] };
};

const ADDRESSES = {
  CONSOLE_API_BASE_URL: 'https://voice.example',
  CONSOLE_OIDC_AUTHORITY: 'https://login.example',
  CONSOLE_OIDC_CLIENT_ID: '007',
};

/** What the container writes as config.json. */
const writeConfig = (env: Record<string, string>): unknown => {
  const { file, ended } = runConfig({ ...ADDRESSES, ...env });
  expect(ended).toEqual([0, '']);
  return JSON.parse(text(file));
};

test('makes config.json of the environment', () => {
  const config = writeConfig({
    CONSOLE_ENVIRONMENT: 'The "best" \\ one',
    CONSOLE_API_READ_TIMEOUT_SECONDS: '2.5',
    CONSOLE_OIDC_SILENT_SIGN_IN: 'false',
    CONSOLE_OIDC_AUTHORIZATION_PARAMS: '{"audience":"https://voice.example"}',
    CONSOLE_CALLS_EXAMPLES: '["a","b"]',
    CONSOLE_PORT: 'tcp://10.0.0.1:80',
  });
  expect(config).toEqual({
    environment: 'The "best" \\ one',
    api: { baseUrl: 'https://voice.example', readTimeoutSeconds: 2.5 },
    oidc: {
      authority: 'https://login.example',
      clientId: '007',
      silentSignIn: false,
      authorizationParams: { audience: 'https://voice.example' },
    },
    calls: { examples: ['a', 'b'] },
  });
  expect(parseConfig(config).ok).toBe(true);
});

/** The definition of a key: its default and whether it may be missing don't matter. */
const unwrap = ({ _zod: { def } }: z.core.$ZodType): z.core.$ZodType['_zod']['def'] =>
  'innerType' in def ? unwrap(def.innerType as z.core.$ZodType) : def;

/** What a rule takes. Most are functions. */
const findType = (schema: z.core.$ZodType): string => {
  const { type } = unwrap(schema);
  if (type !== 'custom') return type;
  if (z.safeParse(schema, 2).success) return 'number';
  return z.safeParse(schema, ['https://voice.example']).success ? 'list' : 'string';
};

const KEYS = Object.entries(configSchema.shape).flatMap(([group, schema]) => {
  const def = unwrap(schema);
  if (!('shape' in def)) return [{ path: [group], type: findType(schema) }];
  return Object.entries(def.shape as z.core.$ZodShape).map(([key, inner]) => ({
    path: [group, key],
    type: findType(inner),
  }));
});

test('takes every key of the configuration from the environment', () => {
  const taken = [...text('deploy/config.sh').matchAll(/^(?:texts|others)='([^']+)'/gm)].flatMap(([, keys]) =>
    keys?.split(/\s+/),
  );
  expect(taken.toSorted()).toEqual(KEYS.map(({ path }) => path.join('.')).toSorted());
  const SAMPLES: Partial<Record<string, string>> = {
    string: 'true',
    enum: '2',
    number: '2',
    boolean: 'false',
  };
  const samples = KEYS.map(({ path, type }) => ({ path, type, value: SAMPLES[type] ?? '["[]"]' }));
  const written = writeConfig(
    Object.fromEntries(
      samples.map(({ path, value }) => [
        `CONSOLE_${path.map((key) => key.replaceAll(/[A-Z]/g, '_$&').toUpperCase()).join('_')}`,
        value,
      ]),
    ),
  ) as Record<string, unknown>;
  const expected: Record<string, unknown> = {};
  for (const { path, type, value } of samples) {
    const [group = '', key] = path;
    const read: unknown = ['string', 'enum'].includes(type) ? value : JSON.parse(value);
    expected[group] = key ? { ...(expected[group] as object), [key]: read } : read;
  }
  expect(written).toEqual(expected);
});

for (const name of ['CONSOLE_ROLES_CLAIMS', 'CONSOLE_ROLES', 'CONSOLE_API_BASEURL', 'CONSOLE_PORTS']) {
  test(`refuses the variable ${name}`, () => {
    expect(runConfig({ ...ADDRESSES, [name]: '{}' }).ended).toEqual([
      1,
      `${name} is unknown: docs/configuration.md has the keys.\n`,
    ]);
  });
}

test('ignores the variables of Kubernetes and of the image', () => {
  const names = ['PORT', 'PORT_80_TCP', 'SERVICE_HOST', 'SERVICE_PORT_HTTP', 'API_PORT_80_TCP_ADDR', 'ROOT'];
  const written = writeConfig(Object.fromEntries(names.map((name) => [`CONSOLE_${name}`, '80'])));
  expect(written).toEqual(writeConfig({}));
});

test('refuses a configuration without the required keys', () => {
  const mounted = test.info().outputPath('mounted.json');
  writeFileSync(mounted, '{"api": {"baseUrl": ""}, "oidc": {"authority": "https://login.example"}}');
  const lacks = (key: string, path: string) => [
    1,
    `config.json lacks ${key}. Set the variables CONSOLE_…, or mount it as ${path}.\n`,
  ];
  expect(runConfig({}).ended).toEqual(lacks('api.baseUrl', '/none'));
  expect(runConfig({}, mounted).ended).toEqual(lacks('oidc.clientId', mounted));
});

for (const value of [
  'https://voice.example, https://login.example',
  '"https://voice.example"',
  "'https://voice.example'",
  'https://voice.example\n',
]) {
  test(`refuses the origins ${JSON.stringify(value).slice(0, 40)}`, () => {
    expect(runConfig({ ...ADDRESSES, CONNECT_ORIGINS: value }).ended).toEqual([
      1,
      'CONNECT_ORIGINS and FRAME_ORIGINS: put blanks between the origins, and no quotes.\n',
    ]);
  });
}

test('refuses an origin with a path', () => {
  const issuer = 'https://login.example/realms/x';
  const told = `CONNECT_ORIGINS and FRAME_ORIGINS: name only the origin of ${issuer}, without a path.\n`;
  const origins = (more: string) => `https://*.example wss://voice.example:8443 https://h/ ${more}`;
  expect(runConfig({ ...ADDRESSES, CONNECT_ORIGINS: origins(issuer) }).ended).toEqual([1, told]);
  expect(runConfig({ ...ADDRESSES, FRAME_ORIGINS: issuer }).ended).toEqual([1, told]);
  expect(runConfig({ ...ADDRESSES, CONNECT_ORIGINS: origins('') }).ended).toEqual([0, '']);
});

test('lets a cluster choose the user of the container', () => {
  expect(text('deploy/kubernetes.yaml')).not.toMatch(/runAs(User|Group)/);
  expect(text('deploy/Dockerfile')).toMatch(/^USER \d+$/m);
});

test('refuses variables beside a mounted config.json', () => {
  const mounted = test.info().outputPath('mounted.json');
  writeFileSync(mounted, JSON.stringify({ baseUrl: '', authority: '', clientId: '' }));
  const kubernetes = { CONSOLE_SERVICE_HOST: '10.0.0.1', CONSOLE_ROOT: '/srv' };
  expect(runConfig(kubernetes, mounted).ended).toEqual([0, '']);
  expect(runConfig({ ...kubernetes, CONSOLE_TITLE: 'Acme' }, mounted).ended).toEqual([
    1,
    'CONSOLE_TITLE is set, but config.json is mounted: remove the mount, or the variables CONSOLE_…\n',
  ]);
});

test('refuses a mounted config.json that is no readable file', () => {
  const folder = test.info().outputDir;
  expect(runConfig({}, folder).ended).toEqual([
    1,
    expect.stringContaining(`config.json can't be read: ${folder} must be a file`),
  ]);
});

const VALUES: readonly [variable: string, value: string, group: string, key: string, read: unknown][] = [
  ['OIDC_CLIENT_ID', ' console\n', 'oidc', 'clientId', 'console'],
  ['OIDC_CLIENT_ID', 'true', 'oidc', 'clientId', 'true'],
  ['OIDC_SCOPE', 'openid\nprofile\n', 'oidc', 'scope', 'openid profile'],
  ['OIDC_SILENT_SIGN_IN', 'false\n', 'oidc', 'silentSignIn', false],
  ['OIDC_RESOURCE', 'https://voice.example', 'oidc', 'resource', 'https://voice.example'],
  ['OIDC_RESOURCE', '["https://voice.example"]', 'oidc', 'resource', ['https://voice.example']],
  ['API_READ_TIMEOUT_SECONDS', '2\n', 'api', 'readTimeoutSeconds', 2],
  ['WEBHOOKS_CAMPAIGN_ID_PATTERN', '[A-Z]{2}[0-9]', 'webhooks', 'campaignIdPattern', '[A-Z]{2}[0-9]'],
  ['WEBHOOKS_WEBHOOK_ID_PATTERN', '{"a"}\\d', 'webhooks', 'webhookIdPattern', '{"a"}\\d'],
  [
    'CALLS_STATUSES',
    '{ "a, [b]\\"": {\n "n": -1.5e3, "t": [true, null, {}, []] }\n}\n',
    'calls',
    'statuses',
    { 'a, [b]"': { n: -1500, t: [true, null, {}, []] } },
  ],
];

for (const [variable, value, group, key, read] of VALUES) {
  test(`reads ${variable} ${JSON.stringify(value).slice(0, 30)}`, () => {
    expect(writeConfig({ [`CONSOLE_${variable}`]: value })).toHaveProperty([group, key], read);
  });
}

for (const value of [
  '{"claim": }',
  '{"claim": "a", "areas": {}',
  '[1 2]',
  '{"a\n": 1}',
  '{1: 2}',
  '["a",]',
  'False',
  '1.2.3',
  '.5',
]) {
  test(`refuses ${JSON.stringify(value)} as JSON`, () => {
    expect(runConfig({ CONSOLE_ROLES_AREAS: value }).ended).toEqual([
      1,
      'CONSOLE_ROLES_AREAS is not valid JSON.\n',
    ]);
  });
}

test('follows a mounted config.json', () => {
  const mounted = test.info().outputPath('mounted.json');
  writeFileSync(mounted, JSON.stringify({ baseUrl: '', authority: '', clientId: '' }));
  const { file, ended } = runConfig({}, mounted);
  expect(ended).toEqual([0, '']);
  writeFileSync(mounted, 'after');
  expect(text(file)).toBe('after');
});

test('the container listens on IPv6 if the machine has it', () => {
  const { file } = runConfig(ADDRESSES);
  const hasIpv6 = existsSync('/proc/net/if_inet6');
  expect(existsSync(file.replace('config.json', 'ipv6.conf'))).toBe(hasIpv6);
  expect(text('deploy/templates/default.conf.template')).toContain('include /tmp/ipv6*.conf;');
});

test('nginx, Caddy and the docs name the same headers', () => {
  const origins = {
    connect: ['https://login.example', 'https://voice.example'],
    frame: ['https://login.example'],
  };
  const filled = (path: string) =>
    text(path)
      .replaceAll(/\{?\$\{?CONNECT_ORIGINS\}/g, origins.connect.join(' '))
      .replaceAll(/\{?\$\{?FRAME_ORIGINS\}/g, origins.frame.join(' '))
      .replaceAll('$console_ancestors', "'none'");
  for (const [name, value] of Object.entries(productionHeaders('/', origins))) {
    if (name === 'Cache-Control') continue;
    for (const path of [
      'deploy/templates/console.locations.template',
      'deploy/Caddyfile',
      'docs/deployment.md',
    ])
      expect(filled(path), `${path}: ${name}`).toMatch(
        new RegExp(`${name}\`?(?: \\|)? ["\`]?${value.replaceAll(/[()*+.?|]/g, String.raw`\$&`)}`),
      );
  }
});

test('the compose file and its Keycloak realm agree', () => {
  const { services } = parse(text('deploy/compose.yaml')) as {
    services: { console: { build: { args: { BASE_PATH: string } }; environment: Record<string, string> } };
  };
  const { build, environment } = services.console;
  const config = parseConfig(writeConfig({ ...environment, CONSOLE_API_BASE_URL: 'http://localhost:5175' }));
  if (!config.ok) throw new Error(JSON.stringify(config.problems));
  const { realm, clients } = JSON.parse(text('deploy/keycloak-realm.json')) as {
    realm: string;
    clients: { clientId: string; redirectUris: string[] }[];
  };
  expect(config.config.oidc.authority.endsWith(`/realms/${realm}`)).toBe(true);
  const home = `http://localhost:8080${build.args.BASE_PATH}`;
  expect(clients).toEqual([
    expect.objectContaining({
      clientId: config.config.oidc.clientId,
      redirectUris: [`${home}auth/callback`, `${home}auth/silent`],
    }),
  ]);
});

test('the Kubernetes example has a valid configuration', () => {
  const [map] = parseAllDocuments(text('deploy/kubernetes.yaml')).map(
    (document) => document.toJS() as { data: Record<string, string> },
  );
  expect(parseConfig(JSON.parse(map?.data['config.json'] ?? '')).ok).toBe(true);
});

test('every area is served, checked and documented', () => {
  const lists = [
    'deploy/Caddyfile',
    'deploy/templates/console.locations.template',
    'docs/deployment.md',
    'src/features/setup/SetupPage.tsx',
  ];
  const missing = lists.flatMap((file) =>
    AREA_NAMES.filter((area) => !new RegExp(`[(|:'\`]${area}[)|/'\`]`).test(text(file))).map((area) => [
      file,
      area,
    ]),
  );
  expect(missing).toEqual([]);
});
