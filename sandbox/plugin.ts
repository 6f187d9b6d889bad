import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Connect, Plugin, PreviewServer, ViteDevServer } from 'vite';
import type { Sandbox } from './start.ts';
import { findPage, productionHeaders } from './web-server.ts';
import { welcome } from './welcome.ts';

// When vite.config.ts changes, Vite loads this file again and starts the next server before it ends the last one.
const RUNNING = Symbol.for('telephony-campaign-console.sandbox');
const running: Map<number, Sandbox> =
  (Reflect.get(globalThis, RUNNING) as Map<number, Sandbox> | undefined) ?? new Map();
Reflect.set(globalThis, RUNNING, running);

/** Of the development server. */
const TOOLING = /^\/(?:@|__|src\/|node_modules\/|sandbox\/)/;

const pathOf = (request: IncomingMessage): string => (request.url ?? '/').split('?')[0] ?? '/';

const serveSandbox =
  (sandbox: Sandbox): Connect.NextHandleFunction =>
  (request, response, next) => {
    const path = pathOf(request);
    if (path.startsWith('/api/') || path.startsWith('/tenant/x/api/')) {
      sandbox.service(request, response);
      return;
    }
    if (path === '/config.json') {
      response.setHeader('Content-Type', 'application/json');
      response.setHeader('Cache-Control', 'no-store');
      response.end(JSON.stringify(sandbox.config, null, 2));
      return;
    }
    const isElsewhere =
      request.headers.host?.startsWith('127.0.0.1:') && !sandbox.consoleOrigin.includes('//127.0.0.1:');
    if (isElsewhere && request.headers['sec-fetch-mode'] === 'navigate') {
      // The authorization server knows the console by one name only.
      response.writeHead(307, { Location: `${sandbox.consoleOrigin}${request.url ?? '/'}` }).end();
      return;
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const page = isRead && !TOOLING.test(path) ? findPage(path) : undefined;
    if (page !== undefined) request.url = `/${page}`;
    next();
  };

/** Sets the production headers last, over those of the file server. */
const withProductionHeaders =
  ({ authorizationOrigin, endpointsOrigin, serviceOrigin }: Sandbox): Connect.NextHandleFunction =>
  (request, response: ServerResponse, next) => {
    // On one machine, compressing an answer takes longer than sending it.
    delete request.headers['accept-encoding'];
    const path = pathOf(request);
    const origins = [authorizationOrigin, endpointsOrigin];
    const own = productionHeaders(path, { connect: [...origins, serviceOrigin], frame: origins });
    const writeHead = response.writeHead.bind(response);
    response.writeHead = (status: number, ...rest: unknown[]) => {
      const given = rest.find((part) => typeof part === 'object' && part !== null) ?? {};
      // A missing asset must not be cached for a year.
      const caching = status >= 400 && { 'Cache-Control': 'no-store' };
      for (const [name, value] of Object.entries({ ...given, ...own, ...caching }))
        response.setHeader(name, value);
      return writeHead(status);
    };
    next();
  };

/** The console's address: Vite's, or that of another server. */
const consoleAt = (address: string) => {
  if (!/^https?:/.test(address) || !URL.canParse(address))
    throw new Error(
      `--console must be an address such as http://localhost:8080/console/, and not ${address}`,
    );
  const { origin, pathname } = new URL(address);
  return { consoleOrigin: origin, base: pathname.replace(/\/*$/, '/') };
};

const begin = async (port: number): Promise<Sandbox> => {
  await running.get(port)?.close();
  // Imported here, so that a build does not load it.
  const { startSandbox } = await import('./start.ts');
  const sandbox = await startSandbox({
    ...consoleAt(process.env['SANDBOX_CONSOLE'] ?? `http://localhost:${port}/`),
    authorizationPort: port + 1,
    servicePort: port + 2,
    provider: process.env['SANDBOX_PROVIDER'],
  });
  running.set(port, sandbox);
  return sandbox;
};

const attach = async (server: ViteDevServer | PreviewServer, port: number) => {
  const begun = await begin(port);
  server.httpServer?.once('close', () => void begun.close());
  server.printUrls = () => server.config.logger.info(welcome(begun));
  return begun;
};

export const sandbox = (): Plugin => ({
  name: 'sandbox',
  apply: 'serve',
  configureServer: async (server) => {
    server.middlewares.use(serveSandbox(await attach(server, server.config.server.port)));
  },
  configurePreviewServer: async (server) => {
    const begun = await attach(server, server.config.preview.port);
    server.middlewares.use(withProductionHeaders(begun));
    server.middlewares.use(serveSandbox(begun));
  },
});
