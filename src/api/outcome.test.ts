import { expect, test } from 'playwright/test';
import { expectRows } from '#src/lib/testing/rows.ts';
import { toOutcome } from './answer.ts';
import { getOutcomeKind, MAX_BODY_CHARACTERS } from './outcome.ts';
import { createAnswer, createTestService, WRITES } from './testing/service-kit.ts';

const HTML = '<!doctype html><html><head><title>Sign in</title></head><body>Please sign in</body></html>';
const JSON_TYPE = 'application/json';

const answering = (status: number, body: string | null, contentType: string) =>
  createTestService(
    () => new Response(body, { status, headers: contentType ? { 'Content-Type': contentType } : {} }),
  );

type Body = { name: string; body: string | null; type: string; json?: unknown };

const ODD_BODIES: Body[] = [
  { name: 'nothing', body: null, type: '' },
  { name: 'an empty text', body: '', type: JSON_TYPE },
  { name: 'blanks', body: ' \n', type: JSON_TYPE },
  { name: 'null', body: 'null', type: JSON_TYPE, json: null },
  { name: 'true', body: 'true', type: JSON_TYPE, json: true },
  { name: 'false', body: 'false', type: JSON_TYPE, json: false },
  { name: '0', body: '0', type: JSON_TYPE, json: 0 },
  { name: '42', body: '42', type: JSON_TYPE, json: 42 },
  { name: '"ok"', body: '"ok"', type: JSON_TYPE, json: 'ok' },
  { name: '""', body: '""', type: JSON_TYPE, json: '' },
  { name: '[]', body: '[]', type: JSON_TYPE, json: [] },
  { name: '{}', body: '{}', type: JSON_TYPE, json: {} },
  { name: 'JSON called text', body: '{"ok":true}', type: 'text/plain', json: { ok: true } },
  { name: 'nothing called HTML', body: '', type: 'text/html' },
  { name: 'a text with a tag', body: 'done <b>now</b>', type: 'text/plain' },
  { name: 'plain text', body: 'done', type: 'text/plain' },
  { name: 'broken JSON', body: '{"ok":', type: JSON_TYPE },
  { name: 'a __proto__ key', body: '{"__proto__":{"a":1}}', type: JSON_TYPE },
  { name: 'NUL and odd characters', body: 'a\0b\u202ec', type: 'text/plain' },
  { name: 'a huge number', body: '1e400', type: JSON_TYPE, json: Infinity },
  { name: 'very deep JSON', body: `${'['.repeat(10_000)}${']'.repeat(10_000)}`, type: JSON_TYPE },
];

for (const { name, body, type, json } of ODD_BODIES) {
  test(`200 with ${name} is accepted`, async () => {
    for (const write of Object.values(WRITES)) {
      const { service, calls } = answering(200, body, type);
      const outcome = await write(service);
      expect(outcome).toMatchObject({ kind: 'accepted', notes: [], answer: { status: 200 } });
      const shown = outcome.kind === 'accepted' ? outcome.answer.body : undefined;
      expect(shown?.text).toBe(body ?? '');
      expect(shown?.truncated).toBe(false);
      if (json !== undefined) expect(shown?.json).toEqual({ value: json });
      if (body === null || body.trim() === '') expect(shown?.json).toBeUndefined();
      expect(calls).toHaveLength(1);
    }
  });
}

for (const status of [200, 201, 202, 204, 206, 299]) {
  test(`${status} is accepted`, async () => {
    for (const [operation, write] of Object.entries(WRITES)) {
      const { service } = answering(status, status === 204 ? null : '{}', JSON_TYPE);
      const notes = operation === 'deleteProvider' && status !== 200 ? ['expected-200'] : [];
      expect(await write(service), operation).toMatchObject({ kind: 'accepted', answer: { status }, notes });
    }
  });
}

// From proxies, guest networks, gateways and single-page hosts.
const WISPR = `<?xml version="1.0" encoding="UTF-8"?><WISPAccessGatewayParam><Redirect/></WISPAccessGatewayParam>`;
const PAGES: [name: string, body: string, type: string][] = [
  ['a web page', HTML, 'text/html; charset=utf-8'],
  ['a page called JSON', HTML, JSON_TYPE],
  ['a page called text', HTML, 'text/plain'],
  ['a page of no type', HTML, ''],
  ['a page after a byte order mark', `\ufeff\r\n\t${HTML}`, ''],
  ['a page after a comment', `\n<!-- a --> <!-- b -->\n${HTML}`, 'text/html'],
  ['a bare page', '<HTML><BODY>x</BODY></HTML>', 'TEXT/HTML'],
  ['XHTML', `<?xml version="1.0"?>\n${HTML}`, 'application/xhtml+xml'],
  ['a meta refresh', '<meta http-equiv="refresh" content="0;url=https://login.example/">', ''],
  ['a script', '<script>top.location.href="https://login.example/"</script>', 'text/plain'],
  ['a guest network’s XML', WISPR, 'text/xml'],
  ['a comment alone', '<!-- guest portal -->', ''],
  ['SOAP', '<soap:Envelope xmlns:soap="x"><soap:Body/></soap:Envelope>', 'application/soap+xml'],
  ['an error of a bucket', '<Error><Code>AccessDenied</Code></Error>', 'application/xml'],
  [
    'a form',
    '<form method="post" action="https://adfs.example/"><input name="SAMLRequest"></form>',
    JSON_TYPE,
  ],
  ['JSON called HTML', '{"ok":true}', 'text/html'],
  ['text called HTML', 'Web Authentication Redirect', 'text/html;charset=ISO-8859-1'],
];

for (const [name, body, type] of PAGES) {
  test(`takes ${name} for no answer`, async () => {
    const { service, calls } = answering(200, body, type);
    for (const write of Object.values(WRITES)) {
      expect(await write(service)).toMatchObject({
        kind: 'unknown',
        problem: { kind: 'web-page', status: 200 },
      });
    }
    expect(await service.readCall('c-1')).toMatchObject({ kind: 'failed', problem: { kind: 'web-page' } });
    expect(calls).toHaveLength(5);
  });
}

test('refused are 4xx, 501 and 503, and 2xx accepted', () => {
  const expected = (status: number) => {
    if (status < 300) return 'accepted';
    return (status >= 400 && status < 500) || [501, 503].includes(status) ? 'refused' : 'unknown';
  };
  for (let status = 200; status < 1000; status += 1) {
    const exchange = { kind: 'answered', answer: createAnswer('', { status }) } as const;
    const { kind } = toOutcome({ method: 'POST', target: '/' }, exchange, { expects200: false });
    expect([status, kind]).toEqual([status, expected(status)]);
  }
});

const SPEAKING = [
  '{"error":"x"}',
  '{"error":{"code":1}}',
  '{"errors":["x"]}',
  '{"success":false}',
  '{"ok":false}',
  '{"success":"false"}',
  '{"result":"error"}',
  '{"message":"Failed to store it"}',
  '{"status":"failed"}',
  '{"status":"ERROR"}',
  '{"errorMessage":"x","errorType":"Error"}',
  '{"fault":{"faultstring":"x"}}',
  '{"Success":false}',
  '{"isSuccess":0}',
  '{"status":"500"}',
  '{"resultCode":"FAIL"}',
  '{"errcode":40013,"errmsg":"invalid"}',
  '{"exception":"NullPointerException"}',
  '{"data":{"success":false}}',
  '{"results":[{"status":404}]}',
  '[{"error":"x"}]',
  '"error: no such webhook"',
  'Error: no such webhook',
  'Failed.',
];
const SILENT = [
  '{"error":null}',
  '{"error":""}',
  '{"error":{}}',
  '{"errors":[]}',
  '{"success":true}',
  '{"error":"false"}',
  '{"errno":0,"error_message":"ok"}',
  '{"failures":0,"code":0}',
  '{"error":{"code":null}}',
  '{"data":{"status":"failed_over"}}',
  '{"message":"stored without error"}',
  'errorless',
];

const attachAnswered = (body: string) => WRITES.addWebhook(answering(200, body, JSON_TYPE).service);

test('notes an error that an accepted answer mentions', () =>
  expectRows(
    [...SPEAKING, ...SILENT].map((body) => [body] as const),
    async ([body]) => {
      const outcome = await attachAnswered(body);
      return outcome.kind === 'accepted' && outcome.notes;
    },
    ([body]) => (SPEAKING.includes(body) ? ['mentions-error'] : []),
  ));

const ACCEPTED_MESSAGES: [body: string, message: string | undefined][] = [
  ['{"message":"webhook was attached already"}', 'webhook was attached already'],
  ['{"message":"Webhook already exists for this campaign"}', 'Webhook already exists for this campaign'],
  ['{"Message":"Nothing to do"}', 'Nothing to do'],
  ['{"status":"success","data":{"message":"Campaign is paused"}}', 'Campaign is paused'],
  ['"Attached already."', 'Attached already.'],
  ['Duplicate ignored', 'Duplicate ignored'],
  ['{"message":"webhook was not attached"}', 'webhook was not attached'],
  ['{"errorMessage":"quota reached"}', 'quota reached'],
  ['{"message":"Bereits verknüpft"}', 'Bereits verknüpft'],
  ['{"message":"Webhook wh-1 attached to campaign cmp-1."}', undefined],
  ['{"message":"Webhook successfully added to campaign!"}', undefined],
  ['{"message":"OK"}', undefined],
  ['{"detail":"200 OK"}', undefined],
  ['Done, thank you', undefined],
  ['{"ok":true,"id":17}', undefined],
  ['{"status":"success"}', undefined],
  ['{"ok":', undefined],
  ['', undefined],
];

test('finds the message of an accepted answer', () =>
  expectRows(
    ACCEPTED_MESSAGES,
    async ([body]) => {
      const outcome = await attachAnswered(body);
      return [getOutcomeKind(outcome), outcome.kind === 'accepted' && outcome.message];
    },
    ([, message]) => [message === undefined ? 'accepted' : 'with-message', message],
  ));

test('reads an answer as UTF-8, whatever its type says', async () => {
  const body = new Uint8Array([0xef, 0xbb, 0xbf, 0xc3, 0xa9]);
  const headers = { 'Content-Type': 'text/plain;charset=latin1' };
  const { service } = createTestService(() => new Response(body, { status: 422, headers }));
  expect(await WRITES.addWebhook(service)).toMatchObject({ kind: 'refused', problem: { message: 'é' } });
});

test('a long body is cut for showing, not for reading', async () => {
  const long = JSON.stringify({ text: 'é😀'.repeat(40_000) });
  const outcome = await WRITES.addWebhook(answering(200, long, JSON_TYPE).service);
  const body = outcome.kind === 'accepted' ? outcome.answer.body : undefined;
  expect(body?.truncated).toBe(true);
  expect(body?.text.length).toBeGreaterThan(MAX_BODY_CHARACTERS - 2);
  expect(body?.text.length).toBeLessThanOrEqual(MAX_BODY_CHARACTERS);
  expect(body?.text).not.toMatch(/\p{Surrogate}$/u);
  expect(body?.bytes).toBe(new TextEncoder().encode(long).byteLength);
  expect(body?.json?.value).toEqual(JSON.parse(long));
});

test('an endless body is read for 4 MiB', async () => {
  let pulled = 0;
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(65_536).fill(97));
      },
    });
  const { service } = createTestService(() => new Response(endless(), { status: 200 }));
  expect(await WRITES.addWebhook(service)).toMatchObject({
    kind: 'accepted',
    answer: { body: { truncated: true, json: undefined, bytes: 4_194_304 } },
  });
  expect(pulled).toBeLessThan(70);
});

test('reads invalid UTF-8 and a byte order mark', async () => {
  for (const [bytes, body] of [
    [[0xef, 0xbb, 0xbf, 0x7b, 0x7d], { json: { value: {} } }],
    [[0xff, 0x41], { text: '\ufffdA', json: undefined }],
  ] as const) {
    const { service } = createTestService(() => new Response(new Uint8Array(bytes), { status: 200 }));
    expect(await WRITES.addWebhook(service)).toMatchObject({ answer: { body } });
  }
});

test('measures how long an answer took', async () => {
  let now = 1000;
  const { service } = createTestService(
    () => {
      now += 212;
      return new Response('{}', { status: 200 });
    },
    { platform: { now: () => now, epochNow: () => 1_763_735_500_000 } },
  );
  expect(await WRITES.addWebhook(service)).toMatchObject({
    answer: { status: 200, durationMs: 212, at: 1_763_735_500_000 },
  });
});
