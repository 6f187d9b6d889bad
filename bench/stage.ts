import { readdir, readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative, sep } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
import { close, listen } from '../sandbox/listen.ts';
import { startSandbox } from '../sandbox/start.ts';
import { findPage, productionHeaders } from '../sandbox/web-server.ts';

/** The delay of each request but preflights. */
const SERVICE_MS = 50;

type Packed = { type: string; bytes: Buffer };

/** All files of a build, compressed as on a production server, by path. */
const pack = async (dist: string): Promise<Map<string, Packed>> => {
  const files = new Map<string, Packed>();
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = brotliCompressSync(await readFile(path));
    const type = getMimeType(path) ?? 'text/plain';
    files.set(`/${relative(dist, path).split(sep).join('/')}`, { type, bytes });
  }
  return files;
};

/** An empty page of the same origin, shown before the measured one. */
export const BLANK = '/blank.txt';

type Around = (listener: RequestListener) => RequestListener;

const slowed: Around = (listener) => (request, response) => {
  if (request.method === 'OPTIONS') listener(request, response);
  else setTimeout(() => listener(request, response), SERVICE_MS);
};

export type Stage = { origin: string; service: string; close: () => Promise<void> };

/**
 * Serves a build: files compressed with brotli, the headers of production, and the sandbox with its time for each request. `api` is
 * merged into its configuration.
 */
export const openStage = async (
  dist: string,
  { api = {}, around = (listener) => listener }: { api?: object; around?: Around } = {},
): Promise<Stage> => {
  const app = await listen(0);
  const origin = `http://localhost:${(app.address() as AddressInfo).port}`;
  const sandbox = await startSandbox({
    consoleOrigin: origin,
    authorizationPort: 0,
    servicePort: 0,
    around: (listener) => around(slowed(listener)),
  });
  const { authorizationOrigin: issuer, serviceOrigin: service } = sandbox;
  const shipped = sandbox.config as { oidc: object };
  const config = {
    api: { baseUrl: service, ...api },
    // As in the floor: tokens survive a reload.
    oidc: { ...shipped.oidc, tokenStorage: 'session' },
  };
  const files = await pack(dist);
  files.set('/config.json', {
    type: 'application/json',
    bytes: brotliCompressSync(JSON.stringify(config)),
  });
  files.set(BLANK, { type: 'text/plain', bytes: brotliCompressSync('') });
  app.on('request', (request, response) => {
    const path = new URL(request.url ?? '/', origin).pathname;
    const file = files.get(path === BLANK ? path : `/${findPage(path) ?? path.slice(1)}`);
    response.writeHead(file ? 200 : 404, {
      ...productionHeaders(path, { connect: [issuer, service], frame: [issuer] }),
      ...(file && {
        'Content-Type': file.type,
        'Content-Encoding': 'br',
        'Content-Length': file.bytes.length,
      }),
    });
    response.end(file?.bytes);
  });
  return {
    origin,
    service,
    close: async () => {
      await Promise.all([close(app), sandbox.close()]);
    },
  };
};
