import { methodNotAllowed, notFound } from '@chat/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthenticationGuard } from '../admission/authentication.guard.js';
import type { CallKind, CallSlots } from '../admission/call-slots.js';
import type { RateLimiter } from '../admission/rate-limiter.js';
import type { RequestContext } from '../admission/request-context.js';
import type { Transfers } from '../admission/transfers.js';
import { CLIENT_PARAMETER, clientNameOf } from '../http/client-name.js';
import type { CrossOriginRules } from '../http/cors.js';
import { pathOf, pathValues, queryOf } from '../http/request-target.js';
import type { Route } from '../http/route.js';
import { answerSlowRequest } from '../http/socket-errors.js';
import { bodyOfRequest, MAX_FORM_BYTES, MULTIPART_OVERHEAD_BYTES } from './body-parsers.js';
import { type CallTransport, EndpointCall } from './endpoint-call.js';
import { contextOf } from './request-contexts.js';
import type { ResponseWriter } from './response-writer.js';
import type { RouteTable } from './route-table.js';

/** A call whose parameters are read. */
interface ReadCall {
  readonly call: EndpointCall;
  /** Parameters that the endpoint does not know. */
  readonly ignored: readonly string[];
}

export interface EndpointDispatcherParts {
  readonly table: RouteTable;
  readonly authentication: AuthenticationGuard;
  readonly transport: CallTransport;
  readonly limiter: RateLimiter;
  readonly calls: CallSlots;
  readonly incoming: Transfers;
  readonly cors: CrossOriginRules;
  readonly responses: ResponseWriter;
}

/** The few steps that each request takes: it is admitted when its head is here, and read, done and answered when its body is. */
export class EndpointDispatcher {
  constructor(private readonly parts: EndpointDispatcherParts) {}

  async admit(route: Route, request: FastifyRequest): Promise<void> {
    const context = contextOf(request);
    context.route = route;
    context.slot = this.parts.calls.enter(kindOf(route), context.caller);
    await this.parts.authentication.admit(route.endpoint, request.headers, context);
    // Usually the body came with the head. Where it did not, its client alone decides when it will be here.
    if (!request.raw.complete) this.beginReceiving(route, request, context);
  }

  async serve(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const context = contextOf(request);
    this.parts.incoming.end(context.incoming);
    context.slot?.endReceiving();
    const { call, ignored } = this.readCall(route, request, reply);
    const answer = await route.handle(call);
    if (route.endpoint.longPoll === true) await this.countUnlessWaited(call, context);
    return this.parts.responses.send(answer, ignored, reply, context);
  }

  refuseUnserved(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { table, cors, responses } = this.parts;
    const methods = table.methodsAt(pathOf(request));
    if (methods.length === 0) return responses.refuse(notFound(), request, reply);
    if (request.method !== 'OPTIONS') return responses.refuse(methodNotAllowed(methods), request, reply);
    if (cors.isEnabled) reply.headers(cors.preflightHeaders(methods));
    return responses.sendAllowed(methods, reply);
  }

  refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return this.parts.responses.refuse(error, request, reply);
  }

  private beginReceiving(route: Route, { raw }: FastifyRequest, context: RequestContext): void {
    context.slot?.beginReceiving();
    const bytes = Math.min(Number(raw.headers['content-length'] ?? Number.POSITIVE_INFINITY), bodyLimitOf(route));
    context.incoming = this.parts.incoming.begin(bytes, context.caller, () => answerSlowRequest(raw.socket));
  }

  /** Apart from what waits for the answer, so that nothing is kept meanwhile but the call: tens of thousands of polls wait. */
  private readCall(route: Route, request: FastifyRequest, reply: FastifyReply): ReadCall {
    const query = queryOf(request);
    const { fields, files } = bodyOfRequest(request);
    const client = fields.get(CLIENT_PARAMETER) ?? query.get(CLIENT_PARAMETER);
    const input = {
      parameters: { ...route.pattern.read(pathValues(request)), ...route.parameters.read(query, fields) },
      files,
      clientName: clientNameOf(request.headers['user-agent'], client),
    };
    const { transport, authentication } = this.parts;
    return {
      call: new EndpointCall(input, contextOf(request), reply.raw, transport, authentication),
      ignored: route.parameters.ignored(query, fields),
    };
  }

  /** A poll was only looked at before; it counts if it turned out to be a call like any other. */
  private async countUnlessWaited(call: EndpointCall, context: RequestContext): Promise<void> {
    if (call.hasWaited || context.rateLimitState === undefined) return;
    context.rateLimitState = await this.parts.limiter.countAfterLook(context.rateLimitState);
  }
}

export function kindOf({ endpoint: { longPoll, upload, place } }: Route): CallKind {
  if (longPoll === true) return 'poll';
  return upload !== undefined ? 'upload' : (place ?? 'ordinary');
}

export const bodyLimitOf = ({ endpoint: { maxBodyBytes, upload } }: Route): number =>
  Math.max(
    maxBodyBytes ?? MAX_FORM_BYTES,
    upload === undefined ? 0 : upload.maxFiles * upload.maxFileBytes + MULTIPART_OVERHEAD_BYTES,
  );
