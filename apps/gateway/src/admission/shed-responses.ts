import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ApiError, serviceUnavailable, withOutcome } from '@chat/contracts';
import type { Logger } from 'pino';
import { bodyOf, headersOf, outcomeFor } from '../http/api-error.filter.js';
import type { CrossOriginRules } from '../http/cors.js';
import { JSON_TYPE, SECURITY_HEADERS } from '../http/envelope.interceptor.js';
import { limitReceiving } from '../http/receive-timeout.js';
import type { TrustedProxies } from '../http/trusted-proxies.js';
import type { CallSlots } from './call-slots.js';
import type { NoSlot } from './concurrency-limit.js';
import { countHttpRequest, newRequestId } from './request-context.js';
import { countShedRequest } from './shedding-reasons.js';

/** Shortest time between two log lines about shed requests. */
const LOG_EVERY_MS = 10_000;

/** Bounds the CPU that 503 responses take from served requests: one costs about 40 µs. */
const MAX_SHED_PER_SECOND = 5_000;
const MAX_DELAYED_ADDRESSES = 20_000;

export interface ShedResponsesParts {
  readonly calls: CallSlots;
  readonly cors: CrossOriginRules | undefined;
  readonly proxies: TrustedProxies;
  readonly logger: Logger;
}

/**
 * Responds to shed requests with a 503. The connection is not read before the `retry-after` has passed, so clients that retry at once
 * cannot fill the time with 503s: the more of them there are, the longer they wait. A connection of a trusted proxy carries requests of
 * many clients and is read on; instead, the 503 to an address that retries early is delayed.
 */
export class ShedResponses {
  /** Connections that are not read, and delayed 503s. */
  private paused = 0;
  /** By `retry-after`. */
  private readonly responses = new Map<number, OverloadResponse>();
  /** By address behind a proxy: when its `retry-after` has passed. */
  private readonly retryAtMs = new Map<string, number>();
  private loggedAtMs = Number.NEGATIVE_INFINITY;
  private shedSinceLog = 0;

  constructor(private readonly parts: ShedResponsesParts) {}

  shed(reason: NoSlot, request: IncomingMessage, response: ServerResponse): void {
    countShedRequest(reason);
    countHttpRequest('any', 'none', 503, 0);
    const retryAfterSeconds = Math.ceil((this.paused + 1) / MAX_SHED_PER_SECOND);
    this.log();
    const respond = (): void => this.respond(retryAfterSeconds, request, response);
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

  /** The connection is read on: its client may send messages meanwhile. */
  shedRegistration(retryAfterSeconds: number, request: IncomingMessage, response: ServerResponse): void {
    countShedRequest('registrations');
    countHttpRequest('any', 'none', 503, 0);
    this.respond(retryAfterSeconds, request, response);
  }

  private respond(retryAfterSeconds: number, request: IncomingMessage, response: ServerResponse): void {
    const { cors } = this.parts;
    const { ofReads, ofWrites } = this.responseWith(retryAfterSeconds);
    const { headers, body } = outcomeFor(request.method, 0) === undefined ? ofReads : ofWrites;
    const ownHeaders = cors === undefined ? [] : Object.entries(cors.headersFor(request.headers)).flat();
    limitReceiving(request);
    response.writeHead(503, [...headers, 'x-request-id', newRequestId(), ...ownHeaders]);
    response.end(body);
  }

  private responseWith(retryAfterSeconds: number): OverloadResponse {
    let response = this.responses.get(retryAfterSeconds);
    if (response === undefined) {
      response = overloadResponse(retryAfterSeconds);
      this.responses.set(retryAfterSeconds, response);
    }
    return response;
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

type OverloadResponse = ReturnType<typeof overloadResponse>;

/** The 503 of shed requests, made once for thousands of them. */
function overloadResponse(retryAfterSeconds: number) {
  const error = serviceUnavailable('gateway', 'not_started', retryAfterSeconds);
  return {
    ofReads: overloadResponseWith(withOutcome(error, undefined)),
    ofWrites: overloadResponseWith(error),
  };
}

function overloadResponseWith(error: ApiError) {
  const body = Buffer.from(bodyOf(error));
  const headers = Object.entries({
    ...SECURITY_HEADERS,
    ...headersOf(error),
    'content-type': JSON_TYPE,
    'content-length': String(body.length),
  }).flat();
  return { headers, body };
}
