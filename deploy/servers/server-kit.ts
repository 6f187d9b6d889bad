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

/** Why a server can't be tested here, if it can't. */
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
  /** Where it was prepared. */
  folder?: string;
  /** Output and errors. */
  log: () => string;
  stop: () => Promise<void>;
};

/** An empty folder that any user may enter, and only its owner may write to. */
export const freshFolder = (name: string): string => {
  const folder = join(tmpdir(), `console-${name}-${PORT}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  return folder;
};

export const openSandbox = (base: string): Promise<Sandbox> =>
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

type Command = {
  command: string;
  args: readonly string[];
  /** Answers 200 once the server is ready. */
  health: string;
  env?: NodeJS.ProcessEnv;
  uid?: number;
};

/** Starts a server, and waits until it is healthy. */
export const run = async (
  sandbox: Sandbox,
  { command, args, health, env, uid }: Command,
): Promise<Running> => {
  // Writable by all, like /dev/stdout of a container.
  const written = join(freshFolder('log'), 'log');
  writeFileSync(written, '');
  chmodSync(written, 0o666);
  const output = openSync(written, 'a');
  const child = spawn(command, [...args], {
    env: { PATH: process.env['PATH'], HOME: tmpdir(), ...env },
    stdio: ['ignore', output, output],
    // Only root can change the user.
    ...(uid !== undefined && process.getuid?.() === 0 && { uid, gid: uid }),
  });
  closeSync(output);
  const log = () => readFileSync(written, 'utf8');
  const end = async () => {
    await stop(child);
    await sandbox.close();
  };
  for (let tries = 0; !(await answers(ORIGIN + health)); tries += 1) {
    if (child.exitCode !== null || tries > 200) {
      await end();
      throw new Error(`${command} does not answer:\n${log()}`);
    }
    await new Promise((later) => setTimeout(later, 50));
  }
  return { sandbox, log, stop: end };
};

/** Prepares `folder` as the docs say. */
export const prepare = (folder: string, base: string, config: object, build = 'dist'): void => {
  const configFile = join(folder, 'config.json');
  writeFileSync(configFile, JSON.stringify(config));
  const { status, stderr } = spawnSync('node', ['release/prepare.mjs', build, folder, configFile], {
    env: { ...process.env, CONSOLE_BASE_PATH: base, CONSOLE_HSTS_SECONDS: '300' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
};

/** The first block of that language in docs/deployment.md. */
const readRecipe = (language: string): string => {
  const docs = readFileSync('docs/deployment.md', 'utf8');
  const block = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(docs)?.[1];
  if (block === undefined) throw new Error(`docs/deployment.md has no block of ${language}.`);
  return block;
};

/** nginx with these server blocks, which may name `folder`. */
export const runNginx = (
  sandbox: Sandbox,
  folder: string,
  servers: string,
  health: string,
): Promise<Running> => {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  );
  const configFile = join(folder, 'main.conf');
  writeFileSync(
    configFile,
    `daemon off; pid nginx.pid; error_log stderr warn; load_module ${BROTLI}; events {}
http { include /etc/nginx/mime.types; ${paths.join(' ')} ${servers} }\n`,
  );
  return run(sandbox, { command: 'nginx', args: ['-p', folder, '-c', configFile], health });
};

/** nginx with the server block of the docs, without its certificate. */
export const startNginx = async (base: string): Promise<Running> => {
  const folder = freshFolder('nginx');
  const sandbox = await openSandbox(base);
  prepare(folder, base, sandbox.config);
  const server = readRecipe('nginx')
    .replaceAll(/^ *ssl_.*\n/gm, '')
    .replaceAll(/listen [^;]*/g, `listen ${PORT}`)
    .replace(/access_log \S+/, 'access_log /dev/stdout')
    .replaceAll('/srv/console', folder);
  const running = await runNginx(sandbox, folder, server, `${base}healthz`);
  return { ...running, folder };
};

/** Caddy with the site of the docs. */
export const startCaddy = async (base: string): Promise<Running> => {
  const folder = freshFolder('caddy');
  const sandbox = await openSandbox(base);
  prepare(folder, base, sandbox.config);
  const site = readRecipe('caddy')
    .replace('console.example', `http://localhost:${PORT}`)
    .replaceAll('/srv/console', folder);
  const configFile = join(folder, 'Caddyfile');
  writeFileSync(configFile, `{\n\tadmin off\n}\n${site}`);
  const running = await run(sandbox, {
    command: 'caddy',
    args: ['run', '--config', configFile, '--adapter', 'caddyfile'],
    health: `${base}healthz`,
  });
  return { ...running, folder };
};

/** Owns no file here. */
const UNPRIVILEGED = 10_001;

/** Copies what the Dockerfile copies into its last stage; `folder` is the container's `/`. Returns the entry point. */
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
  // The previous image is this one.
  mkdirSync(join(folder, 'opt/console/previous-assets'));
  if (entry === undefined) throw new Error('The container file has no entry point.');
  return join(folder, entry);
};

/** Runs the container's entry point with a configuration that it must refuse. */
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

/** The sandbox's configuration as environment variables. */
export const toVariables = (sandbox: Sandbox, base: string): Record<string, string> => ({
  CONSOLE_BASE_PATH: base,
  CONSOLE_HSTS_SECONDS: '300',
  CONSOLE_ENVIRONMENT: 'Sandbox',
  CONSOLE_API_BASE_URL: sandbox.serviceOrigin,
  CONSOLE_API_MAX_CONCURRENT_READS: '5',
  CONSOLE_OIDC_AUTHORITY: sandbox.issuer,
  CONSOLE_OIDC_CLIENT_ID: 'console',
  CONSOLE_OIDC_SCOPE: 'openid profile email',
});

/** The container's files and entry point without a container, as an unprivileged user. */
export const startImageSteps = async (base: string): Promise<Running> => {
  const folder = freshFolder('image');
  const entry = layOutImage(folder);
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  chmodSync(temporary, 0o777);
  const sandbox = await openSandbox(base);
  const env = { ...toVariables(sandbox, base), PORT: String(PORT), TMPDIR: temporary };
  return run(sandbox, {
    command: entry,
    args: [join(folder, 'none.json')],
    health: '/healthz',
    env,
    uid: UNPRIVILEGED,
  });
};

/** The image itself, which may write only to /tmp. */
export const startImage = async (base: string): Promise<Running> => {
  const built = spawnSync('docker', ['build', '-q', '-f', 'deploy/Dockerfile', '-t', 'console-test', '.'], {
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(built.stderr);
  const sandbox = await openSandbox(base);
  const variables = Object.entries(toVariables(sandbox, base)).flatMap(([name, value]) => [
    '-e',
    `${name}=${value}`,
  ]);
  const limits = ['--rm', '--init', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'];
  const args = ['run', ...limits, '-p', `127.0.0.1:${PORT}:8080`, ...variables, 'console-test'];
  return run(sandbox, { command: 'docker', args, health: '/healthz' });
};
