import { readdir, readFile } from 'node:fs/promises';
import type { RequestListener, Server } from 'node:http';
import { extname, join, relative, resolve, sep } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { createAuthorizationServer } from '../sandbox/authorization-server.ts';
import { oidcOf } from '../sandbox/providers/bend.ts';
import { plain } from '../sandbox/providers/plain.ts';
import { close, listen } from '../sandbox/listen.ts';
import { createService } from '../sandbox/service.ts';
import { findPage, productionHeaders } from '../sandbox/web-server.ts';

/** The delay of each request but preflights. */
export const SERVICE_MS = 50;

const TYPES: { [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.txt': 'text/plain',
};

type Packed = { type: string; bytes: Buffer };

/** All files of a build, compressed as on a production server, by path. */
const pack = async (dist: string): Promise<Map<string, Packed>> => {
  const files = new Map<string, Packed>();
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = brotliCompressSync(await readFile(path));
    files.set(`/${relative(dist, path).split(sep).join('/')}`, { type, bytes });
  }
  return files;
};

/** An empty page of the same origin, shown before the measured one. */
export const BLANK = '/blank.txt';

const fileOf = (path: string): string => (path === BLANK ? path : `/${findPage(path) ?? path.slice(1)}`);

/** Reserves three adjacent free ports at once, since other benches may look for some too. */
export const takePorts = async (): Promise<{ port: number; servers: [Server, Server, Server] }> => {
  for (let port = 25_000; port < 26_000; port += 3) {
    const tried = await Promise.allSettled([listen(port), listen(port + 1), listen(port + 2)]);
    const [app, issuer, service] = tried.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
    if (app && issuer && service) return { port, servers: [app, issuer, service] };
    await Promise.all([app, issuer, service].filter((server) => server !== undefined).map(close));
  }
  throw new Error('No three free ports in a row from 25000 to 26000');
};

export type Around = (listener: RequestListener) => RequestListener;

const slowed: Around = (listener) => (request, response) => {
  if (request.method === 'OPTIONS') listener(request, response);
  else setTimeout(() => listener(request, response), SERVICE_MS);
};

type StageOptions = { api?: object; aroundService?: Around };

export type Stage = { origin: string; issuer: string; service: string; close: () => Promise<void> };

/**
 * Serves a build: files compressed with brotli, the headers of production, and the sandbox with its time for each request. `api` is
 * merged into its configuration.
 */
export const openStage = async (
  dist: string,
  { api: limits = {}, aroundService = slowed }: StageOptions = {},
): Promise<Stage> => {
  const { port, servers } = await takePorts();
  const [origin, issuer, service] = [port, port + 1, port + 2].map((at) => `http://localhost:${at}`) as [
    string,
    string,
    string,
  ];
  const { listener, ...known } = await createAuthorizationServer(
    { console: origin, home: `${origin}/`, issuer, service },
    plain,
  );
  const api = createService({ ...known, origin: service, consoleOrigin: origin });
  const files = await pack(dist);
  const config = {
    environment: 'Sandbox',
    api: { baseUrl: service, ...limits },
    // As in the floor: tokens survive a reload.
    oidc: { ...oidcOf(plain, { origin: issuer, endpoints: issuer, service }), tokenStorage: 'session' },
  };
  files.set('/config.json', { type: 'application/json', bytes: brotliCompressSync(JSON.stringify(config)) });
  files.set(BLANK, { type: 'text/plain', bytes: brotliCompressSync('') });

  const serve: RequestListener = (request, response) => {
    const path = new URL(request.url ?? '/', origin).pathname;
    const file = files.get(fileOf(path));
    const headers = productionHeaders(path, { connect: [issuer, service], frame: [issuer] });
    response.writeHead(file ? 200 : 404, {
      ...headers,
      ...(file && {
        'Content-Type': file.type,
        'Content-Encoding': 'br',
        'Content-Length': file.bytes.length,
      }),
    });
    response.end(file?.bytes);
  };
  for (const [index, answer] of [serve, slowed(listener), aroundService(api)].entries()) {
    servers[index]?.on('request', answer);
  }
  return {
    origin,
    issuer,
    service,
    close: async () => {
      await Promise.all(servers.map(close));
    },
  };
};

const FLOOR = resolve('bench/floor');
const FLOOR_OUT = resolve('bench/out/floor');

const buildFloor = async (): Promise<string> => {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: FLOOR,
    plugins: [react()],
    build: {
      outDir: FLOOR_OUT,
      emptyOutDir: true,
      reportCompressedSize: false,
      rolldownOptions: { input: [`${FLOOR}/index.html`, `${FLOOR}/auth/silent.html`] },
    },
  });
  return FLOOR_OUT;
};

export const openFloor = async (): Promise<Stage> => openStage(await buildFloor());
