import { expect, test } from 'playwright/test';
import type { TokenSource } from './client.ts';
import {
  PAIR,
  createTestService,
  createTestTokens,
  WRITES,
  type SentRequest,
} from './testing/service-kit.ts';

const ok = (): Response => new Response('{"status":"in-progress"}', { status: 200 });
const readToken = ({ init }: SentRequest): string => new Headers(init.headers).get('authorization') ?? '';
const refusingOld = (call: SentRequest): Response =>
  readToken(call) === 'Bearer token-1' ? new Response(null, { status: 401 }) : ok();

test.describe('401', () => {
  test('renews once for ten refused requests', async () => {
    const { tokens, renewals } = createTestTokens();
    const { service, calls } = createTestService(refusingOld, { tokens });
    const ids = Array.from({ length: 10 }, (_, index) => `c-${index}`);
    const reads = await Promise.all(ids.map((id) => service.readCall(id)));
    expect(reads.every(({ kind }) => kind === 'record')).toBe(true);
    expect(renewals).toEqual(['token-1']);
    for (const id of ids) {
      const sent = calls.filter(({ url }) => url.endsWith(`=${id}`)).map(readToken);
      expect(sent.at(-1)).toBe('Bearer token-2');
      // A request that waited during the renewal was sent with the new token at once.
      expect(sent.length).toBeLessThanOrEqual(2);
    }
  });

  test('sends a refused write again unchanged', async () => {
    for (const write of Object.values(WRITES)) {
      const { service, calls } = createTestService(refusingOld);
      expect(await write(service)).toMatchObject({ kind: 'accepted' });
      expect(calls.map(readToken)).toEqual(['Bearer token-1', 'Bearer token-2']);
      const [first, second] = calls.map(({ url, init: { method, body } }) => ({ url, method, body }));
      expect(second).toEqual(first);
    }
  });

  test('is unknown if the second try gets no answer', async () => {
    const { service } = createTestService((call, index) => {
      if (index === 0) return refusingOld(call);
      throw new TypeError('Failed to fetch');
    });
    expect(await service.addWebhook(PAIR)).toMatchObject({ kind: 'unknown', problem: { kind: 'network' } });
  });

  test('is not sent if cancelled before the second try', async () => {
    const waiting = new AbortController();
    const tokens: TokenSource = {
      ...createTestTokens().tokens,
      freshToken: async () => 'token-1',
      renew: async () => (waiting.abort(), 'renewed'),
    };
    const { service, calls } = createTestService(refusingOld, { tokens });
    expect(await service.addWebhook(PAIR, { queueSignal: waiting.signal })).toMatchObject({
      kind: 'not-sent',
      problem: { kind: 'aborted', status: 401 },
    });
    expect(calls).toHaveLength(1);
  });

  test('at one address does not end the session', async () => {
    const { tokens, renewals, refused } = createTestTokens();
    const { service } = createTestService(
      ({ url }) => (url.endsWith('=bad') ? new Response(null, { status: 401 }) : ok()),
      { tokens },
    );
    for (let round = 0; round < 3; round += 1) {
      expect(await service.readCall('good')).toMatchObject({ kind: 'record' });
      expect(await service.readCall('bad')).toMatchObject({ problem: { kind: 'unauthorized', status: 401 } });
    }
    expect(refused).toEqual([]);
    // A known refusal is not worth another renewal.
    expect(renewals).toEqual(['token-1']);
  });

  test('at two addresses, and none accepted, ends it', async () => {
    const { tokens, refused } = createTestTokens();
    const { service } = createTestService(() => new Response(null, { status: 401 }), { tokens });
    expect(await service.readCall('a')).toMatchObject({ problem: { kind: 'unauthorized' } });
    expect(await service.readCall('a')).toMatchObject({ problem: { kind: 'unauthorized' } });
    expect(await service.readCall('b')).toMatchObject({ problem: { kind: 'session-ended' } });
    expect(refused).toHaveLength(1);
  });

  test('says if the sign-in server does not answer', async () => {
    const { tokens } = createTestTokens('unreachable');
    const { service, calls } = createTestService(() => new Response(null, { status: 401 }), { tokens });
    expect(await service.addWebhook(PAIR)).toMatchObject({
      kind: 'refused',
      problem: { kind: 'renewal-failed', status: 401 },
    });
    expect(calls).toHaveLength(1);
  });
});
