import { expect, test } from 'playwright/test';
import type { TokenSource } from './client.ts';
import {
  PAIR,
  createTestService,
  type SentRequest,
  createTestTokens,
  WRITES,
} from './testing/service-kit.ts';

const ok = (): Response => new Response('{"status":"in-progress"}', { status: 200 });

const never = ({ init }: SentRequest): Promise<Response> =>
  new Promise((_resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
const failing = (): never => {
  throw new TypeError('Failed to fetch');
};
const opaque = (): Response => {
  const response = Response.error();
  Object.defineProperty(response, 'type', { value: 'opaqueredirect' });
  return response;
};
/** Deadlines that pass on demand. */
const manualTime = () => {
  const timers: { ms: number; act: () => void }[] = [];
  const after = (ms: number, act: () => void) => {
    const timer = { ms, act };
    timers.push(timer);
    return () => {
      timer.act = () => undefined;
    };
  };
  return { timers, after };
};

test('sends nothing without a session', async () => {
  const tokens: TokenSource = { ...createTestTokens('ended').tokens, accessToken: () => undefined };
  const { service, calls } = createTestService(ok, { tokens });
  for (const write of Object.values(WRITES)) {
    expect(await write(service)).toMatchObject({ kind: 'not-sent', problem: { kind: 'session-ended' } });
  }
  expect(await service.readCall('c-1')).toMatchObject({ kind: 'failed', problem: { kind: 'session-ended' } });
  expect(calls).toEqual([]);
});

test('sends no cookies and follows no redirect', async () => {
  const { service, calls } = createTestService(ok);
  for (const write of Object.values(WRITES)) await write(service);
  await service.readCall('c-1');
  expect(calls).toHaveLength(5);
  for (const { url, init } of calls) {
    expect(new URL(url).origin).toBe('https://service.example');
    expect(init).toMatchObject({
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
    const names = [...new Headers(init.headers).keys()];
    expect(names).toEqual(
      init.body ? ['accept', 'authorization', 'content-type'] : ['accept', 'authorization'],
    );
  }
});

test('an opaque redirect is unknown for a write', async () => {
  const { service, calls } = createTestService(opaque);
  const outcome = await service.addWebhook(PAIR);
  expect(outcome).toMatchObject({ kind: 'unknown', problem: { kind: 'redirect' } });
  expect(outcome.kind === 'unknown' && outcome.problem.status).toBeUndefined();
  expect(await service.readCall('c-1')).toMatchObject({ kind: 'failed', problem: { kind: 'redirect' } });
  expect(calls).toHaveLength(2);
});

test.describe('deadline and abort', () => {
  test('reads and writes have separate deadlines', async () => {
    const { timers, after } = manualTime();
    const { service } = createTestService(never, { platform: { after } });
    const read = service.readCall('c-1');
    const write = service.addWebhook(PAIR);
    await expect.poll(() => timers.length).toBe(2);
    expect(timers.map(({ ms }) => ms)).toEqual([10_000, 30_000]);
    for (const { act } of timers) act();
    expect(await read).toMatchObject({ kind: 'failed', problem: { kind: 'timeout' } });
    expect(await write).toMatchObject({ kind: 'unknown', problem: { kind: 'timeout' } });
  });

  test('an error status counts although the body stalls', async () => {
    const { timers, after } = manualTime();
    let isReading = false;
    const stalled = () =>
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"message":"no')),
        pull: () => {
          isReading = true;
        },
      });
    const stalledUntilAborted = ({ init }: SentRequest): Response => {
      return new Response(
        stalled().pipeThrough(new TransformStream(), init.signal ? { signal: init.signal } : {}),
        {
          status: 422,
        },
      );
    };
    const { service } = createTestService(stalledUntilAborted, {
      platform: { after },
    });
    const write = service.addWebhook(PAIR);
    await expect.poll(() => isReading).toBe(true);
    for (const { act } of timers) act();
    expect(await write).toMatchObject({
      kind: 'refused',
      problem: {
        kind: 'invalid',
        status: 422,
        message: '{"message":"no',
        answer: { body: { truncated: true } },
      },
    });
  });

  test('aborted before sending is not sent, after it unknown', async () => {
    const { service, calls } = createTestService(never);
    expect(await service.addWebhook(PAIR, { signal: AbortSignal.abort() })).toMatchObject({
      kind: 'not-sent',
      problem: { kind: 'aborted', durationMs: 0 },
    });
    expect(calls).toEqual([]);
    const controller = new AbortController();
    const write = service.addWebhook(PAIR, { signal: controller.signal });
    await expect.poll(() => calls.length).toBe(1);
    controller.abort();
    expect(await write).toMatchObject({ kind: 'unknown', problem: { kind: 'aborted' } });
  });

  test('aborted while waiting is not sent', async () => {
    const { service, calls } = createTestService(ok);
    service.queue.reportRefusal(60_000, 0);
    const controller = new AbortController();
    const write = service.addWebhook(PAIR, { signal: controller.signal });
    controller.abort();
    expect(await write).toMatchObject({ kind: 'not-sent', problem: { kind: 'aborted' } });
    expect(calls).toEqual([]);
  });

  test('the end of the session aborts all requests', async () => {
    const session = new AbortController();
    const tokens: TokenSource = { ...createTestTokens().tokens, signal: () => session.signal };
    const { service, calls } = createTestService(never, { tokens, api: { maxConcurrentWrites: 1 } });
    const own = new AbortController();
    const sent = service.addWebhook(PAIR, { signal: own.signal });
    const waiting = service.removeWebhook(PAIR);
    await expect.poll(() => calls.length).toBe(1);
    session.abort();
    expect(await sent).toMatchObject({ kind: 'unknown', problem: { kind: 'aborted' } });
    expect(await waiting).toMatchObject({ kind: 'not-sent', problem: { kind: 'aborted' } });
    expect(await service.readCall('c-1')).toMatchObject({ problem: { kind: 'aborted' } });
    expect(calls).toHaveLength(1);
  });
});

test.describe('no connection', () => {
  test('an offline hint stops no request', async () => {
    const platform = { isOnline: () => false, findsConnection: async () => true };
    const { service, calls } = createTestService(ok, { platform });
    for (const write of Object.values(WRITES))
      expect(await write(service)).toMatchObject({ kind: 'accepted' });
    expect(await service.readCall('c-1')).toMatchObject({ kind: 'record' });
    expect(calls).toHaveLength(5);
  });

  test('a write is not sent if nothing answers', async () => {
    const platform = { isOnline: () => false, findsConnection: async () => false };
    const { service, calls } = createTestService(failing, { platform });
    expect(await service.addWebhook(PAIR)).toMatchObject({ kind: 'not-sent', problem: { kind: 'offline' } });
    expect(calls).toEqual([]);
    expect(await service.readCall('c-1')).toMatchObject({ kind: 'failed', problem: { kind: 'offline' } });
    expect(calls).toHaveLength(1);
  });

  test('a session that ends meanwhile sends nothing', async () => {
    let token: string | undefined = 'token-1';
    const tokens: TokenSource = { ...createTestTokens().tokens, accessToken: () => token };
    const findsConnection = async () => {
      token = undefined;
      return true;
    };
    const { service, calls } = createTestService(ok, {
      tokens,
      platform: { isOnline: () => false, findsConnection },
    });
    expect(await service.addWebhook(PAIR)).toMatchObject({ problem: { kind: 'session-ended' } });
    expect(calls).toEqual([]);
  });

  test('offline after sending is unknown', async () => {
    let isOnline = true;
    const { service } = createTestService(
      () => {
        isOnline = false;
        return failing();
      },
      { platform: { isOnline: () => isOnline } },
    );
    expect(await service.addWebhook(PAIR)).toMatchObject({ kind: 'unknown', problem: { kind: 'offline' } });
  });
});

test.describe('Retry-After', () => {
  test('a 429 without it halves the rate', async () => {
    const { service } = createTestService(() => new Response(null, { status: 429 }));
    await service.addWebhook(PAIR);
    expect(service.queue.store.getState()).toMatchObject({ waitUntil: undefined, perSecond: 500 });
  });

  for (const status of [503, 500]) {
    test(`of a ${status} holds no other request`, async () => {
      const headers = { 'Retry-After': '60' };
      const { service } = createTestService(() => new Response(null, { status, headers }));
      expect(await service.readCall('c-1')).toMatchObject({ problem: { answer: { retryAfterMs: 60_000 } } });
      expect(service.queue.store.getState()).toMatchObject({ waitUntil: undefined, perSecond: 1000 });
    });
  }
});

const REQUEST_IDS: [value: string, requestId: string | undefined][] = [
  ['7f3a-1', '7f3a-1'],
  ['two words', 'two words'],
  ['a'.repeat(200), 'a'.repeat(200)],
  ['a'.repeat(201), undefined],
  ['é', undefined],
  [' ', undefined],
];

for (const [value, requestId] of REQUEST_IDS) {
  test(`reads the request ID ${JSON.stringify(value.slice(0, 10))} (${value.length})`, async () => {
    const answer = () => new Response('{}', { headers: { 'X-Request-Id': value } });
    const { service } = createTestService(answer, { api: { requestIdHeader: 'x-request-id' } });
    expect(await service.addWebhook(PAIR)).toHaveProperty('answer.requestId', requestId);
    const { service: without } = createTestService(answer);
    expect(await without.addWebhook(PAIR)).toHaveProperty('answer.requestId', undefined);
  });
}
