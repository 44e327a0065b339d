import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports below the range of outgoing connections: such a connection could take the port of a server that is down for a moment. */
const PORTS = [15_000, 32_000] as const;
const MAX_ATTEMPTS = 200;

/** A loopback port on which nothing listens. Nothing reserves it: listen soon. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const port = randomInt(...PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port between ${PORTS.join(' and ')}.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
