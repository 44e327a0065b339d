import { randomUUID } from 'node:crypto';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { Readable } from 'node:stream';
import { type ApiError, internalError, methodNotAllowed, notFound } from '@chat/contracts';
import type { StopReason, Tracing } from '@chat/runtime';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Admission } from '../../auth/admission.js';
import type { CompatNames } from '../../compat/compat-names.js';
import type { GatewaySettings } from '../../gateway-settings.js';
import { headersOfStanding, type RateLimiter } from '../../rate-limits/rate-limiter.js';
import { CrossOriginRules } from '../answer/cors.js';
import { envelope } from '../answer/envelope.js';
import { bodyOf, headersOf, refusalFor } from '../answer/error-answer.js';
import { JSON_TYPE, SECURITY_HEADERS } from '../answer/security-headers.js';
import { type Answer, RawAnswer } from '../answers.js';
import { addBodyParsers, bodyOfRequest, MAX_FORM_BYTES, MULTIPART_OVERHEAD_BYTES } from '../request/body-parsers.js';
import { clientNameOf } from '../request/client-name.js';
import { pathOf, pathValues, queryOf } from '../request/request-target.js';
import { TrustedProxies } from '../request/trusted-proxies.js';
import { type Route, RouteTable, type ServedEndpoint } from '../routing/route-table.js';
import { openLanes } from './accept-lanes.js';
import { type CallKind, CallsInFlight } from './calls-in-flight.js';
import { Door } from './door.js';
import { type CallTransport, EndpointCall } from './endpoint-call.js';
import { Exchange } from './exchange.js';
import { countHttpRequest, measureOpen } from './http-metrics.js';
import { serverBehind } from './server-behind-door.js';
import { answerSlowRequest, answerSocketError } from './socket-errors.js';
import type { Stopping } from './stopping.js';
import { Transfers } from './transfers.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the first hook; absent where the framework refuses before any hook. */
    exchange?: Exchange;
  }
}

/** Longest value in a path: an email address with room for escapes. */
const MAX_PATH_VALUE_LENGTH = 1_000;
/**
 * What clients are told of it (`keep-alive: timeout=`): after so long without a request they open another connection. Less than
 * a stop waits, so that no request is on its way when an idle connection is closed.
 */
const KEEP_ALIVE_HINT_SECONDS = 5;
const KEEP_ALIVE_HINT = { connection: 'keep-alive', 'keep-alive': `timeout=${KEEP_ALIVE_HINT_SECONDS}` };
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
/** What came with a request beside its head. */
type ReadRequest = { readonly query: ReturnType<typeof queryOf> } & ReturnType<typeof bodyOfRequest>;

export interface HttpServerParts {
  readonly settings: GatewaySettings;
  readonly logger: Logger;
  readonly admission: Admission;
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
  private readonly calls: CallsInFlight;
  private readonly door: Door;
  private lanes: NetServer[] = [];
  private readonly incoming: Transfers;
  private readonly outgoing: Transfers;
  private readonly proxies: TrustedProxies;
  private readonly cors: CrossOriginRules;
  private readonly table: RouteTable;

  constructor(
    private readonly parts: HttpServerParts,
    endpoints: readonly ServedEndpoint[],
  ) {
    const { settings, compat } = parts;
    this.calls = new CallsInFlight(settings.callLimits);
    this.incoming = new Transfers(settings.transferLimits.maxIncomingBytes);
    this.outgoing = new Transfers(settings.transferLimits.maxOutgoingBytes);
    this.proxies = new TrustedProxies(settings.trustedProxies);
    this.cors = new CrossOriginRules(settings.corsOrigins);
    this.table = new RouteTable(endpoints, compat);
    this.door = new Door({
      calls: this.calls,
      cors: this.cors,
      proxies: this.proxies,
      logger: parts.logger,
      maxConnections: settings.connections.max,
      pathsServedFirst: pathsServedFirst(this.table),
    });
    measureOpen({ calls: this.calls, door: this.door, incoming: this.incoming, outgoing: this.outgoing });
    this.fastify = fastify({
      logger: false,
      exposeHeadRoutes: false,
      bodyLimit: MAX_FORM_BYTES,
      serverFactory: (handle) => serverBehind(this.door, handle),
      // While stopping, a request that still comes over an open connection is served like any other.
      return503OnClosing: false,
      routerOptions: {
        ignoreDuplicateSlashes: true,
        ignoreTrailingSlash: true,
        maxParamLength: MAX_PATH_VALUE_LENGTH,
        querystringParser: (text) => text as unknown as Record<string, unknown>,
      },
      frameworkErrors: (error, request, reply) => this.refuse(error, request, reply),
      clientErrorHandler: answerSocketError,
    });
    this.prepare();
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
    // Only the door. An HTTP server's own `close` ends idle connections too, and with them requests that are on their way.
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
    await until(() => this.door.count === 0, performance.now() + timeoutMs);
  }

  /** Whoever is answered while this gateway stops comes back over another connection, to another gateway. */
  private keepOrClose(reply: FastifyReply): void {
    if (this.parts.stopping.hasBegun) reply.header('connection', 'close');
    else if (reply.raw.shouldKeepAlive) reply.headers(KEEP_ALIVE_HINT);
  }

  private prepare(): void {
    const { fastify } = this;
    fastify.decorateRequest('exchange', undefined);
    addBodyParsers(fastify, (request) => this.exchangeOf(request));
    fastify.addHook('onRequest', (request, reply, done) => {
      this.begin(request, reply);
      done();
    });
    fastify.setErrorHandler((error, request, reply) => this.refuseWhoIsAdmitted(error, request, reply));
    // An expectation that we do not know is no reason to refuse, least of all with Node's empty 417.
    fastify.server.on('checkExpectation', (request, response) => fastify.server.emit('request', request, response));
    fastify.setNotFoundHandler((request, reply) => this.refuseUnserved(request, reply));
    for (const { method, shape, routes } of this.table) {
      fastify.route({
        method: method === 'GET' ? ['GET', 'HEAD'] : method,
        url: shape.replace(/:(\d+)/g, ':p$1'),
        bodyLimit: Math.max(...routes.map(bodyLimitOf)),
        onRequest: (request) => this.admit(routes, request),
        handler: (request, reply) => this.serve(request, reply),
      });
    }
  }

  private begin(request: FastifyRequest, reply: FastifyReply): Exchange {
    const exchange = new Exchange(randomUUID(), this.proxies.addressOf(request.raw));
    exchange.caller = request.headers.authorization ?? exchange.address;
    request.exchange = exchange;
    exchange.trace = this.parts.tracing?.beginRequest(request.headers['traceparent']);
    reply.headers(SECURITY_HEADERS);
    reply.header('x-request-id', exchange.requestId);
    if (this.cors.isEnabled) reply.headers(this.cors.headersFor(request.headers));
    // `close` is the one event that comes however the request ends.
    reply.raw.once('close', () => this.end(request, reply, exchange));
    return exchange;
  }

  private end(request: FastifyRequest, { raw }: FastifyReply, exchange: Exchange): void {
    exchange.place?.leave();
    this.incoming.end(exchange.incoming);
    this.outgoing.end(exchange.outgoing);
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

  private async admit(routes: readonly Route[], request: FastifyRequest): Promise<void> {
    const exchange = this.exchangeOf(request);
    const route = RouteTable.choose(routes, pathValues(request));
    // Without a route the handler refuses; nobody is asked for credentials for what does not exist.
    if (route === undefined) return;
    exchange.route = route;
    exchange.place = this.calls.enter(kindOf(route), exchange.caller);
    const admitting = this.parts.admission.admitOrDefer(route.definition, request.headers, exchange);
    if (admitting !== undefined) await admitting;
    // Usually the body came with the head. Where it did not, its client alone decides when it will be here.
    if (!request.raw.complete) this.beginReceiving(route, request, exchange);
  }

  private beginReceiving(route: Route, { raw }: FastifyRequest, exchange: Exchange): void {
    exchange.place?.beginReceiving();
    const bytes = Math.min(Number(raw.headers['content-length'] ?? Number.POSITIVE_INFINITY), bodyLimitOf(route));
    exchange.incoming = this.incoming.begin(bytes, exchange.caller, () => answerSlowRequest(raw.socket));
  }

  /** The answer is the client's now: no place is kept for it until it has been taken, which its client alone decides. */
  private beginSending(body: RawAnswer['body'], { raw }: FastifyReply, exchange: Exchange): void {
    exchange.place?.leave();
    // Nobody is there any more to take it, and nothing would tell its end.
    if (raw.destroyed) return;
    // Of a stream no more is in memory than it reads ahead.
    const bytes = body instanceof Readable ? body.readableHighWaterMark : body.length;
    exchange.outgoing = this.outgoing.begin(bytes, exchange.caller, () => raw.destroy());
  }

  private async serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const exchange = this.exchangeOf(request);
    const { route } = exchange;
    if (route === undefined) return this.refuseUnserved(request, reply);
    this.incoming.end(exchange.incoming);
    exchange.place?.endReceiving();
    const read: ReadRequest = { query: queryOf(request), ...bodyOfRequest(request) };
    const answer =
      (await this.answerIfAdmitted(route, read, request, reply)) ?? (await this.call(route, read, request, reply));
    if (exchange.standing !== undefined) reply.headers(headersOfStanding(exchange.standing));
    return this.send(answer, route.parameters.ignored(read.query, read.fields), reply, exchange);
  }

  /** Of a call that was presumed to be admitted: its answer, or undefined where it has to begin again, admitted the usual way. */
  private async answerIfAdmitted(
    route: Route,
    read: ReadRequest,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Answer | undefined> {
    const exchange = this.exchangeOf(request);
    const { deferred } = exchange;
    if (deferred === undefined) return undefined;
    try {
      const answer = await this.call(route, read, request, reply);
      if (deferred.isMade) return answer;
    } catch (error) {
      if (deferred.isMade) throw error;
    } finally {
      exchange.deferred = undefined;
      exchange.standing = deferred.standing;
    }
    await this.parts.admission.admit(route.definition, request.headers, exchange);
    return undefined;
  }

  private async call(route: Route, read: ReadRequest, request: FastifyRequest, reply: FastifyReply): Promise<Answer> {
    const exchange = this.exchangeOf(request);
    const call = new EndpointCall(
      {
        path: route.pattern.read(pathValues(request)),
        parameters: route.parameters.read(read.query, read.fields),
        files: read.files,
        clientName: clientNameOf(request.headers['user-agent']),
        baseUrl: `${this.proxies.schemeOf(request.raw)}://${request.headers.host ?? ''}`,
      },
      exchange,
      reply.raw,
      this.parts.transport,
    );
    const answer = await route.handle(call);
    await this.countUnlessWaited(call, exchange);
    return answer;
  }

  /** A poll was only looked at before; it counts if it turned out to be a call like any other. */
  private async countUnlessWaited(call: EndpointCall, exchange: Exchange): Promise<void> {
    if (exchange.route?.definition.longPoll !== true || call.hasWaited || exchange.standing === undefined) return;
    exchange.standing = await this.parts.limiter.countAfterLook(exchange.standing);
  }

  private send(
    answer: Answer,
    ignoredParameters: readonly string[],
    reply: FastifyReply,
    exchange: Exchange,
  ): FastifyReply {
    this.keepOrClose(reply);
    if (answer instanceof RawAnswer) {
      this.beginSending(answer.body, reply, exchange);
      return reply
        .code(answer.status)
        .headers({ 'content-type': answer.contentType, ...answer.headers })
        .send(answer.body);
    }
    const neutral = envelope(answer, ignoredParameters);
    const body = this.parts.compat?.inAnswer(neutral.toString()) ?? neutral;
    reply.header('content-type', JSON_TYPE);
    this.beginSending(body, reply, exchange);
    return reply.send(body);
  }

  private refuseUnserved(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const methods = this.table.methodsAt(pathOf(request));
    if (methods.length === 0) return this.refuse(notFound(), request, reply);
    if (request.method !== 'OPTIONS') return this.refuse(methodNotAllowed(methods), request, reply);
    if (this.cors.isEnabled) reply.headers(this.cors.preflightHeaders(methods));
    this.keepOrClose(reply);
    return reply.code(204).header('allow', methods.join(', ')).send();
  }

  /** What is wrong with a body is said only to those who are admitted. */
  private async refuseWhoIsAdmitted(
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { exchange } = request;
    if (exchange?.deferred === undefined || exchange.route === undefined) return this.refuse(error, request, reply);
    exchange.deferred = undefined;
    const refused = await this.parts.admission.admit(exchange.route.definition, request.headers, exchange).then(
      () => error,
      (refusal: unknown) => refusal,
    );
    return this.refuse(refused, request, reply);
  }

  private refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const exchange = request.exchange ?? this.begin(request, reply);
    const refusal = refusalFor(error, request.routeOptions?.bodyLimit ?? MAX_FORM_BYTES) ?? this.fault(error, exchange);
    if (exchange.standing !== undefined) reply.headers(headersOfStanding(exchange.standing));
    this.keepOrClose(reply);
    const body = bodyOf(refusal);
    this.beginSending(body, reply, exchange);
    return reply
      .code(refusal.status)
      .headers({ ...headersOf(refusal), 'content-type': JSON_TYPE })
      .send(body);
  }

  private fault(error: unknown, exchange: Exchange): ApiError {
    this.parts.logger.error(
      { requestId: exchange.requestId, route: exchange.route?.pattern.display, err: error },
      'Call failed',
    );
    return internalError();
  }

  private exchangeOf(request: FastifyRequest): Exchange {
    if (request.exchange === undefined) throw new Error('A request without exchange: the first hook did not run.');
    return request.exchange;
  }
}

function kindOf({ definition: { longPoll, upload, place } }: Route): CallKind {
  if (longPoll === true) return 'poll';
  return upload !== undefined ? 'upload' : (place ?? 'ordinary');
}

function pathsServedFirst(table: RouteTable): Set<string> {
  const routes = [...table].flatMap((group) => group.routes);
  return new Set(
    routes.filter((route) => ['poll', 'first'].includes(kindOf(route))).map(({ pattern }) => pattern.display),
  );
}

const bodyLimitOf = ({ definition: { maxBodyBytes, upload } }: Route): number =>
  Math.max(
    maxBodyBytes ?? MAX_FORM_BYTES,
    upload === undefined ? 0 : upload.maxFiles * upload.maxFileBytes + MULTIPART_OVERHEAD_BYTES,
  );

/** Resolves when `test` holds, or at `giveUpAt`. */
async function until(test: () => boolean | Promise<boolean>, giveUpAt: number): Promise<void> {
  while (!(await test()) && performance.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, CONNECTIONS_POLL_MS));
  }
}
