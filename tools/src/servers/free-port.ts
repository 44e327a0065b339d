import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { StartFailure } from './server.js';

/**
 * Ports below the range of outgoing connections (from 32768 on Linux, 49152 elsewhere). Inside that range a client that
 * retries during the restart of a server may get the server's own port as its source. It then connects to itself, and
 * the server can no longer listen.
 */
const LOWEST_PORT = 15_000;
const HIGHEST_PORT = 32_000;
const MAX_ATTEMPTS = 200;

/** A port of the loopback interface on which nothing listens. Nothing reserves it: listen soon. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    if (await isPortFree('127.0.0.1', port)) return port;
  }
  throw new Error(`No free port between ${LOWEST_PORT} and ${HIGHEST_PORT}.`);
}

/** Whether this process could listen there now. Throws for reasons other than "in use", such as a missing permission. */
export function isPortFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    // Exclusive: otherwise the primary of a cluster would see the sockets of its workers instead of asking the system.
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** The requested port for the entrance, or a free one. Throws StartFailure if the port is not available. */
export async function claimPort(host: string, port: number | undefined): Promise<number> {
  if (port === undefined) return freePort();
  const isFree = await isPortFree(host, port).catch((error: Error) => {
    throw new StartFailure(`Cannot listen on ${host}:${port}: ${error.message}`);
  });
  if (!isFree) {
    throw new StartFailure(
      `Port ${port} on ${host} is in use by another program. Stop that, or take another: PORT=8080 npm start`,
    );
  }
  return port;
}
