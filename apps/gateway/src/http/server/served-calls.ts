import { methodNotAllowed, notFound } from '@chat/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Admission } from '../../auth/admission.js';
import type { DeferredAdmission } from '../../auth/deferred-admission.js';
import type { RateLimiter } from '../../rate-limits/rate-limiter.js';
import type { CrossOriginRules } from '../answer/cors.js';
import type { Answer } from '../answers.js';
import { bodyOfRequest, MAX_FORM_BYTES, MULTIPART_OVERHEAD_BYTES } from '../request/body-parsers.js';
import { CLIENT_PARAMETER, clientNameOf } from '../request/client-name.js';
import { pathOf, pathValues, queryOf } from '../request/request-target.js';
import { type Route, RouteTable } from '../routing/route-table.js';
import type { CallKind, CallsInFlight } from './calls-in-flight.js';
import { type CallTransport, EndpointCall } from './endpoint-call.js';
import type { Exchange } from './exchange.js';
import { exchangeOf } from './exchanges.js';
import type { Replies } from './replies.js';
import { answerSlowRequest } from './socket-errors.js';
import type { Transfers } from './transfers.js';

/** A call whose parameters are read. */
interface ReadCall {
  readonly call: EndpointCall;
  /** Parameters that the endpoint does not know. */
  readonly ignored: readonly string[];
}

export interface CallParts {
  readonly table: RouteTable;
  readonly admission: Admission;
  readonly transport: CallTransport;
  readonly limiter: RateLimiter;
  readonly calls: CallsInFlight;
  readonly incoming: Transfers;
  readonly cors: CrossOriginRules;
  readonly replies: Replies;
}

/** The few steps that each request takes: it is admitted when its head is here, and read, done and answered when its body is. */
export class ServedCalls {
  constructor(private readonly parts: CallParts) {}

  async admit(routes: readonly Route[], request: FastifyRequest): Promise<void> {
    const exchange = exchangeOf(request);
    const route = RouteTable.choose(routes, pathValues(request));
    // Without a route the handler refuses; nobody is asked for credentials for what does not exist.
    if (route === undefined) return;
    exchange.route = route;
    exchange.place = this.parts.calls.enter(kindOf(route), exchange.caller);
    const admitting = this.parts.admission.admitOrDefer(route.definition, request.headers, exchange);
    if (admitting !== undefined) await admitting;
    // Usually the body came with the head. Where it did not, its client alone decides when it will be here.
    if (!request.raw.complete) this.beginReceiving(route, request, exchange);
  }

  async serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const exchange = exchangeOf(request);
    const { route } = exchange;
    if (route === undefined) return this.refuseUnserved(request, reply);
    this.parts.incoming.end(exchange.incoming);
    exchange.place?.endReceiving();
    const presumed = exchange.deferred && (await this.answerIfAdmitted(route, exchange.deferred, request, reply));
    if (presumed !== undefined) return this.parts.replies.send(presumed.answer, presumed.ignored, reply, exchange);
    const { call, ignored } = this.readCall(route, request, reply);
    const answer = await route.handle(call);
    if (route.definition.longPoll === true) await this.countUnlessWaited(call, exchange);
    return this.parts.replies.send(answer, ignored, reply, exchange);
  }

  refuseUnserved(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { table, cors, replies } = this.parts;
    const methods = table.methodsAt(pathOf(request));
    if (methods.length === 0) return replies.refuse(notFound(), request, reply);
    if (request.method !== 'OPTIONS') return replies.refuse(methodNotAllowed(methods), request, reply);
    if (cors.isEnabled) reply.headers(cors.preflightHeaders(methods));
    return replies.sendAllowed(methods, reply);
  }

  /** What is wrong with a body is said only to those who are admitted. */
  async refuseWhoIsAdmitted(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { replies, admission } = this.parts;
    const { exchange } = request;
    if (exchange?.deferred === undefined || exchange.route === undefined) return replies.refuse(error, request, reply);
    exchange.deferred = undefined;
    const refused = await admission.admit(exchange.route.definition, request.headers, exchange).then(
      () => error,
      (refusal: unknown) => refusal,
    );
    return replies.refuse(refused, request, reply);
  }

  private beginReceiving(route: Route, { raw }: FastifyRequest, exchange: Exchange): void {
    exchange.place?.beginReceiving();
    const bytes = Math.min(Number(raw.headers['content-length'] ?? Number.POSITIVE_INFINITY), bodyLimitOf(route));
    exchange.incoming = this.parts.incoming.begin(bytes, exchange.caller, () => answerSlowRequest(raw.socket));
  }

  /** Of a call that was presumed to be admitted: its answer, or undefined where it has to begin again, admitted the usual way. */
  private async answerIfAdmitted(
    route: Route,
    deferred: DeferredAdmission,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ readonly answer: Answer; readonly ignored: readonly string[] } | undefined> {
    const exchange = exchangeOf(request);
    try {
      const { call, ignored } = this.readCall(route, request, reply);
      const answer = await route.handle(call);
      if (deferred.isMade) return { answer, ignored };
    } catch (error) {
      if (deferred.isMade) throw error;
    } finally {
      exchange.deferred = undefined;
      exchange.standing = deferred.standing;
    }
    await this.parts.admission.admit(route.definition, request.headers, exchange);
    return undefined;
  }

  /** Apart from what waits for the answer, so that nothing is kept meanwhile but the call: tens of thousands of polls wait. */
  private readCall(route: Route, request: FastifyRequest, reply: FastifyReply): ReadCall {
    const query = queryOf(request);
    const { fields, files } = bodyOfRequest(request);
    const client = fields.get(CLIENT_PARAMETER) ?? query.get(CLIENT_PARAMETER);
    const input = {
      path: route.pattern.read(pathValues(request)),
      parameters: route.parameters.read(query, fields),
      files,
      clientName: clientNameOf(request.headers['user-agent'], client),
    };
    const { transport, admission } = this.parts;
    return {
      call: new EndpointCall(input, exchangeOf(request), reply.raw, transport, admission),
      ignored: route.parameters.ignored(query, fields),
    };
  }

  /** A poll was only looked at before; it counts if it turned out to be a call like any other. */
  private async countUnlessWaited(call: EndpointCall, exchange: Exchange): Promise<void> {
    if (call.hasWaited || exchange.standing === undefined) return;
    exchange.standing = await this.parts.limiter.countAfterLook(exchange.standing);
  }
}

export function kindOf({ definition: { longPoll, upload, place } }: Route): CallKind {
  if (longPoll === true) return 'poll';
  return upload !== undefined ? 'upload' : (place ?? 'ordinary');
}

export const bodyLimitOf = ({ definition: { maxBodyBytes, upload } }: Route): number =>
  Math.max(
    maxBodyBytes ?? MAX_FORM_BYTES,
    upload === undefined ? 0 : upload.maxFiles * upload.maxFileBytes + MULTIPART_OVERHEAD_BYTES,
  );
