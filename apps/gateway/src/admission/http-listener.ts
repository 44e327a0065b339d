import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { LoadShedding } from './load-shedding.js';

/** A request must have arrived whole within this. */
const RECEIVE_TIMEOUT_MS = 60_000;
/** Longer than the idle timeout of usual proxies, so that it is they who close. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** A client that neither takes nor sends a byte for so long is gone. Longer than a poll waits. */
const SILENT_TIMEOUT_MS = 120_000;
/** Finding where everything is takes no header of this size. */
const MAX_HEADER_BYTES = 16 * 1024;

/** Creates an HTTP server that passes each connection and each request through load shedding first. */
export function createHttpListener(
  loadShedding: LoadShedding,
  handle: Parameters<typeof createServer>[1] & object,
): Server {
  // Without a Host the default realm is meant; Node's own refusal would have no body.
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false }, (request, response) => {
    if (loadShedding.admits(request, response)) handle(request, response);
  });
  const [serveConnection] = server.listeners('connection') as [(this: Server, socket: Socket) => void];
  server.removeListener('connection', serveConnection);
  server.on('connection', (socket) => {
    if (loadShedding.accepts(socket)) serveConnection.call(server, socket);
  });
  server.requestTimeout = RECEIVE_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.setTimeout(SILENT_TIMEOUT_MS);
  return server;
}
