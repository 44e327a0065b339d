import { type AddressInfo, Server as NetServer } from 'node:net';
import type { ServiceResources, StopReason } from '@chat/service-kit';
import fastify, { type FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import type { AuthenticationGuard } from '../admission/authentication.guard.js';
import { type CallKind, CallSlots } from '../admission/call-slots.js';
import type { FilesOrigin } from '../admission/files-origin.js';
import { LoadShedding } from '../admission/load-shedding.js';
import type { RateLimiter } from '../admission/rate-limit.guard.js';
import type { RegistrationRoom } from '../admission/registration-room.js';
import { RequestContexts } from '../admission/request-context.js';
import { Transfers } from '../admission/transfers.js';
import type { CompatNames } from '../compat/compat-names.js';
import type { TransferTurns } from '../file-transfers/transfer-turns.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { openLanes } from '../http/accept-lanes.js';
import { respondToSocketError } from '../http/api-error.filter.js';
import { CrossOriginRules } from '../http/cors.js';
import type { ServedEndpoint } from '../http/endpoints.js';
import { leaveQuery } from '../http/form-data.js';
import { withOverriddenMethod } from '../http/method-override.js';
import { TrustedProxies } from '../http/trusted-proxies.js';
import { MAX_FORM_BYTES } from './body-parsers.js';
import { EndpointDispatcher, kindOf } from './endpoint-dispatcher.js';
import { ErrorResponses } from './error-responses.js';
import { KEEP_ALIVE_HINT_SECONDS, ResponseWriter } from './response-writer.js';
import { ROUTER_OPTIONS, RouteTable } from './route-table.js';
import { UnservedRequests } from './unserved-requests.js';

/**
 * Connections that may wait to be accepted: the default limit of usual systems. The system drops further ones, and their clients notice
 * it only after many seconds.
 */
const ACCEPT_BACKLOG = 4_096;
/** A stop waits this long for calls, longer than nearly all calls take. */
export const DRAIN_TIMEOUT_MS = 12_000;
/** While stopping, an open connection has this time for its last request. The response closes the connection. */
const LAST_REQUESTS_MS: Readonly<Record<StopReason, number>> = {
  replaced: KEEP_ALIVE_HINT_SECONDS * 1_000 + 1_000,
  all: 500,
};
const POLL_MS = 20;

/** No route has a schema of Fastify. By default, each start would load its compilers. */
const compileNothing = () => {
  throw new Error('Parameters and responses are described in libs/contracts.');
};
const NO_SCHEMAS = { buildValidator: compileNothing, buildSerializer: compileNothing };

const openCalls = new Gauge({
  name: 'chat_http_calls',
  help: 'Open HTTP calls: in flight, or waiting as long polls.',
  labelNames: ['state'] as const,
});
const callLimit = new Gauge({
  name: 'chat_http_call_limit',
  help: 'Limit of ordinary calls in flight; less than MAX_CALLS_IN_FLIGHT under overload.',
});
const connections = new Gauge({ name: 'chat_http_connections', help: 'Open connections of clients.' });
const transferBytes = new Gauge({
  name: 'chat_http_transfer_bytes',
  help: 'Bytes of requests that have not arrived completely, and of responses that clients have not received.',
  labelNames: ['direction'] as const,
});

interface HttpServerParts {
  readonly settings: GatewaySettings;
  readonly resources: ServiceResources;
  readonly authentication: AuthenticationGuard;
  readonly limiter: RateLimiter;
  readonly registrations: RegistrationRoom;
  readonly turns: TransferTurns;
  /** Undefined if no origin for files is configured. */
  readonly filesOrigin: FilesOrigin | undefined;
  readonly compat: CompatNames | undefined;
}

/**
 * One Fastify server with a route for every path of every endpoint. Nest composes the controllers but does not run its HTTP pipeline:
 * {@link EndpointDispatcher} takes the steps.
 */
export class HttpServer {
  private readonly fastify: FastifyInstance;
  private readonly calls: CallSlots;
  private readonly loadShedding: LoadShedding;
  private readonly outgoing: Transfers;
  private readonly responses: ResponseWriter;
  private lanes: NetServer[] = [];

  constructor(
    private readonly parts: HttpServerParts,
    endpoints: readonly ServedEndpoint[],
  ) {
    const { settings, resources, compat, authentication, limiter, registrations, turns, filesOrigin } = parts;
    const { logger, tracing, health, client: transport } = resources;
    const proxies = new TrustedProxies(settings.trustedProxies);
    const cors = settings.corsOrigins.length === 0 ? undefined : new CrossOriginRules(settings.corsOrigins);
    const incoming = new Transfers(settings.transferLimits.maxIncomingBytes);
    const outgoing = new Transfers(settings.transferLimits.maxOutgoingBytes);
    const calls = new CallSlots(settings.callLimits);
    turns.giveWayTo(calls);
    const table = new RouteTable(endpoints, compat);
    const contexts = new RequestContexts({ proxies, cors, tracing, logger });
    const responses = new ResponseWriter({ outgoing, compat });
    const errors = new ErrorResponses({ contexts, responses, logger });
    const admission = { authentication, filesOrigin, transport, limiter, calls, incoming };
    const { maxFileMib } = settings;
    const dispatcher = new EndpointDispatcher({ ...admission, table, contexts, responses, errors, maxFileMib });
    const unserved = new UnservedRequests({ table, cors, responses, errors, maxFileMib });
    const maxConnections = settings.connections.max;
    const pathsOf = (...kinds: CallKind[]) =>
      new Set(table.routes.filter((route) => kinds.includes(kindOf(route))).map(({ path }) => path));
    const paths = { servedFirst: pathsOf('poll', 'first'), ofRegistrations: pathsOf('registration') };
    const loadShedding = new LoadShedding({ calls, registrations, cors, proxies, logger, maxConnections, paths });
    health.addMeasurement('open work', async () => {
      openCalls.set({ state: 'in flight' }, calls.count);
      openCalls.set({ state: 'waiting' }, calls.waitingCount);
      callLimit.set(calls.limit);
      connections.set(loadShedding.count);
      transferBytes.set({ direction: 'in' }, incoming.bytes);
      transferBytes.set({ direction: 'out' }, outgoing.bytes);
    });
    const server: FastifyInstance = fastify({
      logger: false,
      exposeHeadRoutes: false,
      bodyLimit: MAX_FORM_BYTES,
      serverFactory: (handle) => loadShedding.createServer(withOverriddenMethod(handle)),
      // While stopping, a request on an open connection is served like any other.
      return503OnClosing: false,
      routerOptions: { ...ROUTER_OPTIONS, querystringParser: leaveQuery },
      schemaController: { compilersFactory: NO_SCHEMAS },
      frameworkErrors: (error, request, reply) => unserved.refuseUnreadable(error, request, reply, server),
      clientErrorHandler: respondToSocketError,
    });
    // Node would respond to an unknown expectation with an empty 417.
    server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
    server.setNotFoundHandler((request, reply) => unserved.refuse(request, reply));
    dispatcher.serveOn(server);
    // Before the body is read, so that no fault of the body hides that nothing is served here.
    server.addHook('onRequest', (request, reply, done) => (request.is404 ? unserved.refuse(request, reply) : done()));
    this.fastify = server;
    this.responses = responses;
    this.calls = calls;
    this.loadShedding = loadShedding;
    this.outgoing = outgoing;
  }

  /** Resolves with the port, which differs from the configured one if that is 0. */
  async listen(): Promise<number> {
    const { port, host, connections } = this.parts.settings;
    const { server } = this.fastify;
    await this.fastify.listen({ port, host, backlog: ACCEPT_BACKLOG });
    this.lanes = await openLanes(server, connections.acceptLanes, ACCEPT_BACKLOG, this.parts.resources.logger);
    return (server.address() as AddressInfo).port;
  }

  /**
   * Accepts no new connections, lets open polls end, finishes all calls, and closes. From now on each response closes its connection.
   * Idle connections are closed after the time at which clients stop using them by the keep-alive hint.
   */
  async stop(reason: StopReason): Promise<void> {
    const { resources } = this.parts;
    const { server } = this.fastify;
    // `close` of an HTTP server would also end idle connections, and with them requests that are on their way.
    for (const listening of [server, ...this.lanes]) NetServer.prototype.close.call(listening);
    this.responses.isStopping = true;
    await resources.prepareStop();
    await until(() => this.loadShedding.count === 0, performance.now() + LAST_REQUESTS_MS[reason]);
    // On a busy machine a connection may only seem idle, because its request has not been read yet.
    await new Promise((resolve) => setImmediate(resolve));
    server.closeIdleConnections();
    const giveUpAt = performance.now() + DRAIN_TIMEOUT_MS;
    await until(() => this.calls.isIdle, giveUpAt);
    if (!this.calls.isIdle) {
      resources.logger.warn({ inFlight: this.calls.count }, 'Gateway stopped before all calls had a response');
    }
    await until(() => this.outgoing.count === 0, giveUpAt);
    server.closeAllConnections();
    await this.fastify.close();
  }
}

/** Resolves when `test` holds, or at `giveUpAt`. */
async function until(test: () => boolean, giveUpAt: number): Promise<void> {
  while (!test() && performance.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
