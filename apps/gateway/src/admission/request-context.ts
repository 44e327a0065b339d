import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Principal } from '@chat/contracts';
import type { TracedRequest, Tracing } from '@chat/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Counter, Histogram } from 'prom-client';
import type { CrossOriginRules } from '../http/cors.js';
import type { Route } from '../http/endpoints.js';
import { SECURITY_HEADERS } from '../http/envelope.interceptor.js';
import type { TrustedProxies } from '../http/trusted-proxies.js';
import type { Slot } from './call-slots.js';
import type { RateLimitState } from './rate-limit.guard.js';
import type { Transfer } from './transfers.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the first hook; absent if Fastify rejects the request before any hook. */
    requestContext?: RequestContext;
  }
}

/** State of one HTTP request while it is served; each step adds its results. */
export class RequestContext {
  readonly startedAtMs = performance.now();
  /** Caller before authentication: the header with credentials as sent, or the address if there is none. */
  caller = '';
  /** The proof of the caller's identity: the `Authorization` header, or the token of a session. Empty without. */
  credentials = '';
  /** The API key in the query of a webhook. */
  keyInQuery: string | undefined;
  /** The content type of a webhook, which does not decide how its body is read. */
  contentType: string | undefined;
  /** The realm has an HTTPS address. */
  isSecure = false;
  route: Route | undefined;
  slot: Slot | undefined;
  /** The body of the request until it has arrived, if that was after the head; the response until the operating system has taken it. */
  incoming: Transfer | undefined;
  outgoing: Transfer | undefined;
  principal: Principal | null = null;
  realmId = 0;
  asOf = '0-0';
  /** Requests to services, so far, that have changed something or may still do it. */
  possibleChanges = 0;
  /** Called if the client disconnects before it gets its response. */
  onDisconnect: (() => void) | undefined;
  /** Undefined if no rate limit applies. */
  rateLimitState: RateLimitState | undefined;
  /** Undefined if requests are not traced. */
  trace: TracedRequest | undefined;

  constructor(
    readonly requestId: string,
    readonly address: string,
  ) {}
}

interface RequestContextParts {
  readonly proxies: TrustedProxies;
  /** Undefined if no origin is configured. */
  readonly cors: CrossOriginRules | undefined;
  readonly tracing: Tracing | undefined;
  readonly logger: Logger;
}

/** Creates the context of each request. When the request ends, releases its resources, counts it and logs it. */
export class RequestContexts {
  constructor(private readonly parts: RequestContextParts) {}

  begin(request: FastifyRequest, reply: FastifyReply): RequestContext {
    const { proxies, tracing, cors } = this.parts;
    const context = new RequestContext(newRequestId(), proxies.addressOf(request.raw));
    context.caller = callerOf(request.headers, context.address);
    request.requestContext = context;
    context.trace = tracing?.beginRequest(request.headers['traceparent']);
    reply.headers(SECURITY_HEADERS);
    reply.header('x-request-id', context.requestId);
    if (cors !== undefined) reply.headers(cors.headersFor(request.headers));
    // The only event that every request ends with, and only once.
    reply.raw.on('close', () => this.end(request, reply, context));
    return context;
  }

  private end({ method }: FastifyRequest, { raw }: FastifyReply, context: RequestContext): void {
    const isAborted = !raw.writableFinished;
    if (isAborted) context.onDisconnect?.();
    context.slot?.leave();
    context.incoming?.end();
    context.outgoing?.end();
    const ms = performance.now() - context.startedAtMs;
    const { requestId, realmId, principal } = context;
    const { statusCode: status } = raw;
    // The pattern, because a path contains names and addresses.
    const route = context.route?.path ?? 'none';
    countHttpRequest(context.route === undefined ? 'any' : method, route, status, ms);
    context.trace?.end({ method, route, status, requestId });
    // Successful polls would be most of the lines, and the metrics count them.
    const isSuccessfulPoll = context.route?.endpoint.longPoll === true && status === 200 && !isAborted;
    const line = { requestId, method, route, status, ms: Math.round(ms * 10) / 10, realmId, userId: principal?.userId };
    this.parts.logger[isSuccessfulPoll ? 'debug' : 'info']({ ...line, ...(isAborted && { isAborted }) }, 'http');
  }
}

/** Tells callers behind one address apart, before anything is checked. */
export const callerOf = ({ authorization, cookie }: IncomingHttpHeaders, address: string): string =>
  authorization ?? cookie ?? address;

/** The context of a request that has passed the first hook. */
export function contextOf(request: FastifyRequest): RequestContext {
  if (request.requestContext === undefined) throw new Error('A request without context: the first hook did not run.');
  return request.requestContext;
}

/** 32 hexadecimal digits. Node draws UUIDs from a pool; `randomBytes` would cost each request 2 µs. */
export const newRequestId = (): string => randomUUID().replaceAll('-', '');

const requests = new Counter({
  name: 'chat_http_requests_total',
  help: 'HTTP responses, by route and status.',
  labelNames: ['method', 'route', 'status'] as const,
});
const duration = new Histogram({
  name: 'chat_http_request_duration_seconds',
  help: 'Time from the head of a request to the end of its response; long polls include their waiting.',
  labelNames: ['method', 'route'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** `route`: the pattern, because the number of paths is unbounded. */
export function countHttpRequest(method: string, route: string, status: number, durationMs: number): void {
  requests.inc({ method, route, status });
  duration.observe({ method, route }, durationMs / 1000);
}
