import { createServer, type Server } from 'node:http';

/** A server on this machine; port 0 is any free one. Rejects where the port is taken. */
export const listen = async (port: number): Promise<Server> => {
  const server = createServer();
  // Longer than the console's checks are apart: a connection that closes as it is reused is a failure of its own kind.
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new Error(`The sandbox needs port ${port}: ${error.message}`)));
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
};

/** Ends it with all of its connections. */
export const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
