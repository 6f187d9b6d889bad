import * as z from 'zod/mini';
import { BASE } from '#src/lib/base.ts';

// zod's compiled mode calls `new Function`, which the content security policy reports.
z.config({ jitless: true });

/** Below `api.baseUrl`. */
export const API_PATH = '/api/v3';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export const isSecure = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));

const isAllowedUrl = (value: string, allowed: { query: boolean }): boolean => {
  // Other code uses it as text: no spaces, backslashes, user info or missing slash.
  if (!/^https?:\/\/[^\s\\@]+$/i.test(value) || !URL.canParse(value)) return false;
  return isSecure(new URL(value)) && !value.includes('#') && (allowed.query || !value.includes('?'));
};

const URL_HINT =
  'must be an https address without user name, query or fragment (http only for localhost and 127.0.0.1)';

// `custom` for every rule: a type with a check makes three schemas of each, in every start.
const string = (hint: string, holds: (value: string) => boolean) =>
  z.custom<string>((value) => typeof value === 'string' && holds(value), hint);
const number = (hint: string, holds: (value: number) => boolean) =>
  z.custom<number>((value) => typeof value === 'number' && holds(value), hint);

/** Of an address to which the console adds an ending: the ending is often copied along. */
const addressWithout = (ending: RegExp, hint: string, holds: (value: string) => boolean) =>
  z.custom<string>((value) => typeof value === 'string' && !ending.test(value) && holds(value), {
    error: ({ input }) =>
      typeof input === 'string' && ending.test(input)
        ? `must be ${JSON.stringify(input.replace(ending, ''))} (the console adds the rest itself)`
        : hint,
  });

const text = (hint: string) => string(hint, (value) => value.trim() !== '');
const isHttpUrl = (value: string) => isAllowedUrl(value, { query: false });
const httpUrl = () => string(URL_HINT, isHttpUrl);
const isEndpoint = (value: string) => isAllowedUrl(value, { query: true });
const endpoint = () => string(URL_HINT, isEndpoint);
// An absolute URI without fragment, of any scheme (RFC 8707, section 2).
const isResource = (value: unknown): boolean =>
  [value].flat().length > 0 &&
  [value].flat().every((one) => typeof one === 'string' && URL.canParse(one) && !one.includes('#'));
const between = (minimum: number, maximum: number, unit = '') =>
  number(
    `must be a number from ${minimum} to ${maximum}${unit}`,
    (value) => value >= minimum && value <= maximum,
  );
const wholeBetween = (minimum: number, maximum: number) =>
  number(
    `must be a whole number from ${minimum} to ${maximum}`,
    (value) => Number.isInteger(value) && value >= minimum && value <= maximum,
  );
const object = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `is not a known key; known here: ${Object.keys(shape).join(', ')}`
        : `must be an object with the keys ${Object.keys(shape).join(', ')}`,
  });

/** The console sets these itself (RFC 6749, RFC 7636, OpenID Connect Core). */
const OWN_PARAMETERS = new Set(
  'client_id client_secret code_challenge code_challenge_method id_token_hint nonce redirect_uri request request_uri response_mode response_type scope state'.split(
    ' ',
  ),
);
const LOGOUT_OWN_PARAMETERS = new Set(['client_id', 'id_token_hint', 'post_logout_redirect_uri', 'state']);
const parameters = (own: ReadonlySet<string>) =>
  z
    .record(z.string(), z.string('must be a text'), 'must be an object of texts')
    .check(
      z.refine(
        (value) => !Object.keys(value).some((key) => own.has(key)),
        `must not name what the console sets itself: ${[...own].join(', ')}`,
      ),
    );

const TONES = ['live', 'ok', 'bad', 'warn', 'other'] as const;

const statusSchema = object({
  label: text('must be the text to show'),
  tone: z.enum(TONES, `must be one of ${TONES.join(', ')}`),
  final: z.boolean('must be true (the call has ended) or false'),
});

export type StatusMeaning = z.infer<typeof statusSchema>;

const KNOWN_STATUSES: Record<string, StatusMeaning> = {
  'in-progress': { label: 'In progress', tone: 'live', final: false },
  completed: { label: 'Completed', tone: 'ok', final: true },
  failed: { label: 'Failed', tone: 'bad', final: true },
};

const metadataSchema = object({
  issuer: z.optional(httpUrl()),
  authorization_endpoint: z.optional(endpoint()),
  token_endpoint: z.optional(endpoint()),
  end_session_endpoint: z.optional(endpoint()),
  userinfo_endpoint: z.optional(endpoint()),
  revocation_endpoint: z.optional(endpoint()),
  jwks_uri: z.optional(endpoint()),
});

const VOICE_PROVIDERS = ['PROVIDER_A', 'PROVIDER_B'].map((value) => ({ value, label: value }));

const hasUniqueValues = (choices: readonly { value: string }[]): boolean =>
  choices.length > 0 && new Set(choices.map(({ value }) => value)).size === choices.length;

const providerSchema = object({
  identifier: z._default(
    string('must start with a letter and hold letters, digits, _ or - only', (value) =>
      /^[A-Za-z][A-Za-z0-9_-]*$/.test(value),
    ),
    'provider',
  ),
  voiceProviderField: z._default(
    string(
      'must be the name of a field, and not that of the account SID, auth token or phone number',
      (value) => /^(?!.*(?:AccountSid|AuthToken|PhoneNumber)$)\S+$/.test(value),
    ),
    'voiceProvider',
  ),
  voiceProviders: z._default(
    z
      .array(
        object({ value: text('must be the value to send'), label: text('must be the text to show') }),
        'must be a list of { value, label }',
      )
      .check(z.refine(hasUniqueValues, 'must name at least one choice, and each value once')),
    VOICE_PROVIDERS,
  ),
});

const callsSchema = object({
  statuses: z._default(
    z
      .record(z.string(), statusSchema, 'must be an object of statuses')
      .check(z.refine((value) => !Object.hasOwn(value, ''), 'must not hold a status without a name')),
    {},
  ),
  checkSeconds: z._default(between(1, 3600, ' seconds'), 5),
  stuckMinutes: z._default(between(1, 10_080, ' minutes'), 30),
  examples: z._default(z.array(text('must be a call ID'), 'must be a list of call IDs'), []),
});

const isPattern = (value: string): boolean => {
  try {
    return value.length <= 200 && new RegExp(value, 'u').source !== '';
  } catch {
    return false;
  }
};
const pattern = () => string('must be a regular expression of at most 200 characters', isPattern);

const webhooksSchema = object({
  campaignIdPattern: z.optional(pattern()),
  webhookIdPattern: z.optional(pattern()),
});

export const AREA_NAMES = ['calls', 'webhooks', 'provider'] as const;
export type AreaName = (typeof AREA_NAMES)[number];

const AREAS = AREA_NAMES.join(', ');

const rolesSchema = object({
  claim: text('must be the name of a claim such as "realm_access.roles"'),
  areas: z.record(
    z.string(),
    z.array(z.enum(AREA_NAMES, `must be one of ${AREAS}`), `must be a list of areas: ${AREAS}`),
    'must be an object of lists of areas',
  ),
});

const BASE_URL_HINT = `${URL_HINT}, or "" if the service shares this page's origin`;

/** docs/configuration.md is generated from this. */
export const configSchema = object({
  title: z._default(text('must be a name such as "Acme voice campaigns"'), 'Telephony Campaign Console'),
  environment: z.optional(text('must be a name such as "Production"')),
  environments: z._default(
    z.array(
      object({ name: text('must be a name such as "Staging"'), url: endpoint() }),
      'must be a list of { name, url }',
    ),
    [],
  ),
  api: object({
    baseUrl: addressWithout(
      new RegExp(`/+${API_PATH.slice(1)}(/+\\w*)?$`, 'i'),
      BASE_URL_HINT,
      (value) => value === '' || isHttpUrl(value),
    ),
    readTimeoutSeconds: z._default(between(0.1, 600, ' seconds'), 10),
    writeTimeoutSeconds: z._default(between(0.1, 600, ' seconds'), 30),
    maxConcurrentReads: z._default(wholeBetween(1, 100), 6),
    maxConcurrentWrites: z._default(wholeBetween(1, 100), 4),
    maxRequestsPerSecond: z._default(between(0.1, 1000), 20),
    requestIdHeader: z.optional(
      string('must be the name of a header such as "X-Request-Id"', (value) =>
        /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(value),
      ),
    ),
  }),
  oidc: object({
    authority: addressWithout(/\/+\.well-known\/openid-configuration\/*$/i, URL_HINT, isHttpUrl),
    clientId: string(
      'must be the client ID registered with the authorization server, without spaces around it',
      (value) => value !== '' && value === value.trim(),
    ),
    scope: z._default(text('must be the scopes, separated by spaces'), 'openid profile'),
    resource: z.optional(
      z.custom<string | string[]>(isResource, 'must be an absolute URI without fragment, or a list of such'),
    ),
    authorizationParams: z._default(parameters(OWN_PARAMETERS), {}),
    logoutParams: z._default(parameters(LOGOUT_OWN_PARAMETERS), {}),
    metadata: z.optional(metadataSchema),
    silentSignIn: z._default(z.boolean('must be true or false'), true),
    tokenStorage: z._default(z.enum(['memory', 'session'], 'must be "memory" or "session"'), 'memory'),
  }),
  session: z._default(object({ idleMinutes: z.optional(between(1, 1440, ' minutes')) }), {}),
  roles: z.optional(rolesSchema),
  provider: z.prefault(providerSchema, {}),
  calls: z.prefault(callsSchema, {}),
  webhooks: z._default(webhooksSchema, {}),
});

export type Config = z.infer<typeof configSchema>;

/** `fix` says what to do. `key` is a dotted path; "" means the whole file: then `fix` is a whole sentence. */
export type ConfigProblem = { key: string; fix: string };

export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: ConfigProblem[] };

export const parseConfig = (raw: unknown): ConfigResult => {
  const parsed = configSchema.safeParse(raw, { reportInput: true });
  if (parsed.success) {
    const { calls, ...config } = parsed.data;
    return {
      ok: true,
      config: { ...config, calls: { ...calls, statuses: { ...KNOWN_STATUSES, ...calls.statuses } } },
    };
  }
  const problems = parsed.error.issues.flatMap((issue): ConfigProblem[] => {
    const at = issue.path.join('.');
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
    const { input, message } = issue;
    const given = typeof input === 'object' ? '' : `, not ${JSON.stringify(input)}`;
    const fix = input === undefined ? `is missing: it ${message}` : message + given;
    return keys.map((name) => {
      const key = [at, name].filter(Boolean).join('.');
      return {
        key,
        fix: key ? fix : 'The file must hold one JSON object, { … }, with the keys api and oidc.',
      };
    });
  });
  return { ok: false, problems };
};

const toUnreadable = (fix: string): ConfigResult => ({ ok: false, problems: [{ key: '', fix }] });

/** Never rejects. */
const requestConfig = (): Promise<Response> =>
  fetch(`${BASE}config.json`, { signal: AbortSignal.timeout(20_000) });

export const loadConfig = async (request = requestConfig()): Promise<ConfigResult> => {
  let body: string;
  try {
    const response = await request;
    if (!response.ok) {
      const advice =
        response.status === 404
          ? 'Put a config.json beside index.html, or where the web server looks for it (CONFIG_FILE).'
          : 'Look into the web server’s log.';
      return toUnreadable(`The file was answered with ${response.status}. ${advice}`);
    }
    body = await response.text();
  } catch {
    return toUnreadable(
      'The file could not be fetched. Check the connection, and whether something in front of the console, such as SSO, redirects it. The address of this page may hold no user name.',
    );
  }
  if (/^\s*</.test(body)) {
    return toUnreadable(
      'A web page came back in its place: of the network, which wants a sign-in or blocks the file, or because no config.json is beside index.html.',
    );
  }
  try {
    return parseConfig(JSON.parse(body));
  } catch (thrown) {
    // Not all browsers name it. The rest may quote the file.
    const place = /line \d+ column \d+|position \d+$/.exec(String(thrown))?.[0];
    return toUnreadable(
      `The file is not valid JSON${place ? ` (${place})` : ''}. Look for a missing quote or a comma too many.`,
    );
  }
};
