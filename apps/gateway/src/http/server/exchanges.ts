import type { Tracing } from '@chat/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { CrossOriginRules } from '../answer/cors.js';
import { SECURITY_HEADERS } from '../answer/security-headers.js';
import type { TrustedProxies } from '../request/trusted-proxies.js';
import { Exchange } from './exchange.js';
import { countHttpRequest } from './http-metrics.js';
import { newRequestId } from './request-id.js';
import type { Transfers } from './transfers.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the first hook; absent where the framework refuses before any hook. */
    exchange?: Exchange;
  }
}

export interface ExchangeParts {
  readonly proxies: TrustedProxies;
  readonly cors: CrossOriginRules;
  readonly tracing: Tracing | undefined;
  readonly logger: Logger;
  readonly incoming: Transfers;
  readonly outgoing: Transfers;
}

/** Begins an exchange with each request; gives back what it holds, counts it and logs it when it is over, however it ends. */
export class Exchanges {
  constructor(private readonly parts: ExchangeParts) {}

  begin(request: FastifyRequest, reply: FastifyReply): Exchange {
    const { proxies, tracing, cors } = this.parts;
    const exchange = new Exchange(newRequestId(), proxies.addressOf(request.raw));
    exchange.caller = request.headers.authorization ?? exchange.address;
    request.exchange = exchange;
    exchange.trace = tracing?.beginRequest(request.headers['traceparent']);
    reply.headers(SECURITY_HEADERS);
    reply.header('x-request-id', exchange.requestId);
    if (cors.isEnabled) reply.headers(cors.headersFor(request.headers));
    // `close` is the one event that comes however the request ends, and it comes once.
    reply.raw.on('close', () => this.end(request, reply, exchange));
    return exchange;
  }

  private end(request: FastifyRequest, { raw }: FastifyReply, exchange: Exchange): void {
    if (!raw.writableFinished) exchange.onDisconnect?.();
    exchange.place?.leave();
    this.parts.incoming.end(exchange.incoming);
    this.parts.outgoing.end(exchange.outgoing);
    const ms = performance.now() - exchange.startedAtMs;
    // The pattern, not the path: a path has names and addresses in it.
    const route = exchange.route?.pattern.display ?? 'none';
    countHttpRequest(exchange.route === undefined ? 'any' : request.method, route, raw.statusCode, ms);
    const { requestId } = exchange;
    exchange.trace?.end({ method: request.method, route, status: raw.statusCode, requestId });
    // Polls that were answered are most of the lines, and say nothing that the metrics do not.
    const isAnsweredPoll =
      exchange.route?.definition.longPoll === true && raw.statusCode === 200 && raw.writableFinished;
    const level = isAnsweredPoll ? 'debug' : 'info';
    this.parts.logger[level](
      {
        requestId,
        method: request.method,
        route,
        status: raw.statusCode,
        ms: Math.round(ms * 10) / 10,
        realmId: exchange.realmId,
        userId: exchange.principal?.userId,
        ...(!raw.writableFinished && { isAborted: true }),
      },
      'http',
    );
  }
}

/** Of a request that has come past the first hook. */
export function exchangeOf(request: FastifyRequest): Exchange {
  if (request.exchange === undefined) throw new Error('A request without exchange: the first hook did not run.');
  return request.exchange;
}
