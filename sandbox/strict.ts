import { isRecord } from '../src/lib/is-record.ts';
import { readJson } from '../src/lib/json.ts';
import type { Operation } from './misbehaviour.ts';

export type Received = {
  method: string;
  path: string;
  search: string;
  accept: string | null;
  contentType: string | null;
  cookie: string | null;
  body: string;
};

export type Fault = { status: 400 | 404 | 405 | 415 | 422; message: string; allow?: string };

/** `provider` is the name in place of "provider" in the identifiers. */
export type Accepted =
  | { operation: 'read'; callId: string }
  | { operation: 'save'; provider: string; fields: Record<string, string> }
  | { operation: 'delete'; provider: string }
  | { operation: 'attach' | 'detach'; webhookId: string; campaignId: string };

type Route = { operation: Operation; method: string; keys: readonly string[]; provider: string };

const PROVIDER_NAMES = ['provider', 'acme'];
const PREFIX = '/api/v3';
const PAIR = ['webhookId', 'campaignId'];
const VOICE_PROVIDERS = ['PROVIDER_A', 'PROVIDER_B'];

const ROUTES = new Map<string, Route>([
  [`${PREFIX}/call_status`, { operation: 'read', method: 'GET', keys: ['callId'], provider: '' }],
  [`${PREFIX}/add_webhook_campaingn`, { operation: 'attach', method: 'POST', keys: PAIR, provider: '' }],
  [`${PREFIX}/remove_webhook_campaingn`, { operation: 'detach', method: 'POST', keys: PAIR, provider: '' }],
  ...PROVIDER_NAMES.flatMap((provider): [string, Route][] => [
    [`${PREFIX}/update_${provider}`, { operation: 'save', method: 'POST', keys: [], provider }],
    [`${PREFIX}/delete_${provider}`, { operation: 'delete', method: 'DELETE', keys: [], provider }],
  ]),
]);

/** A base URL may have a path: the sandbox also answers under this one. */
const BASE_PATH = '/tenant/x';

const fault = (status: Fault['status'], message: string): Fault => ({ status, message });

export const routeOf = (method: string, path: string): Route | Fault => {
  const route = ROUTES.get(path.startsWith(`${BASE_PATH}/`) ? path.slice(BASE_PATH.length) : path);
  if (!route) return fault(404, `there is no path ${path}`);
  if (route.method === method) return route;
  return { ...fault(405, `${path} takes ${route.method}, not ${method}`), allow: route.method };
};

const queryFault = (search: string, keys: readonly string[]): Fault | undefined => {
  const query = new URLSearchParams(search);
  for (const key of query.keys()) {
    if (!keys.includes(key)) return fault(400, `the query key ${JSON.stringify(key)} is not expected`);
  }
  for (const key of keys) {
    const values = query.getAll(key);
    if (values.length === 0) return fault(400, `the query key ${key} is missing`);
    if (values.length > 1) return fault(400, `the query key ${key} is there ${values.length} times`);
    if (!values[0]?.trim()) return fault(400, `the query key ${key} is blank`);
  }
  return undefined;
};

const headerFault = (received: Received, takesBody: boolean): Fault | undefined => {
  const accepted = received.accept?.split(',').map((part) => part.split(';')[0]?.trim().toLowerCase());
  if (!accepted?.includes('application/json')) return fault(400, 'Accept must name application/json');
  if (received.cookie !== null) return fault(400, 'a Cookie is not expected');
  if (takesBody) {
    return /^application\/json(\s*;\s*charset="?utf-8"?)?$/i.test(received.contentType ?? '')
      ? undefined
      : fault(415, `Content-Type must be application/json, not ${received.contentType ?? 'absent'}`);
  }
  if (received.contentType !== null) return fault(400, 'a Content-Type is not expected: there is no body');
  return received.body === '' ? undefined : fault(400, 'a body is not expected');
};

const fieldFault = (fields: Record<string, unknown>, provider: string): Fault | undefined => {
  const required = [`${provider}AccountSid`, `${provider}AuthToken`, `${provider}PhoneNumber`];
  const unknown = Object.keys(fields).find((key) => key !== 'voiceProvider' && !required.includes(key));
  if (unknown !== undefined) return fault(422, `the field ${JSON.stringify(unknown)} is not expected`);
  for (const key of required) {
    const value = fields[key];
    if (value === undefined) return fault(422, `the field ${key} is missing`);
    if (typeof value !== 'string') return fault(422, `the field ${key} must be a string`);
    if (!value.trim()) return fault(422, `the field ${key} is blank`);
  }
  const voiceProvider = fields['voiceProvider'];
  if (voiceProvider === undefined || VOICE_PROVIDERS.some((known) => known === voiceProvider))
    return undefined;
  return fault(422, `the field voiceProvider must be ${VOICE_PROVIDERS.join(' or ')}`);
};

export const inspect = (received: Received): Accepted | Fault => {
  const route = routeOf(received.method, received.path);
  if ('status' in route) return route;
  const { operation, provider } = route;
  const wrong = headerFault(received, operation === 'save') ?? queryFault(received.search, route.keys);
  if (wrong) return wrong;
  const query = new URLSearchParams(received.search);
  switch (operation) {
    case 'read':
      return { operation, callId: query.get('callId') ?? '' };
    case 'attach':
    case 'detach':
      return {
        operation,
        webhookId: query.get('webhookId') ?? '',
        campaignId: query.get('campaignId') ?? '',
      };
    case 'delete':
      return { operation, provider };
    case 'save': {
      const body = readJson(received.body);
      if (!body) return fault(400, 'the body is not JSON');
      if (!isRecord(body.value)) return fault(422, 'the body must be a JSON object');
      const badField = fieldFault(body.value, provider);
      if (badField) return badField;
      const fields = Object.entries(body.value).map(([key, value]): [string, string] => [key, String(value)]);
      return { operation, provider, fields: Object.fromEntries(fields) };
    }
  }
};
