import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { serviceUnavailable } from '@chat/contracts';
import type { Logger } from 'pino';
import { bodyOf, headersOf } from '../http/api-error.filter.js';
import type { CrossOriginRules } from '../http/cors.js';
import { newRequestId } from '../http/request-id.js';
import { countHttpRequest } from '../http/request-metrics.js';
import { JSON_TYPE, SECURITY_HEADERS } from '../http/security-headers.js';
import type { TrustedProxies } from '../http/trusted-proxies.js';
import type { CallSlots } from './call-slots.js';
import { countShedRequest } from './shed-requests.js';

/** While refusing, the log says so this often. */
const TELL_EVERY_MS = 10_000;

/** More refusals than this take too much of the time of those who are served; a refusal is some 40 µs of CPU. */
const MAX_REFUSALS_PER_SECOND = 5_000;
const MAX_REMEMBERED = 20_000;

interface LoadSheddingParts {
  readonly calls: CallSlots;
  readonly cors: CrossOriginRules;
  readonly proxies: TrustedProxies;
  readonly logger: Logger;
  readonly maxConnections: number;
  /** Paths whose calls are served even when there is no room: polls, and what ends a queue. */
  readonly pathsServedFirst: ReadonlySet<string>;
}

/**
 * What everybody meets first: where it is decided whether a connection, and then each request on it, is let in at all.
 *
 * 1. Beyond `maxConnections` a connection is closed as soon as it is there.
 * 2. A request for which there is no room ({@link CallSlots}) is answered 503 with `retry-after` right after its head was read,
 *    before routing, credentials or the body are looked at. What is refused must cost next to nothing: the time that refusing takes
 *    is taken from those who are served, and while thousands are refused everybody else's requests wait to be read.
 * 3. Who was refused was told when to come back. Nothing is read from that connection before, so that clients which come back at
 *    once cannot fill the time with refusals: the more of them there are, the longer they wait. A trusted proxy's
 *    connections carry everybody's requests and are read on: there the answer to an address that comes back early is held back.
 * 4. Polls, and what ends a queue, are let in all the same: they are how clients hear of what was done, they are few (one for each
 *    queue), and a queue that is not read grows until it is dropped.
 *
 * Who is let in takes a place in `CallSlots`, where the same is asked again: much may begin between the head of a request and
 * the last byte of its body.
 */
export class LoadShedding {
  private connections = 0;
  /** How many are not read, or not answered, since they were refused. */
  private resting = 0;
  private refusal = refusalWith(1);
  /** Addresses behind proxies where somebody was refused, and until when they were asked to wait. */
  private readonly toldToWait = new Map<string, number>();
  private toldAtMs = Number.NEGATIVE_INFINITY;
  private refused = 0;

  constructor(private readonly parts: LoadSheddingParts) {}

  /** Connections that are open. */
  get count(): number {
    return this.connections;
  }

  /** Counts a connection. False: there are too many, and it was closed. */
  letIn(socket: Socket): boolean {
    if (this.connections >= this.parts.maxConnections) {
      countShedRequest('connections');
      socket.destroy();
      return false;
    }
    this.connections++;
    socket.once('close', () => this.connections--);
    return true;
  }

  /** False: the request was refused. */
  admits(request: IncomingMessage, response: ServerResponse): boolean {
    const { calls, pathsServedFirst } = this.parts;
    if (calls.hasFreeSlots) return true;
    const reason = calls.noSlotFor(this.callerOf(request));
    if (reason === undefined || pathsServedFirst.has(pathOf(request.url ?? ''))) return true;
    countShedRequest(reason);
    countHttpRequest('any', 'none', 503, 0);
    this.refuse(request, response);
    return false;
  }

  /** Who is asking, before credentials were looked at: enough to tell one greedy caller from others. */
  callerOf(request: IncomingMessage): string {
    return request.headers.authorization ?? this.parts.proxies.addressOf(request);
  }

  private refuse(request: IncomingMessage, response: ServerResponse): void {
    const retryAfterSeconds = Math.ceil((this.resting + 1) / MAX_REFUSALS_PER_SECOND);
    if (retryAfterSeconds !== this.refusal.retryAfterSeconds) this.refusal = refusalWith(retryAfterSeconds);
    this.tell();
    const answer = (): void => this.answer(request, response);
    if (!this.parts.proxies.isProxy(request)) {
      this.letRest(request.socket, response, retryAfterSeconds);
      answer();
      return;
    }
    const earlyByMs = this.earlyByMs(this.parts.proxies.addressOf(request), retryAfterSeconds);
    if (earlyByMs <= 0) {
      answer();
      return;
    }
    request.resume();
    this.resting++;
    setTimeout(() => {
      this.resting--;
      answer();
    }, earlyByMs);
  }

  private answer({ headers: asked }: IncomingMessage, response: ServerResponse): void {
    const { cors } = this.parts;
    const { headers, body } = this.refusal;
    const ownHeaders = cors.isEnabled ? Object.entries(cors.headersFor(asked)).flat() : [];
    response.writeHead(503, [...headers, 'x-request-id', newRequestId(), ...ownHeaders]);
    response.end(body);
  }

  /**
   * How long who is at this address should still have waited, going by what the last refusal said; 0 where it is the first. By
   * address, since credentials can be made up.
   */
  private earlyByMs(address: string, retryAfterSeconds: number): number {
    const nowMs = performance.now();
    const earlyByMs = (this.toldToWait.get(address) ?? 0) - nowMs;
    if (earlyByMs > 0) return earlyByMs;
    // Whoever is forgotten is told at once, once more.
    if (this.toldToWait.size >= MAX_REMEMBERED) this.toldToWait.clear();
    this.toldToWait.set(address, nowMs + retryAfterSeconds * 1_000);
    return 0;
  }

  private letRest(socket: Socket, response: ServerResponse, seconds: number): void {
    this.resting++;
    // With the end of a request Node reads on, several times over, to find the next one. It must not: while thousands of sockets are
    // ready it turns to nothing else, not even to timers.
    const rest = (): void => void socket.pause();
    response.once('close', () => {
      socket.on('resume', rest);
      rest();
      setTimeout(() => {
        this.resting--;
        socket.off('resume', rest);
        socket.resume();
      }, seconds * 1_000);
    });
  }

  private tell(): void {
    const { logger, calls } = this.parts;
    this.refused++;
    const nowMs = performance.now();
    if (nowMs - this.toldAtMs < TELL_EVERY_MS) return;
    this.toldAtMs = nowMs;
    logger.warn({ refused: this.refused, inFlight: calls.count, limit: calls.limit }, 'More to do than can be done');
    this.refused = 0;
  }
}

/** What a refused request is answered, made once for thousands of them. */
function refusalWith(retryAfterSeconds: number) {
  const refusal = serviceUnavailable('gateway', retryAfterSeconds);
  const body = Buffer.from(bodyOf(refusal));
  const headers = Object.entries({
    ...SECURITY_HEADERS,
    ...headersOf(refusal),
    'content-type': JSON_TYPE,
    'content-length': String(body.length),
  }).flat();
  return { retryAfterSeconds, headers, body };
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
