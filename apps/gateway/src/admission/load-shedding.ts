import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RegistrationRoom } from './registration-room.js';
import { callerOf } from './request-context.js';
import { ShedResponses, type ShedResponsesParts } from './shed-responses.js';
import { countShedRequest } from './shedding-reasons.js';

/** The head of a request must arrive within this time; `limitReceiving` bounds its body. */
const HEAD_TIMEOUT_MS = 60_000;
/** Longer than the idle timeout of usual proxies, so that the proxy closes and not the gateway. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** A client that neither reads nor sends for this long is gone. Longer than a poll waits. */
const SILENT_TIMEOUT_MS = 120_000;
const MAX_HEADER_BYTES = 16 * 1024;

interface LoadSheddingParts extends ShedResponsesParts {
  readonly maxConnections: number;
  readonly registrations: RegistrationRoom;
  readonly paths: {
    /** Never shed: polls, and the end of a queue. */
    readonly servedFirst: ReadonlySet<string>;
    readonly ofRegistrations: ReadonlySet<string>;
  };
}

/**
 * Decides for each connection, and then for each request on it, whether the gateway serves it at all.
 *
 * 1. Beyond `maxConnections` a new connection is closed at once.
 * 2. If no slot is free ({@link CallSlots}), the request gets a 503 with `retry-after` as soon as its head has been read, before
 *    routing, credentials or body. The 503 must cost next to nothing, because its CPU time is missing for served requests.
 * 3. The same holds for a registration that would wait too long ({@link RegistrationRoom}). When Redis has lost its data, all clients
 *    register at once, and messages shall be sent meanwhile.
 * 4. Clients that retry at once wait ({@link ShedResponses}).
 * 5. Polls and the end of a queue are never shed: they are few (one for each queue), and a queue that is not read grows until it is
 *    dropped.
 *
 * A request that passes takes its slot later, after routing, and `CallSlots` decides again: many calls may begin between the head of
 * a request and the last byte of its body.
 */
export class LoadShedding {
  private connections = 0;
  private readonly shedResponses: ShedResponses;

  constructor(private readonly parts: LoadSheddingParts) {
    this.shedResponses = new ShedResponses(parts);
  }

  get count(): number {
    return this.connections;
  }

  /** Creates an HTTP server that passes each connection and each request through load shedding first. */
  createServer(handle: (request: IncomingMessage, response: ServerResponse) => void): Server {
    // Requests without Host are for the default realm. Node's own error response would have no body.
    const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false }, (request, response) => {
      if (this.admits(request, response)) handle(request, response);
    });
    const [serveConnection] = server.listeners('connection') as [(this: Server, socket: Socket) => void];
    server.removeListener('connection', serveConnection);
    server.on('connection', (socket) => {
      if (this.accepts(socket)) serveConnection.call(server, socket);
    });
    server.headersTimeout = HEAD_TIMEOUT_MS;
    server.requestTimeout = 0;
    server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
    server.setTimeout(SILENT_TIMEOUT_MS);
    return server;
  }

  /** Counts a connection. Returns false if it closed the connection because there are too many. */
  private accepts(socket: Socket): boolean {
    if (this.connections >= this.parts.maxConnections) {
      countShedRequest('connections');
      socket.destroy();
      return false;
    }
    this.connections++;
    socket.once('close', () => this.connections--);
    return true;
  }

  /** Returns false if it has responded with a 503. */
  private admits(request: IncomingMessage, response: ServerResponse): boolean {
    const { calls, registrations, proxies, paths } = this.parts;
    if (request.method === 'POST' && paths.ofRegistrations.has(pathOf(request.url ?? '')) && registrations.isFull) {
      this.shedResponses.shedRegistration(registrations.giveTurn(), request, response);
      return false;
    }
    if (calls.hasFreeSlots) return true;
    const reason = calls.noSlotFor(callerOf(request.headers, proxies.addressOf(request)));
    if (reason === undefined || paths.servedFirst.has(pathOf(request.url ?? ''))) return true;
    this.shedResponses.shed(reason, request, response);
    return false;
  }
}

const pathOf = (url: string): string => url.split('?', 1)[0] as string;
