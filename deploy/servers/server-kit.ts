import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';

export const PORT = Number(process.env['TEST_PORT'] ?? 4273);
export const ORIGIN = `http://localhost:${PORT}`;

const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

/** Why a server can't be tried here; undefined where it can. */
export const absent = {
  nginx:
    existsSync('/usr/sbin/nginx') && existsSync(BROTLI)
      ? undefined
      : 'NOT TESTED: nginx or its module for brotli is not installed (apt-get install nginx-light libnginx-mod-http-brotli-static)',
  caddy:
    spawnSync('caddy', ['version']).status === 0
      ? undefined
      : 'NOT TESTED: Caddy is not installed (apt-get install caddy)',
  docker:
    spawnSync('docker', ['info']).status === 0
      ? undefined
      : 'NOT TESTED: no docker daemon answers, so the image is neither built nor run; its steps run in a folder instead',
};

export type Running = {
  sandbox: Sandbox;
  /** What the server has written, its errors too. */
  log: () => string;
  stop: () => Promise<void>;
};

/** A folder of its own that any user may enter and only its owner may write to. */
export const freshFolder = (name: string): string => {
  const folder = join(tmpdir(), `console-${name}-${PORT}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  return folder;
};

const openSandbox = (base: string): Promise<Sandbox> =>
  startSandbox({ consoleOrigin: ORIGIN, base, authorizationPort: PORT + 1, servicePort: PORT + 2 });

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await gone;
};

type Command = { command: string; args: readonly string[]; env?: NodeJS.ProcessEnv; uid?: number };

/** Starts a server and waits until it says that it is well. */
export const run = async (sandbox: Sandbox, { command, args, env, uid }: Command): Promise<Running> => {
  // A file that anybody may write to, as what stands behind /dev/stdout in a container is.
  const written = join(freshFolder('log'), 'log');
  writeFileSync(written, '');
  chmodSync(written, 0o666);
  const output = openSync(written, 'a');
  const child = spawn(command, [...args], {
    env: { PATH: process.env['PATH'], HOME: tmpdir(), ...env },
    stdio: ['ignore', output, output],
    // Whoever is not root runs it as themselves.
    ...(uid !== undefined && process.getuid?.() === 0 && { uid, gid: uid }),
  });
  closeSync(output);
  const log = () => readFileSync(written, 'utf8');
  const end = async () => {
    await stop(child);
    await sandbox.close();
  };
  for (let tries = 0; !(await answers(`${ORIGIN}/healthz`)); tries += 1) {
    if (child.exitCode !== null || tries > 200) {
      await end();
      throw new Error(`${command} does not answer:\n${log()}`);
    }
    await new Promise((later) => setTimeout(later, 50));
  }
  return { sandbox, log, stop: end };
};

/** Lays the console out in `folder` as the recipes do, from a config.json. */
const prepare = (folder: string, base: string, config: object): void => {
  const configFile = join(folder, 'config.json');
  writeFileSync(configFile, JSON.stringify(config));
  const { status, stderr } = spawnSync('node', ['release/prepare.mjs', 'dist', folder, configFile], {
    env: { ...process.env, CONSOLE_BASE_PATH: base },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
};

/** The first block of that language in docs/deployment.md: what a person would copy. */
const recipe = (language: string): string => {
  const docs = readFileSync('docs/deployment.md', 'utf8');
  const block = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(docs)?.[1];
  if (block === undefined) throw new Error(`docs/deployment.md has no block of ${language}.`);
  return block;
};

/** nginx with the server block of the docs, but without their certificate, on the test's port and folder. */
export const startNginx = async (base: string): Promise<Running> => {
  const folder = freshFolder('nginx');
  const sandbox = await openSandbox(base);
  prepare(folder, base, sandbox.config);
  const server = recipe('nginx')
    .replaceAll(/^ *ssl_.*\n/gm, '')
    .replaceAll(/listen [^;]*/g, `listen ${PORT}`)
    .replaceAll('/srv/console', folder);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  );
  writeFileSync(
    join(folder, 'main.conf'),
    `daemon off; pid nginx.pid; error_log stderr warn; load_module ${BROTLI}; events {}
http { include /etc/nginx/mime.types; access_log off; ${paths.join(' ')} ${server} }\n`,
  );
  return run(sandbox, { command: 'nginx', args: ['-p', folder, '-c', join(folder, 'main.conf')] });
};

/** Caddy with the site of the docs, on the test's port and folder. */
export const startCaddy = async (base: string): Promise<Running> => {
  const folder = freshFolder('caddy');
  const sandbox = await openSandbox(base);
  prepare(folder, base, sandbox.config);
  const site = recipe('caddy')
    .replace('console.example', `http://localhost:${PORT}`)
    .replaceAll('/srv/console', folder);
  const configFile = join(folder, 'Caddyfile');
  writeFileSync(configFile, `{\n\tadmin off\n}\n${site}`);
  return run(sandbox, { command: 'caddy', args: ['run', '--config', configFile, '--adapter', 'caddyfile'] });
};

/** Anybody but those who own files here. */
const NOBODY = 10_001;

/** What the container file copies into its last stage, laid out in a folder in the place of `/`. */
const layOutImage = (folder: string): string => {
  const lastStage =
    readFileSync('deploy/Dockerfile', 'utf8')
      .split(/^FROM /m)
      .at(-1) ?? '';
  for (const [, from = '', to = ''] of lastStage.matchAll(/^COPY --from=build \/src\/(\S+) (\S+)$/gm)) {
    const target = join(folder, to);
    mkdirSync(join(target, '..'), { recursive: true });
    const { status } = spawnSync('cp', ['-r', resolve(from), target]);
    if (status !== 0) throw new Error(`${from} is not there to be copied.`);
  }
  const entry = /^ENTRYPOINT \["(\S+)"\]$/m.exec(lastStage)?.[1];
  if (entry === undefined) throw new Error('The container file has no entry point.');
  return join(folder, entry);
};

/** What the container says and does where it can't start, with these variables and this config.json. */
export const refuseToStart = (env: Record<string, string>, config?: string) => {
  const folder = freshFolder('refused');
  const configFile = join(folder, 'config.json');
  if (config !== undefined) writeFileSync(configFile, config);
  const { status, stderr } = spawnSync(layOutImage(folder), [configFile], {
    env: { PATH: process.env['PATH'], TMPDIR: folder, ...env },
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, stderr };
};

/** The environment variables that say what a sandbox's configuration says. */
export const variablesOf = (sandbox: Sandbox, base: string): Record<string, string> => ({
  CONSOLE_BASE_PATH: base,
  CONSOLE_ENVIRONMENT: 'Sandbox',
  CONSOLE_API_BASE_URL: sandbox.serviceOrigin,
  CONSOLE_API_MAX_CONCURRENT_READS: '5',
  CONSOLE_OIDC_AUTHORITY: sandbox.issuer,
  CONSOLE_OIDC_CLIENT_ID: 'console',
  CONSOLE_OIDC_SCOPE: 'openid profile email',
});

/** The container's files and entry point without a container: as nobody, writing to one temporary folder only. */
export const startImageSteps = async (base: string): Promise<Running> => {
  const folder = freshFolder('image');
  const entry = layOutImage(folder);
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  chmodSync(temporary, 0o777);
  const sandbox = await openSandbox(base);
  const env = { ...variablesOf(sandbox, base), PORT: String(PORT), TMPDIR: temporary };
  return run(sandbox, { command: entry, args: [join(folder, 'none.json')], env, uid: NOBODY });
};

/** The image itself, with nothing to write to but /tmp. */
export const startImage = async (base: string): Promise<Running> => {
  const built = spawnSync('docker', ['build', '-q', '-f', 'deploy/Dockerfile', '-t', 'console-test', '.'], {
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(built.stderr);
  const sandbox = await openSandbox(base);
  const variables = Object.entries(variablesOf(sandbox, base)).flatMap(([name, value]) => [
    '-e',
    `${name}=${value}`,
  ]);
  const limits = ['--rm', '--init', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'];
  const args = ['run', ...limits, '-p', `127.0.0.1:${PORT}:8080`, ...variables, 'console-test'];
  return run(sandbox, { command: 'docker', args });
};
