import { loadConfig, type Config, type ConfigProblem } from '#src/config.ts';
import { readJson } from '#src/lib/json.ts';
import type { PolicyOrigins } from './headers.ts';
import { isKnown, PREFIX, SERVER_VARIABLES, suggestVariable, toVariable } from './variables.ts';

/** Its message is shown to the person who starts the console. */
export class SettingsError extends Error {}

const SERVER_SETTINGS: ReadonlySet<string> = new Set(Object.values(SERVER_VARIABLES));

type Variables = Readonly<Record<string, string | undefined>>;

const configNames = (env: Variables): string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !SERVER_SETTINGS.has(name))
    .toSorted();

/** `CONSOLE_OIDC_CLIENT_ID` → `oidc.clientId`; `CONSOLE_ENVIRONMENT` → `environment`. */
const toKey = (name: string): string => {
  const [group = '', first, ...rest] = name.slice(PREFIX.length).toLowerCase().split('_');
  if (first === undefined) return group;
  return `${group}.${first}${rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
};

const setKey = (config: Record<string, unknown>, key: string, value: unknown): void => {
  const [group = '', inner] = key.split('.');
  if (inner === undefined) config[group] = value;
  else config[group] = { ...(config[group] as object | undefined), [inner]: value };
};

const check = (text: string) => loadConfig(Promise.resolve(new Response(text)));

type Checked = { text: string; config: Config };

const notConfigured = (lines: readonly string[]): SettingsError =>
  new SettingsError(['The console is not configured:', ...lines.map((line) => `  ${line}`)].join('\n'));

const requireValid = async (text: string, describe: (problem: ConfigProblem) => string): Promise<Checked> => {
  const result = await check(text);
  if (result.ok) return { text, config: result.config };
  throw notConfigured(result.problems.map(describe));
};

/** A value is text; if the schema takes no text there, it is read as JSON: `20`, `["a","b"]`, `{"audience":"x"}`. */
const fromEnvironment = async (env: Variables): Promise<Checked> => {
  const names = new Map(configNames(env).map((name) => [toKey(name), name]));
  // Both groups are required: if they are empty, the mistakes name their missing keys.
  const config: Record<string, unknown> = { api: {}, oidc: {} };
  for (const [key, name] of names) setKey(config, key, env[name]);
  const asText = await check(JSON.stringify(config));
  for (const { key } of asText.ok ? [] : asText.problems) {
    const name = names.get(key);
    const value = name === undefined ? undefined : readJson(env[name] ?? '')?.value;
    if (value !== undefined) setKey(config, key, value);
  }
  return requireValid(`${JSON.stringify(config, null, 2)}\n`, ({ key, fix }) => {
    const name = names.get(key) ?? toVariable(key);
    return `${name} (${key}) ${fix}${isKnown(name) ? '' : `.${suggestVariable(name)}`}`;
  });
};

const readBasePath = (env: Variables): string => {
  const base = env[SERVER_VARIABLES.basePath] ?? '/';
  if (/^\/(?:(?!\.{1,2}\/)[\w.~-]+\/)*$/.test(base)) return base;
  throw new SettingsError(
    `${SERVER_VARIABLES.basePath} must begin and end with a slash, with letters, digits, ".", "_", "~" and "-" between, such as /console/.`,
  );
};

/** Stricter than a URL's host, which may contain a ";" and so end a directive of the policy. */
const ORIGIN = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/;

const readOrigins = (env: Variables, name: string): string[] =>
  (env[name] ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((origin) => {
      if (ORIGIN.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin) return origin;
      throw new SettingsError(
        `${name} must list origins without a path, such as https://login.example: "${origin}" is none.`,
      );
    });

const toOrigin = (url: string | undefined): string[] => {
  if (!url) return [];
  const { origin } = new URL(url);
  if (!ORIGIN.test(origin)) throw new SettingsError(`The host of ${url} can't be in a policy.`);
  return [origin];
};

const policyOrigins = ({ api, oidc }: Config, env: Variables): PolicyOrigins => {
  const { authorization_endpoint, issuer, ...asked } = oidc.metadata ?? {};
  const issuers = [...toOrigin(oidc.authority), ...toOrigin(issuer)];
  return {
    connect: [
      ...issuers,
      ...toOrigin(api.baseUrl),
      ...Object.values(asked).flatMap(toOrigin),
      ...readOrigins(env, SERVER_VARIABLES.connect),
    ],
    frame: [...issuers, ...toOrigin(authorization_endpoint), ...readOrigins(env, SERVER_VARIABLES.frame)],
  };
};

const readMoreHeaders = (env: Variables): Record<string, string> => {
  const seconds = env[SERVER_VARIABLES.hsts];
  if (seconds === undefined) return {};
  if (!/^\d{1,9}$/.test(seconds))
    throw new SettingsError(`${SERVER_VARIABLES.hsts} must be a whole number of seconds.`);
  return { 'Strict-Transport-Security': `max-age=${seconds}` };
};

const readReports = (env: Variables): string | undefined => {
  const url = env[SERVER_VARIABLES.reports];
  if (url === undefined) return undefined;
  // As strict as an origin: a ";" or "," would end the directive.
  if (!/^https:\/\/[\w.-]+(?::\d+)?(?:\/[\w./~%-]*)?(?:\?[\w=&.%-]*)?$/.test(url))
    throw new SettingsError(`${SERVER_VARIABLES.reports} must be an https address: "${url}" is none.`);
  return url;
};

export type Settings = {
  base: string;
  origins: PolicyOrigins;
  moreHeaders: Record<string, string>;
  /** Served as `config.json`. */
  configText: string;
  /** A folder of assets to serve besides those of the build. */
  moreAssets: string | undefined;
};

/** `mounted` is the text of a `config.json`. Rejects with a {@link SettingsError} that names every mistake. */
export const readSettings = async (env: Variables, mounted: string | undefined): Promise<Settings> => {
  const names = configNames(env);
  const known = names.filter(isKnown);
  if (mounted !== undefined && known.length > 0)
    throw new SettingsError(`There is a config.json: leave out ${known.join(', ')}, or the file.`);
  if (mounted !== undefined && names.length > 0)
    throw notConfigured(names.map((name) => `${name} is not a known variable.${suggestVariable(name)}`));
  const { text, config } = await (mounted === undefined
    ? fromEnvironment(env)
    : requireValid(mounted, ({ key, fix }) => `${key || 'config.json:'} ${fix}`));
  return {
    base: readBasePath(env),
    origins: { ...policyOrigins(config, env), reports: readReports(env) },
    moreHeaders: readMoreHeaders(env),
    configText: text,
    moreAssets: env[SERVER_VARIABLES.previous] || undefined,
  };
};
