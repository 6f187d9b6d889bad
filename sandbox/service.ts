import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { answer, carryOut, type Answer } from './answers.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { createBearerCheck, type Caller } from './bearer.ts';
import { json, type Body } from './bodies.ts';
import { planOf, recordOf } from './calls.ts';
import { behaviourOf, parseSentinel } from './misbehaviour.ts';
import {
  addToLog,
  countRequest,
  createStates,
  digestOf,
  withoutSecret,
  type LogEntry,
  type PersonState,
} from './state.ts';
import { readJson } from '../src/lib/json.ts';
import { inspect, routeOf, type Accepted, type Received } from './strict.ts';

type ServiceFacts = Pick<AuthorizationServer, 'issuer' | 'publicKeys' | 'introspect'> & {
  origin: string;
  consoleOrigin: string;
  /** Milliseconds since 1970. */
  now?: () => number;
};

type Done = { did: LogEntry['did']; status: number; body: Body };

const problem = (status: number, message: string, headers: Record<string, string> = {}): Answer =>
  answer(
    status,
    {
      type: 'application/problem+json',
      text: JSON.stringify({ title: 'Not as the interface says', status, message }),
    },
    headers,
  );

/** The value that may be a sentinel, and the key that counts repeated requests. */
const sentinelValue = (accepted: Accepted, state: PersonState): string => {
  switch (accepted.operation) {
    case 'read':
      return accepted.callId;
    case 'save':
      return accepted.fields[`${accepted.provider}AccountSid`] ?? '';
    case 'delete':
      return state.lastAccountSid;
    case 'attach':
    case 'detach':
      return parseSentinel(accepted.webhookId) ? accepted.webhookId : accepted.campaignId;
  }
};

const perform = (accepted: Accepted, state: PersonState, at: { now: number; request: number }): Done => {
  switch (accepted.operation) {
    case 'read': {
      const plan = planOf(accepted.callId);
      if (!plan) return { did: null, status: 404, body: json({ message: 'call not found' }) };
      const firstAsked = state.firstAsked.get(accepted.callId) ?? at.now;
      state.firstAsked.set(accepted.callId, firstAsked);
      const record = recordOf(plan, { firstAsked, now: at.now, question: at.request });
      return { did: 'read', status: 200, body: json(record) };
    }
    case 'save': {
      const { provider, fields } = accepted;
      const secret = `${provider}AuthToken`;
      state.lastAccountSid = fields[`${provider}AccountSid`] ?? '';
      state.provider = { ...fields, [secret]: digestOf(fields[secret] ?? '') };
      return { did: 'saved', status: 200, body: json({ message: 'provider configuration updated' }) };
    }
    case 'delete': {
      const message = state.provider
        ? 'provider configuration deleted'
        : 'there was no provider configuration';
      state.provider = null;
      return { did: 'deleted', status: 200, body: json({ message }) };
    }
    case 'attach':
    case 'detach': {
      const { operation, webhookId, campaignId } = accepted;
      const key = JSON.stringify([webhookId, campaignId]);
      const was = state.attached.has(key);
      if (operation === 'attach') {
        state.attached.set(key, { webhookId, campaignId });
        const message = was ? 'webhook was attached already' : 'webhook attached';
        return { did: 'attached', status: 200, body: json({ message, webhookId, campaignId }) };
      }
      state.attached.delete(key);
      const message = was ? 'webhook detached' : 'webhook was not attached';
      return { did: 'detached', status: 200, body: json({ message, webhookId, campaignId }) };
    }
  }
};

const logEntry = (received: Received, caller: Caller, at: number): LogEntry => ({
  at,
  method: received.method,
  path: received.path,
  query: [...new URLSearchParams(received.search)],
  accept: received.accept,
  contentType: received.contentType,
  tokenId: caller.tokenId,
  tokenExpired: caller.expired,
  body: received.body === '' ? null : withoutSecret(readJson(received.body)?.value ?? received.body),
  did: null,
  answer: null,
});

/**
 * The service, on its own origin. Verifies the access token (RFC 9068), refuses what the interface does not define, keeps one
 * state per person, and misbehaves for sentinels.
 */
export const createService = ({
  origin,
  consoleOrigin,
  issuer,
  publicKeys,
  introspect,
  now = Date.now,
}: ServiceFacts): RequestListener => {
  const states = createStates();
  const identify = createBearerCheck({ issuer, audience: origin, publicKeys, introspect, now });
  const app = new Hono<{ Bindings: HttpBindings; Variables: { corsBlocked: true } }>();

  app.use(async (c, next) => {
    await next();
    if (c.get('corsBlocked')) c.res.headers.delete('Access-Control-Allow-Origin');
  });
  app.use(
    cors({
      origin: consoleOrigin,
      allowMethods: ['GET', 'POST', 'DELETE'],
      allowHeaders: ['Authorization', 'Content-Type', 'Accept'],
      exposeHeaders: ['Retry-After', 'X-Request-Id'],
      maxAge: 600,
    }),
  );

  app.on(['GET', 'DELETE'], '/sandbox/:what{log|state}', async (c) => {
    const bearer = await identify(c.req.header('authorization'));
    if (!bearer.caller) return c.json({ message: bearer.fault }, 401);
    const { sub } = bearer.caller;
    if (c.req.method === 'DELETE') {
      states.forget(sub);
      return c.body(null, 204);
    }
    const state = states.of(sub);
    if (c.req.param('what') === 'log') return c.json({ entries: state.log });
    return c.json({
      provider: state.provider,
      attached: [...state.attached.values()],
      calls: Object.fromEntries(state.firstAsked),
    });
  });

  app.all('*', async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const received: Received = {
      method: c.req.method,
      path: pathname,
      search,
      accept: c.req.header('accept') ?? null,
      contentType: c.req.header('content-type') ?? null,
      cookie: c.req.header('cookie') ?? null,
      body: await c.req.text(),
    };
    const bearer = await identify(c.req.header('authorization'));
    const state = bearer.caller ? states.of(bearer.caller.sub) : undefined;
    const entry = bearer.caller && logEntry(received, bearer.caller, now());
    if (state && entry) addToLog(state, entry);

    const isTaken = state?.count?.(now()) ?? true;
    const respond = async (): Promise<Answer> => {
      const route = routeOf(received.method, received.path);
      if ('status' in route)
        return problem(route.status, route.message, route.allow ? { Allow: route.allow } : {});
      if (!bearer.caller || bearer.caller.expired || !state) {
        return problem(401, bearer.fault ?? 'the access token has expired', {
          'WWW-Authenticate': 'Bearer error="invalid_token"',
        });
      }
      if (!isTaken) return problem(429, 'too many requests');
      const accepted = inspect(received);
      if ('status' in accepted) return problem(accepted.status, accepted.message);

      const { operation } = accepted;
      const { tokenId } = bearer.caller;
      const value = sentinelValue(accepted, state);
      const key = `${operation} ${value}`;
      const request = countRequest(state, key);
      const behaviour = behaviourOf(parseSentinel(value), { operation, request });
      return carryOut(behaviour, {
        incoming: c.env.incoming,
        origin,
        now,
        sent: accepted.operation === 'save' ? Object.values(accepted.fields) : [value],
        tokenIsRefused: () => {
          const refused = state.refusedTokens.get(key) ?? tokenId;
          state.refusedTokens.set(key, refused);
          return refused === tokenId;
        },
        act: () => {
          const { did, ...usual } = perform(accepted, state, { now: now(), request });
          if (entry) entry.did = did;
          return usual;
        },
      });
    };

    const { response, status, corsBlocked } = await respond();
    if (entry) entry.answer = status;
    if (corsBlocked) c.set('corsBlocked', true);
    if (status !== 'dropped') response.headers.set('X-Request-Id', randomUUID());
    return response;
  });

  return getRequestListener((request, bindings) => app.fetch(request, bindings), {
    overrideGlobalObjects: false,
  });
};
