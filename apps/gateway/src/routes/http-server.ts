import { type AddressInfo, Server as NetServer } from 'node:net';
import type { StopReason, Tracing } from '@chat/service-kit';
import fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { AuthenticationGuard } from '../admission/authentication.guard.js';
import { CallSlots } from '../admission/call-slots.js';
import { createHttpListener } from '../admission/http-listener.js';
import { LoadShedding } from '../admission/load-shedding.js';
import { measureOpen } from '../admission/open-work-metrics.js';
import type { RateLimiter } from '../admission/rate-limiter.js';
import { Transfers } from '../admission/transfers.js';
import type { CompatNames } from '../compat/compat-names.js';
import { openLanes } from '../http/accept-lanes.js';
import { CrossOriginRules } from '../http/cors.js';
import type { ServedEndpoint } from '../http/route.js';
import { answerSocketError } from '../http/socket-errors.js';
import type { Stopping } from '../http/stopping.js';
import { TrustedProxies } from '../http/trusted-proxies.js';
import { addBodyParsers, MAX_FORM_BYTES } from './body-parsers.js';
import type { CallTransport } from './endpoint-call.js';
import { bodyLimitOf, EndpointDispatcher, kindOf } from './endpoint-dispatcher.js';
import type { HttpServerSettings } from './http-server-settings.js';
import { contextOf, RequestContexts } from './request-contexts.js';
import { KEEP_ALIVE_HINT_SECONDS, ResponseWriter } from './response-writer.js';
import { ROUTER_OPTIONS, RouteTable } from './route-table.js';

/**
 * Connections that may wait to be accepted. The system drops what goes beyond, and its clients wait for many seconds before they
 * hear of it; so this is as much as systems grant by default.
 */
const ACCEPT_BACKLOG = 4_096;
/** A stop waits this long for calls to be answered: more than a call may take, but for a few that change very much. */
export const DRAIN_TIMEOUT_MS = 12_000;
/** While stopping, a connection that is open gets this long to bring its last request, whose answer closes it. */
const LAST_REQUESTS_MS: Readonly<Record<StopReason, number>> = {
  replaced: KEEP_ALIVE_HINT_SECONDS * 1_000 + 1_000,
  all: 500,
};
const CONNECTIONS_POLL_MS = 20;

export interface HttpServerParts {
  readonly settings: HttpServerSettings;
  readonly logger: Logger;
  readonly authentication: AuthenticationGuard;
  readonly transport: CallTransport;
  readonly limiter: RateLimiter;
  readonly tracing: Tracing | undefined;
  readonly stopping: Stopping;
  readonly compat: CompatNames | undefined;
}

/**
 * The HTTP side of the gateway: one Fastify server whose routes are made from the endpoints' definitions. Nest composes the
 * controllers; its own HTTP pipeline (guards, pipes, interceptors, filters) is not used, since each request takes the same few
 * steps: admit, read, call, answer.
 */
export class HttpServer {
  private readonly fastify: FastifyInstance;
  private readonly calls: CallSlots;
  private readonly loadShedding: LoadShedding;
  private lanes: NetServer[] = [];
  private readonly outgoing: Transfers;

  constructor(
    private readonly parts: HttpServerParts,
    endpoints: readonly ServedEndpoint[],
  ) {
    const { settings, compat, logger, stopping, tracing, authentication, transport, limiter } = parts;
    const proxies = new TrustedProxies(settings.trustedProxies);
    const cors = new CrossOriginRules(settings.corsOrigins);
    const incoming = new Transfers(settings.transferLimits.maxIncomingBytes);
    const outgoing = new Transfers(settings.transferLimits.maxOutgoingBytes);
    const calls = new CallSlots(settings.callLimits);
    const table = new RouteTable(endpoints, compat);
    const contexts = new RequestContexts({ proxies, cors, tracing, logger, incoming, outgoing });
    const responses = new ResponseWriter({ contexts, outgoing, stopping, compat, logger });
    this.calls = calls;
    this.outgoing = outgoing;
    const served = new EndpointDispatcher({
      table,
      authentication,
      transport,
      limiter,
      calls,
      incoming,
      cors,
      responses,
    });
    this.loadShedding = new LoadShedding({
      calls,
      cors,
      proxies,
      logger,
      maxConnections: settings.connections.max,
      pathsServedFirst: pathsServedFirst(table),
    });
    measureOpen({ calls, loadShedding: this.loadShedding, incoming, outgoing });
    this.fastify = fastify({
      logger: false,
      exposeHeadRoutes: false,
      bodyLimit: MAX_FORM_BYTES,
      serverFactory: (handle) => createHttpListener(this.loadShedding, handle),
      // While stopping, a request that still comes over an open connection is served like any other.
      return503OnClosing: false,
      routerOptions: {
        ...ROUTER_OPTIONS,
        querystringParser: (text) => text as unknown as Record<string, unknown>,
      },
      frameworkErrors: (error, request, reply) => responses.refuse(error, request, reply),
      clientErrorHandler: answerSocketError,
    });
    this.prepare(table, contexts, served);
  }

  /** Resolves with the port, which differs from the configured one when that is 0. */
  async listen(): Promise<number> {
    const { port, host, connections } = this.parts.settings;
    const { server } = this.fastify;
    await this.fastify.listen({ port, host, backlog: ACCEPT_BACKLOG });
    this.lanes = await openLanes(server, connections.acceptLanes, ACCEPT_BACKLOG, this.parts.logger);
    return (server.address() as AddressInfo).port;
  }

  /**
   * Takes no new connections, has open polls answered, finishes what was begun, closes. Each answer from now on closes its
   * connection; one that stays idle is closed when its client, going by what it was told, uses it no more.
   */
  async stop(reason: StopReason): Promise<void> {
    const { stopping, logger } = this.parts;
    const { server } = this.fastify;
    // Stops listening only. `close` of an HTTP server also ends idle connections, and with them requests that are on their way.
    for (const listening of [server, ...this.lanes]) NetServer.prototype.close.call(listening);
    await stopping.begin();
    await this.connectionsGone(LAST_REQUESTS_MS[reason]);
    // What has arrived is read first: on a busy machine a connection is not idle just because nobody has looked at it yet.
    await new Promise((resolve) => setImmediate(resolve));
    server.closeIdleConnections();
    const giveUpAt = performance.now() + DRAIN_TIMEOUT_MS;
    if (!(await this.calls.idle(DRAIN_TIMEOUT_MS))) {
      logger.warn({ inFlight: this.calls.count }, 'Stopped with calls unanswered');
    }
    await until(() => this.outgoing.count === 0, giveUpAt);
    server.closeAllConnections();
    await this.fastify.close();
  }

  /** Resolves when every connection has ended, or after `timeoutMs`. */
  private async connectionsGone(timeoutMs: number): Promise<void> {
    await until(() => this.loadShedding.count === 0, performance.now() + timeoutMs);
  }

  private prepare(table: RouteTable, contexts: RequestContexts, served: EndpointDispatcher): void {
    const { fastify } = this;
    fastify.decorateRequest('requestContext', undefined);
    addBodyParsers(fastify, contextOf);
    fastify.addHook('onRequest', (request, reply, done) => {
      contexts.begin(request, reply);
      done();
    });
    fastify.setErrorHandler((error, request, reply) => served.refuse(error, request, reply));
    // An expectation that we do not know is no reason to refuse, least of all with Node's empty 417.
    fastify.server.on('checkExpectation', (request, response) => fastify.server.emit('request', request, response));
    fastify.setNotFoundHandler((request, reply) => served.refuseUnserved(request, reply));
    for (const route of table.routes) {
      const { method } = route.endpoint;
      fastify.route({
        method: method === 'GET' ? ['GET', 'HEAD'] : method,
        url: route.pattern.url,
        bodyLimit: bodyLimitOf(route),
        onRequest: (request) => served.admit(route, request),
        handler: (request, reply) => served.serve(route, request, reply),
      });
    }
  }
}

function pathsServedFirst(table: RouteTable): Set<string> {
  const { routes } = table;
  return new Set(
    routes.filter((route) => ['poll', 'first'].includes(kindOf(route))).map(({ pattern }) => pattern.display),
  );
}

/** Resolves when `test` holds, or at `giveUpAt`. */
async function until(test: () => boolean | Promise<boolean>, giveUpAt: number): Promise<void> {
  while (!(await test()) && performance.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, CONNECTIONS_POLL_MS));
  }
}
