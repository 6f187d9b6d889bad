import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { startSandbox } from '../sandbox/start.ts';
import { findPage, productionHeaders } from '../sandbox/web-server.ts';

// One address that serves one release, then another, as after a deployment.

export type Release = {
  name: string;
  version: string;
  folder: string;
  /** Its storage format. */
  format: number;
  /** What its migration adds to each note. */
  migrated: string;
};

/** From `npm run test:upgrade`: the earlier, the present and a later one. */
export const RELEASES = JSON.parse(process.env['UPGRADE_RELEASES'] ?? '[]') as Release[];

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** With its sandbox. */
export const startDeployment = async (port: number, first: Release) => {
  const sandbox = await startSandbox({
    consoleOrigin: `http://localhost:${port}`,
    authorizationPort: port + 1,
    servicePort: port + 2,
  });
  const endpoints = [sandbox.authorizationOrigin, sandbox.endpointsOrigin];
  let current = first;
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const name = findPage(path) ?? path;
    // The files of other releases stay, as in a deployment.
    const files = [current, ...RELEASES].map(({ folder }) => join(folder, name));
    const file = files.find((each) => existsSync(each));
    const origins = { connect: [...endpoints, sandbox.serviceOrigin], frame: endpoints };
    for (const [header, value] of Object.entries(productionHeaders(path, origins)))
      // Up to 1.0.0, pages had inline scripts.
      response.setHeader(header, value.replace("script-src 'self'", "$& 'unsafe-inline'"));
    response.setHeader('Content-Type', TYPES[extname(name)] ?? 'text/plain');
    if (path === '/config.json') response.end(JSON.stringify(sandbox.config));
    else if (file === undefined) response.writeHead(404).end();
    else response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    deploy: (release: Release): void => {
      current = release;
    },
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      await sandbox.close();
    },
  };
};
