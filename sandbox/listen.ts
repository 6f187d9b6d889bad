import { createServer, type Server } from 'node:http';

/** Port 0 takes any free port. Rejects if the port is taken. */
export const listen = async (port: number): Promise<Server> => {
  const server = createServer();
  // Longer than the time between checks: reusing a connection that is just closed would fail.
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new Error(`The sandbox needs port ${port}: ${error.message}`)));
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
};

export const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
