// `node prepare.mjs <build> <folder> [config.json]` writes the files to serve, and what nginx and Caddy include to serve
// them. Settings come from the environment.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { caddyConfig } from './caddy.ts';
import { nginxConfig } from './nginx.ts';
import { readSettings, SettingsError } from './settings.ts';
import { writeSite } from './site.ts';

const prepare = async ([build, folder, configFile]: readonly string[]): Promise<void> => {
  if (build === undefined || folder === undefined)
    throw new SettingsError('Usage: node prepare.mjs <build> <folder> [config.json]');
  const root = resolve(folder, 'site');
  if (/[^\w./-]/.test(root))
    throw new SettingsError(`The folder's path must be of letters, digits, ".", "_" and "-": ${root}`);
  const mounted = configFile === undefined ? undefined : readFileSync(configFile, 'utf8');
  const { configText, ...settings } = await readSettings(process.env, mounted);
  const script = writeSite(build, root, settings.base, configText);
  const served = { ...settings, root, origins: { ...settings.origins, script } };
  writeFileSync(join(folder, 'console.nginx.conf'), nginxConfig(served));
  writeFileSync(join(folder, 'console.Caddyfile'), caddyConfig(served));
  console.log(
    `Ready to be served at ${settings.base}: site, console.nginx.conf and console.Caddyfile in ${folder}`,
  );
};

try {
  await prepare(process.argv.slice(2));
} catch (thrown) {
  if (!(thrown instanceof Error)) throw thrown;
  // The message names the mistake; a stack would only hide it.
  console.error(thrown.message);
  process.exitCode = 1;
}
