import { expect, test } from 'playwright/test';
import { PAIR, serviceOf, type Call } from '#src/api/testing/service-kit.ts';
import { settle, until } from '#src/auth/testing/fixture-server.ts';
import { signedInPage } from '#src/auth/testing/fixture-session.ts';
import { observe } from '#src/features/calls/call/history.ts';
import { nextCheck } from '#src/features/calls/call/next-check.ts';
import { record, RULES, seenAfter, STATUSES } from '#src/features/calls/call/testing/call-kit.ts';
import * as runs from '#src/features/webhooks/run/testing/runner-kit.ts';
import { parseTimestamp } from '#src/lib/timestamp.ts';

// What can go wrong with the session and the browser, on a read and on a write. What goes wrong on the way to the service
// is in src/api/fault-matrix.test.ts.

const MINUTE = 60_000;
const CALL = (): Response => Response.json({ status: 'in-progress' });
const tokenOf = ({ init }: Call): string => new Headers(init.headers).get('authorization') ?? '';

let undo: (() => unknown)[] = [];
const { fetch } = globalThis;

test.afterEach(() => {
  globalThis.fetch = fetch;
  for (const act of undo) act();
  undo = [];
});

/** A page with somebody signed in, and a service that refuses the first token once `expire` was called. */
const signedInService = async (answer = CALL, over: Parameters<typeof serviceOf>[1] = {}) => {
  const page = await signedInPage();
  let isExpired = false;
  const answering = (call: Call) =>
    isExpired && tokenOf(call) === `Bearer ${page.token}` ? runs.fail(401) : answer();
  return {
    ...page,
    ...serviceOf(answering, { tokens: page.session, ...over }),
    expire: () => {
      isExpired = true;
    },
  };
};

const unreachable = { intercept: () => Promise.reject(new TypeError('Failed to fetch')) };

/** When the next check is due after an answer that came at this time of both clocks, in milliseconds. */
const nextAfter = (at: number, mono: number): number | false => {
  const seen = observe(
    seenAfter(record({ status: 'ringing' })),
    { read: record({ status: 'in-progress' }), at, mono },
    RULES,
  );
  const rules = { intervalMs: 5000, statuses: STATUSES, keepTrying: false, random: 0.5, isBackingOff: false };
  return nextCheck(seen, { ...rules, now: mono });
};

type Side = () => Promise<void>;

const ROWS: Record<string, { read?: Side; write?: Side }> = {
  '401 in the middle of polling': {
    read: async () => {
      const { service, server, expire } = await signedInService();
      expire();
      const reads = await Promise.all(runs.pairsOf(10).map(({ webhookId }) => service.readCall(webhookId)));
      expect(reads.every(({ kind }) => kind === 'record')).toBe(true);
      expect(server.tokenRequests()).toHaveLength(1);
    },
  },
  'the token expires while a write is on its way': {
    write: async () => {
      const { service, session, server, token, calls, expire } = await signedInService();
      expire();
      const [outcome] = await Promise.all([service.addWebhook(PAIR), session.renew(token)]);
      expect(outcome).toMatchObject({ kind: 'accepted' });
      // Refused, and sent once more with the token that another renewal had brought.
      expect(calls.length).toBeLessThanOrEqual(2);
      expect(server.tokenRequests()).toHaveLength(1);
    },
  },
  'the token expires and the identity provider is down': {
    read: async () => {
      const { service, session, server, page, expire } = await signedInService();
      expire();
      Object.assign(server, unreachable);
      expect(await service.readCall('a')).toMatchObject({ problem: { kind: 'unauthorized', status: 401 } });
      expect(session.getState().state).toBe('active');
      server.intercept = async () => undefined;
      await page.pass(3);
      await until(() => server.tokenRequests().length > 1);
      await settle();
      expect(await service.readCall('a')).toMatchObject({ kind: 'record' });
    },
    write: async () => {
      const { service, session, server, page, calls, expire } = await signedInService();
      expire();
      Object.assign(server, unreachable);
      expect(await service.addWebhook(PAIR)).toMatchObject({
        kind: 'refused',
        problem: { kind: 'unauthorized' },
      });
      expect(calls).toHaveLength(1);
      expect([session.getState().state, page.navigated]).toEqual(['active', []]);
    },
  },
  'the identity provider says invalid_grant': {
    read: async () => {
      const { service, session, server, expire } = await signedInService();
      expire();
      server.live.clear();
      expect(await service.readCall('a')).toMatchObject({ problem: { kind: 'session-ended', status: 401 } });
      expect(session.getState().state).toBe('expired');
    },
    write: async () => {
      const { service, server, page, calls, expire } = await signedInService();
      expire();
      server.live.clear();
      expect(await service.addWebhook(PAIR)).toMatchObject({
        kind: 'refused',
        problem: { kind: 'session-ended' },
      });
      expect(await service.addWebhook(PAIR)).toMatchObject({ kind: 'not-sent' });
      expect(calls).toHaveLength(1);
      // Nobody is sent away from what they typed.
      expect([page.navigated, page.reloads]).toEqual([[], 0]);
    },
  },
  'the clock is ten minutes off': {
    read: async () => {
      for (const [off, renewals] of [
        [-10, 0],
        // It may as well have slept: asked once too often, and nobody is signed out.
        [10, 1],
      ] as const) {
        const { service, session, server, page } = await signedInService();
        page.clock.wall += off * MINUTE;
        expect(await service.readCall('a')).toMatchObject({ kind: 'record' });
        expect(session.getState().state).toBe('active');
        expect(server.tokenRequests()).toHaveLength(renewals);
        expect(nextAfter(15_000 + off * MINUTE, 15_000)).toBe(5000);
      }
    },
    write: async () => {
      for (const [off, least, most] of [
        [-10, 290_000, 300_000],
        [10, Number.NaN, Number.NaN],
      ] as const) {
        const date = new Date(Date.now() + MINUTE).toUTCString();
        const { service } = serviceOf(() => runs.fail(429, { 'Retry-After': date }), {
          surroundings: { epochNow: () => Date.now() + off * MINUTE },
        });
        expect(await service.addWebhook(PAIR)).toMatchObject({ kind: 'refused' });
        const left = (service.pace.heldUntil() ?? Number.NaN) - performance.now();
        // Never longer than five minutes.
        if (off > 0) expect(left).toBeNaN();
        else expect(left > least && left <= most).toBe(true);
      }
    },
  },
  'eight hours of sleep': {
    read: async () => {
      const { service, server, page, token, calls } = await signedInService();
      page.clock.wall += 480 * MINUTE;
      page.fire('wake');
      expect(await service.readCall('a')).toMatchObject({ kind: 'record' });
      expect(server.tokenRequests()).toHaveLength(1);
      expect(calls.map(tokenOf)).not.toContain(`Bearer ${token}`);
    },
    write: async () => {
      const timers: (() => void)[] = [];
      const after = (_: number, act: () => void) => (timers.push(act), () => undefined);
      const { service, calls } = serviceOf(() => new Promise<never>(() => undefined), {
        surroundings: { after },
      });
      const pending = service.addWebhook(PAIR);
      await until(() => calls.length === 1);
      for (const wake of timers) wake();
      expect(await pending).toMatchObject({ kind: 'unknown', problem: { kind: 'timeout' } });
      expect(calls).toHaveLength(1);
    },
  },
  'back and forward': {
    read: async () => {
      const { service, page, calls } = await signedInService();
      // Signed out in another tab meanwhile.
      page.browser.entries.clear();
      page.fire('restored');
      expect(await service.readCall('a')).toMatchObject({ problem: { kind: 'session-ended' } });
      expect(calls).toEqual([]);
    },
    write: async () => {
      const cut = (): never => {
        throw new TypeError('Failed to fetch');
      };
      const { service, calls } = serviceOf(cut, { surroundings: { isLeaving: () => true } });
      expect(await service.addWebhook(PAIR)).toMatchObject({ kind: 'unknown' });
      expect(calls).toHaveLength(1);
      // A read that ends with the page says nothing of the service.
      expect(await service.readCall('a')).toMatchObject({ problem: { kind: 'aborted' } });
    },
  },
  'another time zone, or a change of summer time': {
    read: async () => {
      const zone = process.env['TZ'];
      undo.push(() => (zone === undefined ? delete process.env['TZ'] : (process.env['TZ'] = zone)));
      for (const name of ['UTC', 'America/New_York', 'Australia/Lord_Howe', 'Europe/London']) {
        process.env['TZ'] = name;
        const epochMs = Date.UTC(2026, 2, 29, 1, 30);
        expect(parseTimestamp('2026-03-29T01:30:00Z')).toMatchObject({ kind: 'instant', epochMs });
        expect(parseTimestamp(epochMs)).toMatchObject({ kind: 'instant', epochMs });
        expect(parseTimestamp('2026-03-29T01:30:00')).toEqual({ kind: 'local', text: '2026-03-29T01:30:00' });
        expect(nextAfter(epochMs, 15_000)).toBe(5000);
      }
    },
  },
};

for (const [fault, sides] of Object.entries(ROWS)) {
  for (const side of ['read', 'write'] as const) {
    const act = sides[side];
    if (act) test(`fault matrix, ${side}: ${fault}`, act);
  }
}
