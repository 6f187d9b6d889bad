import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'playwright/test';
import { computeCheckDelay } from '#src/features/calls/call/call.ts';
import { addCheck } from '#src/features/calls/call/history.ts';
import { record, RULES, historyAfter, STATUSES } from '#src/features/calls/call/testing/call-kit.ts';
import { describeOutcome } from '#src/outcomes/messages.ts';
import type { Outcome } from './outcome.ts';
import { browserPlatform, createService } from './client.ts';
import { createQueue } from './queue.ts';
import {
  answer,
  FAULT_ROWS,
  type Expected,
  type Fetch,
  type Handle,
  type NextCheckTime,
  type FaultVariant,
} from './testing/fault-rows.ts';
import { createTestConfig, PAGE, createTestTokens, WRITES } from './testing/service-kit.ts';

// Every fault between this page and the service, on a read and on the four writes, against a real server.

const NEXT_MS: Record<NextCheckTime, number | false> = {
  'at the usual time': 5000,
  later: 5000,
  slowly: 15_000,
  'not at all': false,
};
const TITLES: Record<Outcome['kind'], readonly [title: RegExp, action: string | undefined]> = {
  accepted: [/^Attached$/, undefined],
  refused: [/^Refused: /, 'Retry'],
  unknown: [/^Unknown: /, 'Send again'],
  'not-sent': [/^Not sent$/, 'Retry'],
};
const WORDS = { done: 'Attached', check: 'check the campaign', notFound: '' };
let server: Server;
let origin: string;
let handle: Handle;
let received = 0;

test.beforeAll(async () => {
  server = createServer((request, response) => {
    received += 1;
    handle(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

test.afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** A service that fails in this way, and a check of how many requests it received. */
const arrange = (variant: FaultVariant, { requests = 1, renewals = 0, waitMs }: Expected) => {
  handle = variant.handle ?? answer(200);
  received = 0;
  const { tokens, renewals: renewed } = createTestTokens();
  const config = createTestConfig();
  const queue = createQueue(config.api);
  const real: Fetch = (url, init) => fetch(url.replace('https://service.example', origin), init);
  const usual = { ...browserPlatform, fetch: real, isOnline: () => true };
  const platform = { ...usual, ...variant.platform?.(real) };
  const service = createService(config, tokens, { pageOrigin: PAGE, queue, platform });
  const expectTraffic = (): void => {
    expect([received, renewed.length]).toEqual([requests, renewals]);
    const left = (queue.store.getState().waitUntil ?? Number.NaN) - performance.now();
    if (!waitMs) return expect(left).toBeNaN();
    expect(left).toBeGreaterThan(waitMs[0]);
    expect(left).toBeLessThanOrEqual(waitMs[1]);
  };
  return { service, expectTraffic };
};

for (const { fault, variants, read, write } of FAULT_ROWS) {
  const name = `${fault} (${Object.keys(variants).join(', ').slice(0, 20)})`;

  test(`read: ${name}`, async () => {
    for (const variant of Object.values(variants)) {
      const { service, expectTraffic } = arrange(variant, read);
      const got = await service.readCall('c-1');
      expect(got).toMatchObject(read.outcome);
      expectTraffic();
      // A fault never removes earlier history.
      const before = historyAfter(record({ status: 'in-progress' }));
      const history = addCheck(before, { read: got, at: 15_000, mono: 15_000 }, RULES);
      expect(history.last?.record.status).toBe('in-progress');
      const rules = { intervalMs: 5000, statuses: STATUSES };
      expect(computeCheckDelay(history, rules)).toBe(NEXT_MS[read.next]);
    }
  });

  test(`write: ${name}`, async () => {
    for (const variant of Object.values(variants)) {
      for (const send of Object.values(WRITES)) {
        const { service, expectTraffic } = arrange(variant, write);
        const outcome = await send(service);
        expect(outcome).toMatchObject(write.outcome);
        expectTraffic();
        const message = describeOutcome(outcome, WORDS, service.origins);
        const [title, action] = TITLES[outcome.kind];
        expect(message.title).toMatch(title);
        expect(message.action).toBe(action);
      }
    }
  });
}
