import { expect, test } from 'playwright/test';
import { virtualTime } from '#src/lib/testing/time.ts';
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
      accessToken: () => 'token-1',
      renew: async () => (waiting.abort(), 'renewed'),
    };
    const { service, calls } = createTestService(refusingOld, { tokens });
    expect(await service.addWebhook(PAIR, { queueSignal: waiting.signal })).toMatchObject({
      kind: 'not-sent',
      problem: { kind: 'aborted', status: 401 },
    });
    expect(calls).toHaveLength(1);
  });

  test('is the outcome if a later request was accepted', async () => {
    const { tokens, renewals } = createTestTokens();
    let refuseFirst = (): void => undefined;
    const { service, calls } = createTestService(
      ({ url }) =>
        url.endsWith('=bad')
          ? new Promise((resolve) => (refuseFirst = () => resolve(new Response(null, { status: 401 }))))
          : ok(),
      { tokens },
    );
    const bad = service.readCall('bad');
    await expect.poll(() => calls.length).toBe(1);
    await service.readCall('good');
    refuseFirst();
    expect(await bad).toMatchObject({ problem: { kind: 'unauthorized', status: 401 } });
    expect(renewals).toEqual([]);
  });

  test('is the outcome if the token is young', async () => {
    const { tokens, renewals } = createTestTokens('too-young');
    const { service, calls } = createTestService(() => new Response(null, { status: 401 }), { tokens });
    expect(await service.addWebhook(PAIR)).toMatchObject({
      kind: 'refused',
      problem: { kind: 'unauthorized' },
    });
    expect(calls).toHaveLength(1);
    expect(renewals).toHaveLength(1);
  });

  const refusing = (isAccepted: (call: SentRequest) => boolean, headers: Record<string, string> = {}) => {
    const { clock, advance } = virtualTime();
    const { tokens, refused } = createTestTokens();
    const answer = (call: SentRequest) =>
      isAccepted(call) ? ok() : new Response(null, { status: 401, headers });
    return { ...createTestService(answer, { tokens, platform: clock }), refused, advance };
  };

  test('to everything for a minute ends the session', async () => {
    const { service, refused, advance } = refusing(() => false);
    await service.readCall('a');
    await advance(30_000);
    await service.readCall('a');
    expect(refused).toEqual([]);
    await advance(30_000);
    expect(refused).toHaveLength(1);
  });

  test('of a web server’s password ends no session', async () => {
    const { service, refused, advance } = refusing(() => false, { 'WWW-Authenticate': 'Basic realm="Ops"' });
    for (let round = 0; round < 5; round += 1) {
      await service.readCall('a');
      await advance(30_000);
    }
    expect(refused).toEqual([]);
  });

  test('to one request alone ends no session', async () => {
    const { service, refused, advance } = refusing(() => false);
    await service.addWebhook(PAIR);
    await advance(600_000);
    expect(refused).toEqual([]);
  });

  test('to half of the calls ends no session', async () => {
    const { service, refused, advance } = refusing(({ url }) => url.endsWith('=good'));
    for (let round = 0; round < 20; round += 1) {
      await service.readCall('bad');
      await service.readCall('good');
      await advance(10_000);
    }
    expect(refused).toEqual([]);
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
