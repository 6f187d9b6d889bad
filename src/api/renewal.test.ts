import { expect, test } from 'playwright/test';
import type { TokenSource } from './request.ts';
import { PAIR, serviceOf, tokensOf, WRITES, type Call } from './testing/service-kit.ts';

const ok = (): Response => new Response('{"status":"in-progress"}', { status: 200 });
const tokenOf = ({ init }: Call): string => new Headers(init.headers).get('authorization') ?? '';
const refusingOld = (call: Call): Response =>
  tokenOf(call) === 'Bearer token-1' ? new Response(null, { status: 401 }) : ok();

test.describe('401', () => {
  test('ten requests refused at once: one renewal, each replayed once with the new token', async () => {
    const { tokens, renewals } = tokensOf();
    const { service, calls } = serviceOf(refusingOld, { tokens });
    const ids = Array.from({ length: 10 }, (_, index) => `c-${index}`);
    const reads = await Promise.all(ids.map((id) => service.readCall(id)));
    expect(reads.every(({ kind }) => kind === 'record')).toBe(true);
    expect(renewals).toEqual(['token-1']);
    for (const id of ids) {
      const sent = calls.filter(({ url }) => url.endsWith(`=${id}`)).map(tokenOf);
      expect(sent.at(-1)).toBe('Bearer token-2');
      // Whoever waited for its turn during the renewal went out with the new token at once.
      expect(sent.length).toBeLessThanOrEqual(2);
    }
  });

  test('a write refused once is replayed with the same method, address and body', async () => {
    for (const write of Object.values(WRITES)) {
      const { service, calls } = serviceOf(refusingOld);
      expect(await write(service)).toMatchObject({ kind: 'accepted' });
      expect(calls.map(tokenOf)).toEqual(['Bearer token-1', 'Bearer token-2']);
      const [first, second] = calls.map(({ url, init: { method, body } }) => ({ url, method, body }));
      expect(second).toEqual(first);
    }
  });

  test('the replay that gets no answer is unknown, and not the 401 before it', async () => {
    const { service } = serviceOf((call, index) => {
      if (index === 0) return refusingOld(call);
      throw new TypeError('Failed to fetch');
    });
    expect(await service.addWebhook(PAIR)).toMatchObject({ kind: 'unknown', problem: { kind: 'network' } });
  });

  test('leaving while the renewal runs: the refused request was not executed, so nothing was sent', async () => {
    const controller = new AbortController();
    const tokens: TokenSource = {
      freshToken: async () => 'token-1',
      renew: () => {
        controller.abort();
        return new Promise(() => undefined);
      },
    };
    const { service } = serviceOf(refusingOld, { tokens });
    expect(await service.addWebhook(PAIR, { signal: controller.signal })).toMatchObject({
      kind: 'not-sent',
      problem: { kind: 'aborted', status: 401 },
    });
  });

  test('called off before its second try: not sent, and it says what turned the first one away', async () => {
    const turn = new AbortController();
    const tokens: TokenSource = {
      freshToken: async () => 'token-1',
      renew: async () => (turn.abort(), 'renewed'),
    };
    const { service, calls } = serviceOf(refusingOld, { tokens });
    expect(await service.addWebhook(PAIR, { turn: turn.signal })).toMatchObject({
      kind: 'not-sent',
      problem: { kind: 'aborted', status: 401 },
    });
    expect(calls).toHaveLength(1);
  });
});
