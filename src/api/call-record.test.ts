import { expect, test } from 'playwright/test';
import { expectRows } from '#src/lib/testing/rows.ts';
import * as fc from 'fast-check';
import { parseCallRecord } from './answer.ts';
import { createTestService } from './testing/service-kit.ts';

const START = '2026-11-21T10:00:00Z';

const RECORDS: [sent: string, record: object][] = [
  ['{"status":"in-progress"}', { status: 'in-progress' }],
  [
    `{"status":"in-progress","duration":12.5,"startTime":"${START}"}`,
    { status: 'in-progress', duration: 12.5, startTime: START },
  ],
  ['{"status":"failed","startTime":1795255200}', { status: 'failed', startTime: 1_795_255_200 }],
  ['{"status":"On Hold!"}', { status: 'On Hold!' }],
  ['{"status":"x","duration":0}', { status: 'x', duration: 0 }],
  ['{"status":"x","duration":"61"}', { status: 'x', duration: 61 }],
  ['{"status":"x","duration":"1m2.5s"}', { status: 'x' }],
  ['{"status":"x","duration":"1,234"}', { status: 'x' }],
  ['{"status":"x","duration":"12 ms"}', { status: 'x' }],
  ['{"status":"x","duration":"long"}', { status: 'x' }],
  ['{"status":"x","duration":""}', { status: 'x' }],
  ['{"status":"x","duration":null}', { status: 'x' }],
  ['{"status":"x","duration":1e400}', { status: 'x' }],
  ['{"status":"x","duration":true}', { status: 'x' }],
  ['{"status":"x","startTime":null,"endTime":null,"error":null}', { status: 'x' }],
  ['{"status":"x","startTime":"","endTime":" ","error":""}', { status: 'x' }],
  ['{"status":"x","startTime":{},"endTime":[]}', { status: 'x' }],
  ['{"status":"x","endTime":{"seconds":"0","nanos":0}}', { status: 'x' }],
  ['{"status":"x","endTime":{"_seconds":1795255200}}', { status: 'x' }],
  ['{"status":"x","startTime":"soon"}', { status: 'x', startTime: 'soon' }],
  ['{"status":"x","error":"busy"}', { status: 'x', error: 'busy' }],
  ['{"status":"x","error":{"code":1}}', { status: 'x', error: { code: 1 } }],
  ['{"status":"x","error":["a"]}', { status: 'x', error: ['a'] }],
  ['{"status":"x","error":31005}', { status: 'x', error: '31005' }],
  ['{"status":"x","error":false}', { status: 'x' }],
  ['{"status":"x","error":{"code":0,"message":"","more":[null]}}', { status: 'x' }],
  ['{"status":"x","error":"None"}', { status: 'x' }],
  ['{"status":"x","error":0}', { status: 'x' }],
  ['{"status":"success"}', { status: 'success' }],
  ['{"status":"error","error":"carrier down"}', { status: 'error', error: 'carrier down' }],
  ['{"status":"failed","message":"busy"}', { status: 'failed' }],
  ['{"status":"ok","duration":4,"message":"x"}', { status: 'ok', duration: 4 }],
  ['{"status":"x","more":1,"__proto__":{"status":"y"}}', { status: 'x' }],
];

test('reads the record of a call', () =>
  expectRows(
    RECORDS,
    async ([sent]) => {
      const { service } = createTestService(() => new Response(sent, { status: 200 }));
      const read = await service.readCall('c-1');
      // In JSON, absent and undefined are the same.
      return read.kind === 'record' && [JSON.parse(JSON.stringify(read.record)), read.answer.body.text];
    },
    ([sent, record]) => [record, sent],
  ));

const NO_CALLS = [
  '',
  'null',
  '42',
  '"completed"',
  '[]',
  '[{"status":"completed"}]',
  '{}',
  '{"data":{"status":"completed"}}',
  '{"status":"success","data":{"status":"completed"}}',
  '{"status":"success","data":null}',
  '{"status":"fail","data":{"callId":"unknown"}}',
  '{"status":"error","message":"database is down"}',
  '{"status":"error","code":17,"message":"x","data":{}}',
  '{"status":"OK","result":{"status":"in-progress"}}',
  '{"status":"404","message":"no such call"}',
  '{"status":"404","error":"Not Found"}',
  '{"status":"done","payload":{"status":"in-progress"}}',
  '{"status":404,"error":"Not Found","path":"/api/v3/call_status"}',
  '{"errorMessage":"call not found"}',
  '{"status":"failed","errorMessage":"call not found"}',
  '{"errorMessage":"Task timed out","errorType":"Sandbox.Timedout"}',
  '{"status":null}',
  '{"status":""}',
  '{"status":200}',
  '{"Status":"completed"}',
  '{"__proto__":{"status":"completed"}}',
  'completed',
  '{"status":',
];

test('finds no call in another answer', () =>
  expectRows(
    NO_CALLS.map((sent) => [sent] as const),
    async ([sent]) => {
      const { service } = createTestService(() => new Response(sent || null, { status: sent ? 200 : 204 }));
      const read = await service.readCall('c-1');
      return [read.kind, 'answer' in read && read.answer.body.text];
    },
    ([sent]) => ['unrecognised', sent],
  ));

// Guest networks, a filter's block page, a proxy that wants a password, a gateway without a route.
for (const status of [200, 403, 404, 407]) {
  test(`recognises a web page with ${status} in place of a call`, async () => {
    const { service } = createTestService(
      () =>
        new Response('<!doctype html><title>Access blocked</title>', {
          status,
          headers: { 'Content-Type': 'text/html' },
        }),
    );
    expect(await service.readCall('c-1')).toMatchObject({
      kind: 'failed',
      problem: { kind: 'web-page', status, message: 'Access blocked' },
    });
  });
}

test('survives any JSON and keeps its status', () => {
  const field = fc.option(fc.jsonValue(), { nil: undefined });
  const fields = { duration: field, startTime: field, endTime: field, error: field };
  const record = fc.record({ status: fc.string(), ...fields });
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), record), (value) => {
      const parsed = parseCallRecord(value);
      if (!parsed) return;
      expect(parsed.status).toBe(Reflect.get(Object(value), 'status'));
      expect(['undefined', 'number']).toContain(typeof parsed.duration);
      expect(['undefined', 'number', 'string']).toContain(typeof parsed.endTime);
      expect(['undefined', 'string', 'object']).toContain(typeof parsed.error);
    }),
  );
  expect(parseCallRecord({ status: 'completed' })).toEqual({ status: 'completed' });
});
