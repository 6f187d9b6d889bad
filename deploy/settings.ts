import { loadConfig, type Config } from '#src/config.ts';
import type { PolicyOrigins } from './headers.ts';

/** Where the environment says what is wrong, to be shown to whoever starts the console. */
export class SettingsError extends Error {}

/** Settings of the server; every other name that begins with `CONSOLE_` is a key of the configuration. */
const PREFIX = 'CONSOLE_';
const BASE_PATH = 'CONSOLE_BASE_PATH';
const CONNECT = 'CONSOLE_CONNECT_ORIGINS';
const FRAME = 'CONSOLE_FRAME_ORIGINS';
const HSTS = 'CONSOLE_HSTS_SECONDS';
const OF_THE_SERVER = new Set([BASE_PATH, CONNECT, FRAME, HSTS]);

type Variables = Readonly<Record<string, string | undefined>>;

const configNames = (env: Variables): string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !OF_THE_SERVER.has(name))
    .toSorted();

/** `CONSOLE_OIDC_CLIENT_ID` → `oidc.clientId`; `CONSOLE_ENVIRONMENT` → `environment`. */
const keyOf = (name: string): string => {
  const [group = '', first, ...rest] = name.slice(PREFIX.length).toLowerCase().split('_');
  if (first === undefined) return group;
  return `${group}.${first}${rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
};

/** The other way: `oidc.clientId` → `CONSOLE_OIDC_CLIENT_ID`, and what lies deeper is in the value of that. */
const nameOf = (key: string): string =>
  `${PREFIX}${key.split('.').slice(0, 2).join('_').replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`;

const put = (config: Record<string, unknown>, key: string, value: unknown): void => {
  const [group = '', inner] = key.split('.');
  if (inner === undefined) config[group] = value;
  else config[group] = { ...(config[group] as object | undefined), [inner]: value };
};

/** The JSON that a variable holds; undefined where it is just text. */
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const check = (text: string) => loadConfig(Promise.resolve(new Response(text)));

type Checked = { text: string; config: Config };

const refusal = (lines: readonly string[]): SettingsError =>
  new SettingsError(['The console is not configured:', ...lines.map((line) => `  ${line}`)].join('\n'));

const checked = async (text: string, told: (key: string) => string): Promise<Checked> => {
  const result = await check(text);
  if (result.ok) return { text, config: result.config };
  throw refusal(result.problems.map(({ key, mend }) => `${told(key)} ${mend}`));
};

/**
 * Puts `config.json` together from the variables that begin with `CONSOLE_`. A value is text; where the schema takes none
 * there, it is read as JSON: `20`, `["a","b"]`, `{"audience":"x"}`.
 */
const fromEnvironment = async (env: Variables): Promise<Checked> => {
  const names = new Map(configNames(env).map((name) => [keyOf(name), name]));
  // Both groups are needed: so a mistake names what is missing in them.
  const config: Record<string, unknown> = { api: {}, oidc: {} };
  for (const [key, name] of names) put(config, key, env[name]);
  const asText = await check(JSON.stringify(config));
  for (const { key } of asText.ok ? [] : asText.problems) {
    const name = names.get(key);
    const value = name === undefined ? undefined : jsonOf(env[name] ?? '');
    if (value !== undefined) put(config, key, value);
  }
  return checked(`${JSON.stringify(config, null, 2)}\n`, (key) => `${nameOf(key)} (${key})`);
};

const basePath = (env: Variables): string => {
  const base = env[BASE_PATH] ?? '/';
  if (/^\/(?:(?!\.{1,2}\/)[\w.~-]+\/)*$/.test(base)) return base;
  throw new SettingsError(
    `${BASE_PATH} must begin and end with a slash, with letters, digits, ".", "_", "~" and "-" between, such as /console/.`,
  );
};

/** The host of an address may hold more, a ";" too, and would end a directive of the policy. */
const ORIGIN = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/;

const originsIn = (env: Variables, name: string): string[] =>
  (env[name] ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((origin) => {
      if (ORIGIN.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin) return origin;
      throw new SettingsError(
        `${name} must list origins without a path, such as https://login.example: "${origin}" is none.`,
      );
    });

const originOf = (url: string | undefined): string[] => {
  if (!url) return [];
  const { origin } = new URL(url);
  if (!ORIGIN.test(origin)) throw new SettingsError(`The host of ${url} can't stand in a policy.`);
  return [origin];
};

const policyOrigins = ({ api, oidc }: Config, env: Variables): PolicyOrigins => {
  const { authorization_endpoint, issuer, ...asked } = oidc.metadata ?? {};
  const issuers = [...originOf(oidc.authority), ...originOf(issuer)];
  return {
    connect: [
      ...issuers,
      ...originOf(api.baseUrl),
      ...Object.values(asked).flatMap(originOf),
      ...originsIn(env, CONNECT),
    ],
    frame: [...issuers, ...originOf(authorization_endpoint), ...originsIn(env, FRAME)],
  };
};

const moreHeaders = (env: Variables): Record<string, string> => {
  const seconds = env[HSTS];
  if (seconds === undefined) return {};
  if (!/^\d{1,9}$/.test(seconds)) throw new SettingsError(`${HSTS} must be a whole number of seconds.`);
  return { 'Strict-Transport-Security': `max-age=${seconds}` };
};

export type Settings = {
  base: string;
  origins: PolicyOrigins;
  more: Record<string, string>;
  /** What is served as `config.json`. */
  configText: string;
};

/**
 * What the environment and `mounted`, the text of a `config.json`, say together. Rejects with a {@link SettingsError} that
 * names every mistake of the configuration.
 */
export const readSettings = async (env: Variables, mounted: string | undefined): Promise<Settings> => {
  const names = configNames(env);
  if (mounted !== undefined && names.length > 0)
    throw new SettingsError(`There is a config.json: leave out ${names.join(', ')}, or the file.`);
  const { text, config } = await (mounted === undefined
    ? fromEnvironment(env)
    : checked(mounted, (key) => key || 'config.json:'));
  return {
    base: basePath(env),
    origins: policyOrigins(config, env),
    more: moreHeaders(env),
    configText: text,
  };
};
