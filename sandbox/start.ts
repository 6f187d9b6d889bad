import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAuthorizationServer } from './authorization-server.ts';
import { EXAMPLE_CALLS } from './calls.ts';
import { close, listen } from './listen.ts';
import { oidcOf } from './providers/bend.ts';
import { profileOf } from './providers/index.ts';
import { createService } from './service.ts';

export type Sandbox = {
  consoleOrigin: string;
  /** The console's whole address, with a slash at its end. */
  home: string;
  /** What the authorization server calls itself. */
  issuer: string;
  authorizationOrigin: string;
  /** The address of its endpoints, which some products have on another host. */
  endpointsOrigin: string;
  serviceOrigin: string;
  /** The content of `/config.json`. */
  config: object;
  /** The service as a request listener, for a console that shares its origin with the service. */
  service: RequestListener;
  close: () => Promise<void>;
};

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/**
 * Starts the authorization server and the service on 127.0.0.1. Port 0 takes any free port. Rejects if a port is taken or the
 * provider is unknown.
 */
export const startSandbox = async (at: {
  consoleOrigin: string;
  /** The console's path, "/" by default. */
  base?: string;
  authorizationPort: number;
  servicePort: number;
  /** The product that the authorization server imitates (`providers/index.ts`). */
  provider?: string | undefined;
  now?: () => number;
  /** Comes before both servers, such as to delay their answers. */
  around?: (listener: RequestListener) => RequestListener;
}): Promise<Sandbox> => {
  const { consoleOrigin, around = (listener) => listener } = at;
  const home = `${consoleOrigin}${at.base ?? '/'}`;
  const profile = profileOf(at.provider);
  const authorization = await listen(at.authorizationPort);
  const api = await listen(at.servicePort).catch(async (error: unknown) => {
    await close(authorization);
    throw error;
  });
  const authorizationOrigin = `http://localhost:${portOf(authorization)}`;
  const { origin, endpoints } = profile.example;
  const endpointsOrigin =
    origin === endpoints ? authorizationOrigin : `http://127.0.0.1:${portOf(authorization)}`;
  const serviceOrigin = `http://localhost:${portOf(api)}`;
  const origins = {
    console: consoleOrigin,
    home,
    issuer: authorizationOrigin,
    endpoints: endpointsOrigin,
    service: serviceOrigin,
  };
  const { issuer, listener, publicKeys, introspect } = await createAuthorizationServer(origins, profile);
  const facts = { origin: serviceOrigin, consoleOrigin, issuer, publicKeys, introspect };
  const service = createService(at.now ? { ...facts, now: at.now } : facts);
  authorization.on('request', around(listener));
  api.on('request', around(service));
  return {
    consoleOrigin,
    home,
    issuer,
    authorizationOrigin,
    endpointsOrigin,
    serviceOrigin,
    service,
    config: {
      environment: at.provider ? `Sandbox: ${at.provider}` : 'Sandbox',
      api: { baseUrl: serviceOrigin },
      oidc: oidcOf(profile, {
        origin: authorizationOrigin,
        endpoints: endpointsOrigin,
        service: serviceOrigin,
      }),
      calls: { examples: EXAMPLE_CALLS },
    },
    close: async () => {
      await Promise.all([close(authorization), close(api)]);
    },
  };
};
