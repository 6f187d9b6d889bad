import * as z from 'zod/mini';
import { API_PATH, configSchema, parseConfig } from '#src/config.ts';

// Writes docs/configuration.md: keys, types and defaults come from the schema, meanings from this file.

const MEANINGS: Readonly<Record<string, string>> = {
  title: 'Name of the console, in the top bar and in titles.',
  environment: 'Name in the top bar. One that begins with "Prod" is filled, to stand out.',
  environments: 'Other environments, listed when the name of this one is pressed.',
  'environments[].name': 'What users read.',
  'environments[].url': 'Address of the console there.',
  'api.baseUrl': `Address of the service, without \`${API_PATH}\`, which the console adds. Another path in it is kept.`,
  'api.readTimeoutSeconds': 'Longest wait for a whole answer to a read.',
  'api.writeTimeoutSeconds': 'The same for a write, which is then _unknown_.',
  'api.maxConcurrentReads': 'Reads at the same time.',
  'api.maxConcurrentWrites': 'Writes at the same time.',
  'api.maxRequestsPerSecond': 'Requests a second, reads and writes together.',
  'api.requestIdHeader':
    'Response header with an ID that the service’s log has too: shown with each answer, in tickets and in CSV. On another origin, [CORS must expose it](service.md#on-another-origin-cors).',
  'oidc.authority': 'Issuer, exactly as it names itself.',
  'oidc.clientId': 'A public client: authorization code flow with PKCE.',
  'oidc.scope': 'Scopes to ask for. Without `openid` it is plain OAuth 2.0, without an ID token.',
  'oidc.resource': 'The service that the token is for (RFC 8707).',
  'oidc.authorizationParams': 'More parameters of the authorization request.',
  'oidc.logoutParams':
    'More parameters of the logout request, such as `returnTo`. `{origin}` is replaced by the origin of the console.',
  'oidc.metadata.issuer': 'Name of the issuer, if it differs from `oidc.authority`.',
  'oidc.metadata.authorization_endpoint': 'With `token_endpoint`, replaces the discovery document.',
  'oidc.metadata.token_endpoint': 'With `authorization_endpoint`, replaces the discovery document.',
  'oidc.metadata.end_session_endpoint': 'Where a sign-out leads.',
  'oidc.metadata.userinfo_endpoint': 'Not used.',
  'oidc.metadata.revocation_endpoint': 'Where a refresh token is revoked.',
  'oidc.metadata.jwks_uri': 'Not used.',
  'oidc.silentSignIn':
    '`false` if the issuer ignores or refuses `prompt=none`: it is then asked only after a click.',
  'oidc.tokenStorage': 'Where tokens are while a page reloads: nowhere, or in session storage.',
  'session.idleMinutes': 'Ends a session after that time without [input](security.md#sign-in).',
  'roles.claim':
    'Claim of the ID token, or else of a readable access token: a list, words of a text, or the keys of an object. Dots lead into objects.',
  'roles.areas':
    'For each value of the claim the areas that it shows: `{"support": ["calls"]}`. This hides areas, it [protects nothing](security.md#areas-by-claim).',
  'provider.identifier': 'Replaces `provider` in `update_provider`, `providerAccountSid` and so on.',
  'provider.voiceProviderField': 'Name of the field for the voice provider.',
  'provider.voiceProviders': 'Voice providers to choose from, in this order.',
  'provider.voiceProviders[].value': 'What is sent.',
  'provider.voiceProviders[].label': 'What users read.',
  'calls.statuses':
    'More statuses, or other meanings of these three. Each status has a filter; one with the label of these three is counted with it.',
  'calls.statuses.<status>.label': 'What users read.',
  'calls.statuses.<status>.tone': 'Icon and colour.',
  'calls.statuses.<status>.final': 'Whether the call has ended, so that it is checked no more.',
  'calls.checkSeconds': 'Time between two checks of a call.',
  'calls.stuckMinutes':
    'A call that goes on for so long is stuck, by its reported duration or start, else from its first answer. Users may set another limit.',
  'calls.examples': 'Call IDs offered on the empty board.',
  'webhooks.campaignIdPattern':
    'What a whole campaign ID looks like, such as `cmp-\\d+`. Another one is sent too, after a warning.',
  'webhooks.webhookIdPattern': 'The same for webhook IDs.',
};

const MINIMAL = {
  api: { baseUrl: 'https://voice.example' },
  oidc: { authority: 'https://login.example', clientId: 'console' },
};

/** What is read of a schema's definition; of each kind only some members are there. */
type Definition = {
  type: string;
  innerType?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
};

type Row = { key: string; takes: string; isRequired: boolean };

const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def;

/** What the schema's own message says a value must be. What all addresses share is said once, above the table. */
const takesOf = (schema: z.core.$ZodType): string => {
  const message = z.core.safeParse(schema, Symbol('of no use')).error?.issues[0]?.message ?? '';
  return message
    .replace(/^must be /, '')
    .replace(/^must start/, 'a text that must start')
    .replace(/(an https address) without .*\)/, '$1');
};

/** Every key of a schema, in its order. */
const rowsOf = (schema: z.core.$ZodType, key: string, isRequired: boolean): Row[] => {
  const { type, innerType, shape, element, valueType } = definitionOf(schema);
  if (innerType) return rowsOf(innerType, key, false);
  if (type === 'object') {
    const at = key === '' ? '' : `${key}.`;
    return Object.entries(shape ?? {}).flatMap(([name, inner]) => rowsOf(inner, at + name, isRequired));
  }
  const own = { key, takes: takesOf(schema), isRequired };
  const [inner, innerKey] = element ? [element, `${key}[]`] : [valueType, `${key}.<status>`];
  const isNested = inner !== undefined && definitionOf(inner).type === 'object';
  return isNested ? [own, ...rowsOf(inner, innerKey, true)] : [own];
};

const defaults = (): unknown => {
  const parsed = parseConfig(MINIMAL);
  if (!parsed.ok) throw new Error('The minimal configuration is refused');
  return parsed.config;
};

const at = (value: unknown, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>(
      (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
      value,
    );

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

const defaultOf = ({ key, isRequired }: Row): string => {
  if (isRequired) return 'required';
  const value = at(defaults(), key);
  if (value === undefined) return 'none';
  if (Array.isArray(value)) {
    return value.length === 0 ? 'none' : value.map((each: unknown) => code(at(each, 'value'))).join(', ');
  }
  if (typeof value !== 'object' || value === null) return code(value);
  return Object.keys(value).map(code).join(', ') || 'none';
};

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);

/** docs/configuration.md. Throws if a key has no meaning, or a meaning no key. */
export const configReference = (): string => {
  const rows = rowsOf(configSchema, '', true);
  const keys = rows.map(({ key }) => key);
  const unknown = [
    ...keys.filter((key) => !(key in MEANINGS)),
    ...Object.keys(MEANINGS).filter((key) => !keys.includes(key)),
  ];
  if (unknown.length > 0) throw new Error(`Keys and meanings differ: ${unknown.join(', ')}`);
  const table = rows.map(
    (row) =>
      `| \`${row.key}\` | ${cell(row.takes)} | ${cell(defaultOf(row))} | ${cell(MEANINGS[row.key] ?? '')} |`,
  );
  return `# Configuration

<!-- Written by \`npm run docs\` from src/config.ts and src/testing/config-reference.ts. -->

At start the console reads \`config.json\` from its own path. It refuses unknown keys, and lists every mistake on a plain page. [\`/setup\`](troubleshooting.md#check-setup) checks the rest. Without a mounted file, the [container](deployment.md#container) takes keys from the environment. To try keys, use [the sandbox](../sandbox/README.md#configuration).

The minimum:

\`\`\`json
${JSON.stringify(MINIMAL, null, 2)}
\`\`\`

An https address has no user name, query or fragment; \`http\` is allowed for localhost and 127.0.0.1.

| Key | Takes | Default | Meaning |
| --- | --- | --- | --- |
${table.join('\n')}
`;
};
