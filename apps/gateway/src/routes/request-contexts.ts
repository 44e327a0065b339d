import type { Tracing } from '@chat/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { RequestContext } from '../admission/request-context.js';
import type { Transfers } from '../admission/transfers.js';
import type { CrossOriginRules } from '../http/cors.js';
import { newRequestId } from '../http/request-id.js';
import { countHttpRequest } from '../http/request-metrics.js';
import { SECURITY_HEADERS } from '../http/security-headers.js';
import type { TrustedProxies } from '../http/trusted-proxies.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the first hook; absent where the framework refuses before any hook. */
    requestContext?: RequestContext;
  }
}

export interface RequestContextParts {
  readonly proxies: TrustedProxies;
  readonly cors: CrossOriginRules;
  readonly tracing: Tracing | undefined;
  readonly logger: Logger;
  readonly incoming: Transfers;
  readonly outgoing: Transfers;
}

/** Creates the context of each request. When the request ends, releases what the context holds, counts it and logs it. */
export class RequestContexts {
  constructor(private readonly parts: RequestContextParts) {}

  begin(request: FastifyRequest, reply: FastifyReply): RequestContext {
    const { proxies, tracing, cors } = this.parts;
    const context = new RequestContext(newRequestId(), proxies.addressOf(request.raw));
    context.caller = request.headers.authorization ?? context.address;
    request.requestContext = context;
    context.trace = tracing?.beginRequest(request.headers['traceparent']);
    reply.headers(SECURITY_HEADERS);
    reply.header('x-request-id', context.requestId);
    if (cors.isEnabled) reply.headers(cors.headersFor(request.headers));
    // `close` is the one event that comes however the request ends, and it comes once.
    reply.raw.on('close', () => this.end(request, reply, context));
    return context;
  }

  private end(request: FastifyRequest, { raw }: FastifyReply, context: RequestContext): void {
    if (!raw.writableFinished) context.onDisconnect?.();
    context.slot?.leave();
    this.parts.incoming.end(context.incoming);
    this.parts.outgoing.end(context.outgoing);
    const ms = performance.now() - context.startedAtMs;
    // The pattern, not the path: a path has names and addresses in it.
    const route = context.route?.pattern.display ?? 'none';
    countHttpRequest(context.route === undefined ? 'any' : request.method, route, raw.statusCode, ms);
    const { requestId } = context;
    context.trace?.end({ method: request.method, route, status: raw.statusCode, requestId });
    // Polls that were answered are most of the lines, and say nothing that the metrics do not.
    const isAnsweredPoll = context.route?.endpoint.longPoll === true && raw.statusCode === 200 && raw.writableFinished;
    const level = isAnsweredPoll ? 'debug' : 'info';
    this.parts.logger[level](
      {
        requestId,
        method: request.method,
        route,
        status: raw.statusCode,
        ms: Math.round(ms * 10) / 10,
        realmId: context.realmId,
        userId: context.principal?.userId,
        ...(!raw.writableFinished && { isAborted: true }),
      },
      'http',
    );
  }
}

/** Of a request that has come past the first hook. */
export function contextOf(request: FastifyRequest): RequestContext {
  if (request.requestContext === undefined) throw new Error('A request without context: the first hook did not run.');
  return request.requestContext;
}
