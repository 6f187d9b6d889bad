import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'playwright/test';
import { browserPlatform, createService, type ServiceClient } from './client.ts';
import { createTestConfig, PAIR, PROVIDER, createTestTokens, WRITES } from './testing/service-kit.ts';

type Seen = { method: string; target: string; headers: IncomingMessage['headers']; body: string };

let server: Server;
let origin: string;
let seen: Seen[];

test.beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      seen.push({ method: request.method ?? '', target: request.url ?? '', headers: request.headers, body });
      response.setHeader('Content-Type', 'application/json');
      response.end('{"status":"in-progress"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
});

test.afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const client = (over: { api?: object; provider?: object; pageOrigin?: string } = {}): ServiceClient => {
  const config = createTestConfig({ api: { baseUrl: origin, ...over.api }, provider: { ...over.provider } });
  return createService(config, createTestTokens().tokens, {
    pageOrigin: over.pageOrigin ?? 'https://console.example',
    platform: { ...browserPlatform, isOnline: () => true },
  });
};

const allFive = async (service: ServiceClient): Promise<void> => {
  await service.updateProvider(PROVIDER);
  await service.readCall('c-1');
  await service.deleteProvider();
  await service.removeWebhook(PAIR);
  await service.addWebhook(PAIR);
};

for (const [base, path] of [
  ['', '/api/v3/delete_provider'],
  ['/', '/api/v3/delete_provider'],
  ['/tenant/x/', '/tenant/x/api/v3/delete_provider'],
  ['/tenant/x', '/tenant/x/api/v3/delete_provider'],
] as const) {
  test(`joins the base "…${base}" and the path`, async () => {
    await client({ api: { baseUrl: origin + base } }).deleteProvider();
    expect(seen.map(({ target }) => target)).toEqual([path]);
  });
}

test('an empty base is the page’s own origin', async () => {
  await client({ api: { baseUrl: '' }, pageOrigin: origin }).deleteProvider();
  expect(seen.map(({ target }) => target)).toEqual(['/api/v3/delete_provider']);
});

const HARD_IDS = [
  '007',
  'a/b c+d&é#?',
  'a=b&c=d',
  '%2e%2e/%00',
  '../../x',
  'ä😀\u202e',
  'two\nlines',
  ' blank ',
  `"'<>\\`,
  'x'.repeat(4000),
];

test('any ID arrives unchanged', async () => {
  for (const id of HARD_IDS) {
    seen = [];
    const service = client();
    await service.readCall(id);
    await service.addWebhook({ campaignId: id, webhookId: 'wh-1' });
    await service.removeWebhook({ campaignId: 'cmp-1', webhookId: id });
    const queries = seen.map(({ target }) => Object.fromEntries(new URL(target, origin).searchParams));
    expect(queries).toEqual([
      { callId: id },
      { webhookId: 'wh-1', campaignId: id },
      { webhookId: id, campaignId: 'cmp-1' },
    ]);
    expect(seen.every(({ target }) => !/[ +]/.test(target))).toBe(true);
  }
});

test('sends the five operations exactly', async () => {
  await allFive(client());
  expect(seen.map(({ method, target, body }) => [method, target, body])).toEqual([
    [
      'POST',
      '/api/v3/update_provider',
      '{"providerAccountSid":"AP4c19","providerAuthToken":"s3cret","providerPhoneNumber":"+44 20 7946 0018"}',
    ],
    ['GET', '/api/v3/call_status?callId=c-1', ''],
    ['DELETE', '/api/v3/delete_provider', ''],
    ['POST', '/api/v3/remove_webhook_campaingn?webhookId=wh-1&campaignId=cmp-1', ''],
    ['POST', '/api/v3/add_webhook_campaingn?webhookId=wh-1&campaignId=cmp-1', ''],
  ]);
  for (const [index, { headers }] of seen.entries()) {
    expect(headers.accept).toBe('application/json');
    expect(headers['content-type']).toBe(index === 0 ? 'application/json' : undefined);
    expect(headers.authorization).toBe('Bearer token-1');
    expect([headers.cookie, headers.referer]).toEqual([undefined, undefined]);
  }
});

test('names the provider’s fields as configured', async () => {
  const acme = client({ provider: { identifier: 'acme', voiceProviderField: 'voice' } });
  const digits = { accountSid: '00123', authToken: '007', phoneNumber: '5550100' };
  await acme.updateProvider({ ...digits, voiceProvider: 'PROVIDER_B' });
  await acme.deleteProvider();
  await client().updateProvider({ ...digits, voiceProvider: '' });
  await client().updateProvider({ ...digits, voiceProvider: 'PROVIDER_A' });
  const plain = { providerAccountSid: '00123', providerAuthToken: '007', providerPhoneNumber: '5550100' };
  expect(seen.map(({ target, body }) => [target, body && JSON.parse(body)])).toEqual([
    [
      '/api/v3/update_acme',
      { acmeAccountSid: '00123', acmeAuthToken: '007', acmePhoneNumber: '5550100', voice: 'PROVIDER_B' },
    ],
    ['/api/v3/delete_acme', ''],
    ['/api/v3/update_provider', plain],
    ['/api/v3/update_provider', { ...plain, voiceProvider: 'PROVIDER_A' }],
  ]);
});

test('only one file names the version', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.ts$|[\\/]testing[\\/]/.test(name),
  );
  expect(files.length).toBeGreaterThan(100);
  const naming = files.filter((name) => {
    const code = readFileSync(`src/${name}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    return code.includes('/api/v3');
  });
  expect(naming).toEqual(['config.ts']);
});

test('shows a request as it was sent, without the secret', async () => {
  const service = client({ api: { baseUrl: `${origin}/tenant` } });
  const update = await service.updateProvider(PROVIDER);
  const read = await service.readCall('a b');
  expect(update.request).toEqual({ method: 'POST', target: '/api/v3/update_provider' });
  expect(read.request).toEqual({ method: 'GET', target: '/api/v3/call_status?callId=a%20b' });
  expect(seen.map(({ target }) => target)).toEqual([
    `/tenant${update.request.target}`,
    `/tenant${read.request.target}`,
  ]);
  expect(JSON.stringify(update)).not.toContain(PROVIDER.authToken);
});

test('shows what came of a body that broke off', async () => {
  server.removeAllListeners('request');
  for (const write of Object.values(WRITES)) {
    server.once('request', (_request, response) => {
      response.writeHead(200, { 'Content-Length': '100', 'Content-Type': 'text/plain' });
      response.write('half of');
      setTimeout(() => response.destroy(), 20);
    });
    const body = { text: 'half of', truncated: true, bytes: 7, json: undefined };
    expect(await write(client())).toMatchObject({
      kind: 'unknown',
      problem: { kind: 'network', status: 200, answer: { body } },
    });
  }
});
