import { badRequest, notFound, takesBytes } from '@chat/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AuthenticationGuard, schemeFor } from '../admission/authentication.guard.js';
import type { CallKind, CallSlots } from '../admission/call-slots.js';
import { requireOwnPage } from '../admission/csrf.js';
import type { FilesOrigin } from '../admission/files-origin.js';
import { type RateLimiter, requireWithinLimit } from '../admission/rate-limit.guard.js';
import { contextOf, type RequestContext, type RequestContexts } from '../admission/request-context.js';
import type { Transfers } from '../admission/transfers.js';
import type { Call } from '../http/call.js';
import type { Route } from '../http/endpoints.js';
import { bodyOf, queryOf } from '../http/form-data.js';
import type { IncomingFile } from '../http/incoming-file.js';
import { CLIENT_PARAMETER, clientNameOf, KEY_PARAMETER } from '../http/parameters.pipe.js';
import { requireTus, TUS_HEADERS } from '../http/tus.js';
import { requireIntegration, webhookRefusal } from '../incoming-webhooks/require-integration.js';
import { addBodyParsers, beginReceiving, bodyLimitOf } from './body-parsers.js';
import { type CallTransport, EndpointCall } from './endpoint-call.js';
import type { ErrorResponses } from './error-responses.js';
import type { ResponseWriter } from './response-writer.js';
import type { RouteTable } from './route-table.js';

interface EndpointDispatcherParts {
  readonly table: RouteTable;
  readonly authentication: AuthenticationGuard;
  /** Undefined if no origin for files is configured. */
  readonly filesOrigin: FilesOrigin | undefined;
  readonly transport: CallTransport;
  readonly limiter: RateLimiter;
  readonly calls: CallSlots;
  readonly incoming: Transfers;
  readonly contexts: RequestContexts;
  readonly responses: ResponseWriter;
  readonly errors: ErrorResponses;
  /** The operator's limit for files in messages. */
  readonly maxFileMib: number;
}

/** Takes each request through its steps: admission when the head has arrived; parameters, handler and response after the body. */
export class EndpointDispatcher {
  constructor(private readonly parts: EndpointDispatcherParts) {}

  serveOn(server: FastifyInstance): void {
    const { table, contexts, errors, maxFileMib } = this.parts;
    server.decorateRequest('requestContext', undefined);
    addBodyParsers(server, maxFileMib);
    server.addHook('onRequest', (request, reply, done) => {
      contexts.begin(request, reply);
      done();
    });
    server.setErrorHandler((error, request, reply) => errors.send(error, request, reply));
    for (const route of table.routes) {
      const { method } = route.endpoint;
      const kind = kindOf(route);
      if (route.endpoint.webhook) this.serveOtherMethodsOf(route, server);
      server.route({
        method: method === 'GET' ? ['GET', 'HEAD'] : method,
        url: route.url,
        bodyLimit: bodyLimitOf(route.endpoint),
        onRequest: (request, reply) => this.admit(route, kind, request, reply),
        handler: (request, reply) => this.serve(route, request, reply),
      });
    }
  }

  /** Senders look with HEAD whether a webhook exists. A further method is refused, as at every path, if it does. */
  private serveOtherMethodsOf(route: Route, server: FastifyInstance): void {
    const endpoint = { ...route.endpoint, access: 'anyone' as const, webhook: undefined };
    const forOthers = { ...route, endpoint, handle: () => ({}) };
    server.route({
      method: server.supportedMethods.filter((method) => method !== endpoint.method),
      url: route.url,
      onRequest: async (request, reply) => {
        await this.admit(forOthers, 'ordinary', request, reply);
        await requireIntegration(request, this.parts.transport);
        if (request.method !== 'HEAD') reply.callNotFound();
      },
      handler: (_request, reply) => this.parts.responses.send({}, forOthers, [], reply),
    });
  }

  private async admit(route: Route, kind: CallKind, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const context = contextOf(request);
    const { endpoint } = route;
    if (endpoint.tus !== undefined) reply.headers(TUS_HEADERS);
    context.route = route;
    if (!route.endpoint.isOnFilesOrigin && this.parts.filesOrigin?.isHostOf(request.headers)) throw notFound();
    if (endpoint.webhook) beginWebhook(request, context);
    context.slot = this.parts.calls.enter(kind, context.caller);
    await this.authenticate(route, request, context);
    if (endpoint.tus !== undefined) requireTus(endpoint, request.headers);
    // Usually the body has arrived with the head. If not, the client alone decides how long it takes.
    if (!request.raw.complete) beginReceiving(route.endpoint, request, this.parts.incoming);
  }

  private async authenticate(route: Route, request: FastifyRequest, context: RequestContext): Promise<void> {
    try {
      await this.parts.authentication.admit(route, request.headers, context);
    } catch (error) {
      throw route.endpoint.webhook ? await webhookRefusal(error, request, this.parts.transport) : error;
    }
  }

  private async serve(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { limiter, responses } = this.parts;
    const context = contextOf(request);
    context.incoming?.end();
    context.slot?.endTransfer();
    if (schemeFor(route, request.headers) === 'session' && !isRead(request) && !route.endpoint.acceptsForeignPages) {
      requireOwnPage(request.headers, bodyOf(request).fields, context.isSecure);
    }
    const { file } = bodyOf(request);
    if (file !== undefined) return this.serveFile(route, file, request, reply);
    const missing = route.endpoint.streamsFile?.missing;
    if (missing !== undefined) throw badRequest(missing);
    const { call, ignored } = this.readCall(route, request, reply);
    await this.countCost(route, call, context);
    const result = await (route.handle === undefined ? call.forward() : route.handle(call));
    // A poll was not counted at admission. It counts if it did not wait.
    if (route.endpoint.longPoll && !call.hasWaited && context.rateLimitState !== undefined) {
      context.rateLimitState = await limiter.countMore(context.rateLimitState, 1);
    }
    return responses.send(result, route, ignored, reply);
  }

  /** Counts a dear reading call of a session again, now that its parameters tell the cost. Throws a 429. */
  private async countCost({ endpoint, scheme }: Route, call: EndpointCall, context: RequestContext): Promise<void> {
    const cost = scheme === 'session' ? (endpoint.readCost?.(call.parameters) ?? 1) : 1;
    if (cost <= 1 || context.rateLimitState === undefined) return;
    context.rateLimitState = await this.parts.limiter.countMore(context.rateLimitState, cost - 1);
    requireWithinLimit(context.rateLimitState);
  }

  /** Parameters may come after the file, so they are read when its bytes have arrived. */
  private async serveFile(
    route: Route,
    file: IncomingFile,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { fields } = bodyOf(request);
    const { call } = this.readCall(route, request, reply);
    try {
      const result = await (route.handle as NonNullable<Route['handle']>)(call);
      return this.parts.responses.send(result, route, route.parameters.ignored(queryOf(request), fields), reply);
    } finally {
      file.bytes.destroy();
    }
  }

  /** A function of its own, so that the frame of a waiting poll holds the call only: tens of thousands wait. */
  private readCall(route: Route, request: FastifyRequest, reply: FastifyReply) {
    const query = queryOf(request);
    const body = bodyOf(request);
    const { fields } = body;
    const readParameters = (): Call['parameters'] =>
      route.parameters.read(request.params as Record<string, string>, query, fields) as Call['parameters'];
    const parameters = body.file === undefined ? readParameters() : readParameters;
    const client = fields.get(CLIENT_PARAMETER) ?? query.get(CLIENT_PARAMETER);
    const clientName = clientNameOf(request.headers['user-agent'], client);
    const { transport, authentication } = this.parts;
    const context = contextOf(request);
    const call = new EndpointCall(parameters, body, clientName, route, context, reply.raw, transport, authentication);
    const ignored = route.endpoint.webhook ? [] : route.parameters.ignored(query, fields);
    return { call, ignored };
  }
}

/** Without its content type, Fastify leaves the body as it is. */
function beginWebhook(request: FastifyRequest, context: RequestContext): void {
  const { headers } = request.raw;
  context.contentType = headers['content-type'];
  delete headers['content-type'];
  context.keyInQuery = queryOf(request).get(KEY_PARAMETER)?.trim() || undefined;
}

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

export function kindOf({ endpoint }: Route): CallKind {
  const { longPoll, streamsFile, slot } = endpoint;
  if (longPoll) return 'poll';
  return streamsFile !== undefined || takesBytes(endpoint) ? 'upload' : (slot ?? 'ordinary');
}
