import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { serviceUnavailable } from '@chat/contracts';
import type { Logger } from 'pino';
import { bodyOf, headersOf } from '../http/api-error.filter.js';
import type { CrossOriginRules } from '../http/cors.js';
import { JSON_TYPE, SECURITY_HEADERS } from '../http/envelope.interceptor.js';
import type { TrustedProxies } from '../http/trusted-proxies.js';
import { type CallSlots, countShedRequest } from './call-slots.js';
import { countHttpRequest, newRequestId } from './request-context.js';

/** A request must arrive completely within this time. */
const RECEIVE_TIMEOUT_MS = 60_000;
/** Longer than the idle timeout of usual proxies, so that the proxy closes and not the gateway. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** A client that neither reads nor sends for this long is gone. Longer than a poll waits. */
const SILENT_TIMEOUT_MS = 120_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** Shortest time between two log lines about shed requests. */
const LOG_EVERY_MS = 10_000;

/** Bounds the CPU that 503 responses take from served requests: one costs about 40 µs. */
const MAX_SHED_PER_SECOND = 5_000;
const MAX_DELAYED_ADDRESSES = 20_000;

interface LoadSheddingParts {
  readonly calls: CallSlots;
  readonly cors: CrossOriginRules;
  readonly proxies: TrustedProxies;
  readonly logger: Logger;
  readonly maxConnections: number;
  /** Paths that are never shed: polls, and the end of a queue. */
  readonly pathsServedFirst: ReadonlySet<string>;
}

/**
 * Decides for each connection, and then for each request on it, whether the gateway serves it at all.
 *
 * 1. Beyond `maxConnections` a new connection is closed at once.
 * 2. If no slot is free ({@link CallSlots}), the request gets a 503 with `retry-after` as soon as its head has been read, before
 *    routing, credentials or body. The 503 must cost next to nothing, because its CPU time is missing for served requests.
 * 3. The connection is not read before the `retry-after` has passed, so clients that retry at once cannot fill the time with 503s:
 *    the more of them there are, the longer they wait. A connection of a trusted proxy carries requests of many clients and is read
 *    on; instead, the 503 to an address that retries early is delayed.
 * 4. Polls and the end of a queue are never shed: they are few (one for each queue), and a queue that is not read grows until it is
 *    dropped.
 *
 * A request that passes takes its slot later, after routing, and `CallSlots` decides again: many calls may begin between the head of
 * a request and the last byte of its body.
 */
export class LoadShedding {
  private connections = 0;
  /** Connections that are not read, and delayed 503s. */
  private paused = 0;
  private response = overloadResponse(1);
  /** By address behind a proxy: when its `retry-after` has passed. */
  private readonly retryAtMs = new Map<string, number>();
  private loggedAtMs = Number.NEGATIVE_INFINITY;
  private shedSinceLog = 0;

  constructor(private readonly parts: LoadSheddingParts) {}

  /** Open connections. */
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
    server.requestTimeout = RECEIVE_TIMEOUT_MS;
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
    const { calls, proxies, pathsServedFirst } = this.parts;
    if (calls.hasFreeSlots) return true;
    const reason = calls.noSlotFor(request.headers.authorization ?? proxies.addressOf(request));
    if (reason === undefined || pathsServedFirst.has(pathOf(request.url ?? ''))) return true;
    countShedRequest(reason);
    countHttpRequest('any', 'none', 503, 0);
    this.shed(request, response);
    return false;
  }

  private shed(request: IncomingMessage, response: ServerResponse): void {
    const retryAfterSeconds = Math.ceil((this.paused + 1) / MAX_SHED_PER_SECOND);
    if (retryAfterSeconds !== this.response.retryAfterSeconds) this.response = overloadResponse(retryAfterSeconds);
    this.log();
    const respond = (): void => this.respond(request, response);
    if (!this.parts.proxies.isProxy(request)) {
      this.pause(request.socket, response, retryAfterSeconds);
      respond();
      return;
    }
    const earlyByMs = this.earlyByMs(this.parts.proxies.addressOf(request), retryAfterSeconds);
    if (earlyByMs <= 0) {
      respond();
      return;
    }
    request.resume();
    this.paused++;
    setTimeout(() => {
      this.paused--;
      respond();
    }, earlyByMs);
  }

  private respond(request: IncomingMessage, response: ServerResponse): void {
    const { cors } = this.parts;
    const { headers, body } = this.response;
    const ownHeaders = cors.isEnabled ? Object.entries(cors.headersFor(request.headers)).flat() : [];
    response.writeHead(503, [...headers, 'x-request-id', newRequestId(), ...ownHeaders]);
    response.end(body);
  }

  /** How much too early this address retries; 0 for its first 503. By address, since a client can make up credentials. */
  private earlyByMs(address: string, retryAfterSeconds: number): number {
    const nowMs = performance.now();
    const earlyByMs = (this.retryAtMs.get(address) ?? 0) - nowMs;
    if (earlyByMs > 0) return earlyByMs;
    // A forgotten address gets one more 503 without delay.
    if (this.retryAtMs.size >= MAX_DELAYED_ADDRESSES) this.retryAtMs.clear();
    this.retryAtMs.set(address, nowMs + retryAfterSeconds * 1_000);
    return 0;
  }

  private pause(socket: Socket, response: ServerResponse, seconds: number): void {
    this.paused++;
    // At the end of a request Node resumes the socket several times to find the next request. While thousands of sockets are ready,
    // reading them leaves no time for anything else, timers included.
    const pauseSocket = (): void => void socket.pause();
    response.once('close', () => {
      socket.on('resume', pauseSocket);
      pauseSocket();
      setTimeout(() => {
        this.paused--;
        socket.off('resume', pauseSocket);
        socket.resume();
      }, seconds * 1_000);
    });
  }

  private log(): void {
    const { logger, calls } = this.parts;
    this.shedSinceLog++;
    const nowMs = performance.now();
    if (nowMs - this.loggedAtMs < LOG_EVERY_MS) return;
    this.loggedAtMs = nowMs;
    logger.warn(
      { refused: this.shedSinceLog, inFlight: calls.count, limit: calls.limit },
      'Gateway is overloaded; responds to requests with 503',
    );
    this.shedSinceLog = 0;
  }
}

/** The 503 of shed requests, made once for thousands of them. */
function overloadResponse(retryAfterSeconds: number) {
  const error = serviceUnavailable('gateway', retryAfterSeconds);
  const body = Buffer.from(bodyOf(error));
  const headers = Object.entries({
    ...SECURITY_HEADERS,
    ...headersOf(error),
    'content-type': JSON_TYPE,
    'content-length': String(body.length),
  }).flat();
  return { retryAfterSeconds, headers, body };
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
