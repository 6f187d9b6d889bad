import { expect, test } from 'playwright/test';
import { MAX_BODY_CHARACTERS } from './outcome.ts';
import { createTestService, WRITES } from './testing/service-kit.ts';

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
  { name: 'JSON called HTML', body: '{"ok":true}', type: 'text/html', json: { ok: true } },
  { name: 'plain text', body: 'done', type: 'text/plain' },
  { name: 'a text called HTML', body: 'done <b>now</b>', type: 'text/html' },
  { name: 'a web page called JSON', body: HTML, type: JSON_TYPE },
  { name: 'broken JSON', body: '{"ok":', type: JSON_TYPE },
  { name: 'a script', body: '<script>alert(1)</script>', type: 'text/plain' },
  { name: 'a __proto__ key', body: '{"__proto__":{"a":1}}', type: JSON_TYPE },
  { name: 'NUL and odd characters', body: 'a\0b\u202ec', type: 'text/plain' },
  { name: 'a huge number', body: '1e400', type: JSON_TYPE, json: Infinity },
  { name: 'very deep JSON', body: `${'['.repeat(10_000)}${']'.repeat(10_000)}`, type: JSON_TYPE },
];

for (const [operation, write] of Object.entries(WRITES)) {
  for (const { name, body, type, json } of ODD_BODIES) {
    test(`${operation}: 200 with ${name} is accepted`, async () => {
      const { service, calls } = answering(200, body, type);
      const outcome = await write(service);
      expect(outcome).toMatchObject({ kind: 'accepted', notes: [], answer: { status: 200 } });
      const shown = outcome.kind === 'accepted' ? outcome.answer.body : undefined;
      expect(shown?.text).toBe(body ?? '');
      expect(shown?.truncated).toBe(false);
      if (json !== undefined) expect(shown?.json).toEqual({ value: json });
      if (body === null || body.trim() === '') expect(shown?.json).toBeUndefined();
      expect(calls).toHaveLength(1);
    });
  }

  for (const [name, body, type] of [
    ['a web page', HTML, 'text/html; charset=utf-8'],
    ['a page behind a comment', `\n<!-- a --> <!-- b -->\n${HTML}`, 'text/html'],
    ['a bare HTML page', '<HTML><BODY>x</BODY></HTML>', 'TEXT/HTML'],
    ['an XHTML page', `<?xml version="1.0"?>\n${HTML}`, 'application/xhtml+xml'],
  ] as const) {
    test(`${operation}: 200 with ${name} is unknown`, async () => {
      const { service, calls } = answering(200, body, type);
      const outcome = await write(service);
      expect(outcome).toMatchObject({ kind: 'unknown', problem: { kind: 'web-page', status: 200 } });
      expect(calls).toHaveLength(1);
    });
  }

  for (const status of [200, 201, 202, 204, 206, 299]) {
    test(`${operation}: ${status} is accepted`, async () => {
      const { service } = answering(status, status === 204 ? null : '{}', JSON_TYPE);
      const outcome = await write(service);
      const notes = operation === 'deleteProvider' && status !== 200 ? ['expected-200'] : [];
      expect(outcome).toMatchObject({ kind: 'accepted', answer: { status }, notes });
    });
  }
}

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
  '{"message":"stored without error"}',
  'errorless',
];

for (const body of [...SPEAKING, ...SILENT]) {
  const notes = SPEAKING.includes(body) ? ['mentions-error'] : [];
  test(`200 with ${body}: ${notes.join('') || 'no note'}`, async () => {
    const outcome = await WRITES.addWebhook(answering(200, body, JSON_TYPE).service);
    expect(outcome).toMatchObject({ kind: 'accepted', notes });
  });
}

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
