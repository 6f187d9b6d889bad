// `node prepare.mjs <build> <folder> [config.json]` writes a release to serve, and what nginx and Caddy include to serve it.
// `node prepare.mjs rollback <folder>` switches to the release before. Settings come from the environment.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { caddyConfig, caddyLog } from './caddy.ts';
import { nginxConfig, nginxLog } from './nginx.ts';
import { addRelease, findCurrent, rollBack } from './releases.ts';
import { readSettings, SettingsError } from './settings.ts';
import { describeError, expectBuild, findClosedFolders, writeSite } from './site.ts';

const USAGE = `Usage: node prepare.mjs <build> <folder> [config.json]
       node prepare.mjs rollback <folder>`;

const RELOAD = 'Then reload the web server: nginx -s reload, or caddy reload.';

const expectFolder = (build: string, folder: string): void => {
  if (/[^\w./-]/.test(folder))
    throw new SettingsError(`The folder's path must be of letters, digits, ".", "_" and "-": ${folder}`);
  if (!relative(resolve(build), folder).startsWith('..'))
    throw new SettingsError(`${folder} is inside the build ${build}. Name another folder to serve from.`);
};

const readConfig = (file: string): string => {
  if (statSync(file).isDirectory()) throw new SettingsError(`${file} is a folder, not a config.json.`);
  return readFileSync(file, 'utf8');
};

const prepare = async (build: string, folder: string, configFile: string | undefined): Promise<void> => {
  expectFolder(build, folder);
  expectBuild(build);
  const mounted = configFile === undefined ? undefined : readConfig(configFile);
  const { base, configText, moreAssets, ...settings } = await readSettings(process.env, mounted);
  mkdirSync(folder, { recursive: true });
  const earlier = findCurrent(folder);
  addRelease(folder, (release) => {
    const script = writeSite(release, { build, base, configText, earlier, moreAssets });
    const root = join(release, 'site');
    const served = { ...settings, base, root, origins: { ...settings.origins, script } };
    const files = {
      'console.nginx.conf': nginxConfig(served),
      'console.log.nginx.conf': nginxLog,
      'console.Caddyfile': caddyConfig(served),
      'console.log.Caddyfile': caddyLog,
    };
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(release, name), text, { mode: 0o644 });
  });
  for (const closed of findClosedFolders(folder))
    console.error(
      `Warning: other users can't enter ${closed}. If the web server is one, run: chmod o+x ${closed}`,
    );
  console.log(
    `Ready to be served at ${base}: include console.nginx.conf or console.Caddyfile in ${folder}. ${RELOAD}`,
  );
};

const run = async ([first, second, third]: readonly string[]): Promise<void> => {
  if (first === undefined || second === undefined) throw new SettingsError(USAGE);
  const folder = resolve(second);
  if (first !== 'rollback') return prepare(first, folder, third);
  console.log(`Switched to the release ${rollBack(folder)}. ${RELOAD}`);
};

try {
  await run(process.argv.slice(2));
} catch (thrown) {
  if (!(thrown instanceof Error)) throw thrown;
  // The message names the mistake; a stack would only hide it.
  console.error(describeError(thrown));
  process.exitCode = 1;
}
