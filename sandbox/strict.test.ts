import { request as rawRequest } from 'node:http';
import { expect, test } from 'playwright/test';
import { newPerson, sandboxForTests } from './testing.ts';

const sandbox = sandboxForTests();

const somebody = () => newPerson(sandbox);

const FIELDS = { providerAccountSid: '00123', providerAuthToken: 'hush', providerPhoneNumber: '+1 555 0100' };

test.describe('refuses and names', () => {
  const json = { 'Content-Type': 'application/json' };
  const body = JSON.stringify(FIELDS);
  const cases: [string, number, RegExp, string, string, RequestInit?][] = [
    ['misspelt path', 404, /no path/, 'POST', '/api/v3/add_webhook_campaign?webhookId=1&campaignId=2'],
    ['wrong case', 404, /no path/, 'GET', '/api/v3/Call_Status?callId=1'],
    ['trailing slash', 404, /no path/, 'DELETE', '/api/v3/delete_provider/'],
    ['double slash', 404, /no path/, 'DELETE', '//api/v3/delete_provider'],
    ['other version', 404, /no path/, 'DELETE', '/api/v4/delete_provider'],
    ['GET for POST', 405, /takes POST/, 'GET', '/api/v3/add_webhook_campaingn?webhookId=1&campaignId=2'],
    ['POST for DELETE', 405, /takes DELETE/, 'POST', '/api/v3/delete_provider'],
    ['no Accept', 400, /Accept/, 'DELETE', '/api/v3/delete_provider', { headers: { Accept: '*/*' } }],
    ['a cookie', 400, /Cookie/, 'DELETE', '/api/v3/delete_provider', { headers: { Cookie: 'a=b' } }],
    ['unknown key', 400, /"x" is not expected/, 'GET', '/api/v3/call_status?callId=1&x=1'],
    ['query on delete', 400, /"id" is not expected/, 'DELETE', '/api/v3/delete_provider?id=1'],
    ['query on update', 400, /not expected/, 'POST', '/api/v3/update_provider?a=1', { body, headers: json }],
    ['missing key', 400, /campaignId is missing/, 'POST', '/api/v3/add_webhook_campaingn?webhookId=1'],
    ['repeated key', 400, /2 times/, 'GET', '/api/v3/call_status?callId=1&callId=1'],
    ['blank key', 400, /callId is blank/, 'GET', '/api/v3/call_status?callId=%20'],
    ['key in other case', 400, /"callid"/, 'GET', '/api/v3/call_status?callid=1'],
    [
      'body on delete',
      400,
      /a body is not expected|Content-Type is not/,
      'DELETE',
      '/api/v3/delete_provider',
      { body: '{}' },
    ],
    ['type on delete', 400, /Content-Type is not/, 'DELETE', '/api/v3/delete_provider', { headers: json }],
    [
      'type on attach',
      400,
      /Content-Type is not/,
      'POST',
      '/api/v3/add_webhook_campaingn?webhookId=1&campaignId=2',
      { headers: json },
    ],
    ['text body', 415, /text\/plain/, 'POST', '/api/v3/update_provider', { body }],
    [
      'form body',
      415,
      /urlencoded/,
      'POST',
      '/api/v3/update_provider',
      { body: new URLSearchParams({ a: '1' }) },
    ],
    ['no body', 415, /absent/, 'POST', '/api/v3/update_provider'],
    ['broken JSON', 400, /not JSON/, 'POST', '/api/v3/update_provider', { body: '{', headers: json }],
    ['an array', 422, /JSON object/, 'POST', '/api/v3/update_provider', { body: '[]', headers: json }],
  ];
  const fields: [string, object, RegExp][] = [
    ['missing field', { ...FIELDS, providerAuthToken: undefined }, /providerAuthToken is missing/],
    ['number for text', { ...FIELDS, providerAccountSid: 123 }, /providerAccountSid must be a string/],
    ['blank field', { ...FIELDS, providerPhoneNumber: ' ' }, /providerPhoneNumber is blank/],
    ['extra field', { ...FIELDS, note: '' }, /"note" is not expected/],
    ['empty voice provider', { ...FIELDS, voiceProvider: '' }, /voiceProvider must be/],
    ['null voice provider', { ...FIELDS, voiceProvider: null }, /voiceProvider must be/],
  ];
  for (const [name, status, message, method, target, init] of cases) {
    test(name, async () => {
      const me = await somebody();
      const answer = await me.send(method, target, init);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect((await answer.json()).message).toMatch(message);
      expect(await me.log()).toMatchObject([{ did: null, answer: status }]);
    });
  }
  for (const [name, value, message] of fields) {
    test(name, async () => {
      const answer = await (await somebody()).save(value);
      expect(answer.status).toBe(422);
      expect((await answer.json()).message).toMatch(message);
    });
  }
});

test('refuses a body that does not belong there', async () => {
  const me = await somebody();
  const status = await new Promise((resolve, reject) => {
    const url = `${sandbox.serviceOrigin}/api/v3/delete_provider`;
    const headers = {
      Authorization: `Bearer ${me.token()}`,
      Accept: 'application/json',
      'Content-Length': '2',
    };
    rawRequest(url, { method: 'DELETE', headers }, (response) => resolve(response.statusCode))
      .on('error', reject)
      .end('{}');
  });
  expect(status).toBe(400);
});
