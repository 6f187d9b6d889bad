import * as z from 'zod/mini';
import { configSchema, parseConfig } from '#src/config.ts';

// Writes docs/configuration.md: the keys, what each takes and its default come from the schema, their meaning stands here.

const MEANINGS: Readonly<Record<string, string>> = {
  environment:
    'Name shown in the bar. One that begins with “Prod” is shown filled, so that nobody mistakes it.',
  'api.baseUrl': 'Address of the service. A path in it is kept.',
  'api.readTimeoutSeconds': 'Longest wait for a whole answer to a read, its body included.',
  'api.writeTimeoutSeconds': 'The same for a write. After it the outcome is _unknown_.',
  'api.maxConcurrentReads': 'Reads on their way at the same time.',
  'api.maxConcurrentWrites': 'Writes on their way at the same time.',
  'api.maxRequestsPerSecond': 'Requests per second, reads and writes together.',
  'oidc.authority':
    'Issuer, exactly as it names itself. Its description is read from `/.well-known/openid-configuration` below it.',
  'oidc.clientId': 'Client ID of the console: a public client, authorization code flow with PKCE.',
  'oidc.scope': 'Scopes to ask for. Without `openid` it is plain OAuth 2.0, and no ID token is expected.',
  'oidc.resource': 'The service that the token is for (RFC 8707), where the issuer needs to be told.',
  'oidc.authorizationParams': 'More parameters of the authorization request, such as `audience` or `prompt`.',
  'oidc.logoutParams':
    'More parameters of the logout request, such as `returnTo`. `{origin}` stands for the origin of the console.',
  'oidc.metadata.issuer': 'Name of the issuer, where it differs from `oidc.authority`.',
  'oidc.metadata.authorization_endpoint': 'With `token_endpoint`, replaces the issuer’s description.',
  'oidc.metadata.token_endpoint': 'With `authorization_endpoint`, replaces the issuer’s description.',
  'oidc.metadata.end_session_endpoint': 'Where a sign-out leads.',
  'oidc.metadata.userinfo_endpoint': 'Accepted; the console asks nothing there.',
  'oidc.metadata.revocation_endpoint': 'Where a refresh token is revoked.',
  'oidc.metadata.jwks_uri': 'Accepted; the console asks nothing there.',
  'oidc.silentSignIn':
    '`false` where the issuer ignores `prompt=none` and shows its sign-in page: it is then asked only after a click.',
  'oidc.tokenStorage':
    'Where tokens stay while a page reloads: nowhere, or in the session storage of the tab.',
  'session.idleMinutes':
    'Ends a session after so long without a key, a press, a scroll or a movement of the pointer in any tab. Checks of calls and bulk runs do not count.',
  'provider.identifier':
    'Stands in for `provider` in paths and field names: `update_<identifier>`, `<identifier>AccountSid`.',
  'provider.voiceProviderField': 'Name of the field for the voice provider.',
  'provider.voiceProviders': 'Voice providers to choose from, in this order.',
  'provider.voiceProviders[].value': 'What is sent.',
  'provider.voiceProviders[].label': 'What people read.',
  'calls.statuses': 'Statuses beside the known three, or in place of one of them.',
  'calls.statuses.<status>.label': 'What people read.',
  'calls.statuses.<status>.tone': 'Icon and colour.',
  'calls.statuses.<status>.final': 'Whether the call has ended, so that it is checked no more.',
  'calls.checkSeconds': 'Time between two checks of a call, until the person chooses another.',
  'calls.stuckMinutes':
    'A call that goes on for so long counts as stuck, until the person chooses another time. By its reported duration or start, else from its first answer.',
  'calls.examples': 'Call IDs offered on the empty board.',
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

/** What the schema itself says to a value of no use. */
const takesOf = (schema: z.core.$ZodType): string => {
  const message = z.core.safeParse(schema, Symbol('of no use')).error?.issues[0]?.message ?? '';
  return message.replace(/^must be /, '').replace(/^must start/, 'a text that must start');
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

/** docs/configuration.md. Throws where a key has no meaning, or a meaning no key. */
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

<!-- Written by \`npm run docs\` from src/config.ts; change src/testing/config-reference.ts instead. -->

The build contains no configuration. At start the console reads \`/config.json\` from its own origin. It refuses keys that it does not know, and lists everything that is wrong on a plain page. The page [\`/setup\`](troubleshooting.md#check-setup) checks the rest: issuer, service, headers.

The least that is needed:

\`\`\`json
${JSON.stringify(MINIMAL, null, 2)}
\`\`\`

## Keys

| Key | Takes | Default | Meaning |
| --- | --- | --- | --- |
${table.join('\n')}

## The same with all defaults

\`\`\`json
${JSON.stringify(defaults(), null, 2)}
\`\`\`
`;
};
