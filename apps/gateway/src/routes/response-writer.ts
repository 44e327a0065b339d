import { Readable } from 'node:stream';
import { type ApiError, internalError } from '@chat/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { rateLimitHeaders } from '../admission/rate-limit.guard.js';
import type { RequestContext } from '../admission/request-context.js';
import type { Transfers } from '../admission/transfers.js';
import type { CompatNames } from '../compat/compat-names.js';
import { type Answer, RawAnswer } from '../http/answers.js';
import { apiErrorFor, bodyOf, headersOf } from '../http/api-error.filter.js';
import { envelope } from '../http/envelope.interceptor.js';
import { JSON_TYPE } from '../http/security-headers.js';
import type { Stopping } from '../http/stopping.js';
import { MAX_FORM_BYTES } from './body-parsers.js';
import type { RequestContexts } from './request-contexts.js';

/**
 * What clients are told of it (`keep-alive: timeout=`): after so long without a request they open another connection. Less than
 * a stop waits, so that no request is on its way when an idle connection is closed.
 */
export const KEEP_ALIVE_HINT_SECONDS = 5;
const KEEP_ALIVE_HINT = { connection: 'keep-alive', 'keep-alive': `timeout=${KEEP_ALIVE_HINT_SECONDS}` };

export interface ResponseWriterParts {
  readonly contexts: RequestContexts;
  readonly outgoing: Transfers;
  readonly stopping: Stopping;
  readonly compat: CompatNames | undefined;
  readonly logger: Logger;
}

/** Writes what a request is answered with: an answer, a refusal, or nothing but headers. */
export class ResponseWriter {
  constructor(private readonly parts: ResponseWriterParts) {}

  /** `ignored`: parameters that the client is told were not heeded. */
  send(answer: Answer, ignored: readonly string[], reply: FastifyReply, context: RequestContext): FastifyReply {
    if (context.rateLimitState !== undefined) reply.headers(rateLimitHeaders(context.rateLimitState));
    this.keepOrClose(reply);
    if (answer instanceof RawAnswer) {
      this.beginSending(answer.body, reply, context);
      return reply
        .code(answer.status)
        .headers({ 'content-type': answer.contentType, ...answer.headers })
        .send(answer.body);
    }
    const neutral = envelope(answer, ignored);
    const body = this.parts.compat?.inAnswer(neutral.toString()) ?? neutral;
    reply.header('content-type', JSON_TYPE);
    this.beginSending(body, reply, context);
    return reply.send(body);
  }

  sendAllowed(methods: readonly string[], reply: FastifyReply): FastifyReply {
    this.keepOrClose(reply);
    return reply.code(204).header('allow', methods.join(', ')).send();
  }

  refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const context = request.requestContext ?? this.parts.contexts.begin(request, reply);
    const refusal = apiErrorFor(error, request.routeOptions?.bodyLimit ?? MAX_FORM_BYTES) ?? this.fault(error, context);
    if (context.rateLimitState !== undefined) reply.headers(rateLimitHeaders(context.rateLimitState));
    this.keepOrClose(reply);
    // Reads the rest of the body and discards it: closing now would reset the connection before the client reads the error.
    // The receive timeout of the server bounds the wait.
    if (!request.raw.complete) request.raw.resume();
    const body = bodyOf(refusal);
    this.beginSending(body, reply, context);
    return reply
      .code(refusal.status)
      .headers({ ...headersOf(refusal), 'content-type': JSON_TYPE })
      .send(body);
  }

  /** Whoever is answered while this gateway stops comes back over another connection, to another gateway. */
  private keepOrClose(reply: FastifyReply): void {
    if (this.parts.stopping.hasBegun) reply.header('connection', 'close');
    else if (reply.raw.shouldKeepAlive) reply.headers(KEEP_ALIVE_HINT);
  }

  /** Releases the slot: the client alone decides how long it takes to receive the response. */
  private beginSending(body: RawAnswer['body'], { raw }: FastifyReply, context: RequestContext): void {
    context.slot?.leave();
    // Nobody is there any more to take it, and nothing would tell its end.
    if (raw.destroyed) return;
    // Of a stream no more is in memory than it reads ahead.
    const bytes = body instanceof Readable ? body.readableHighWaterMark : body.length;
    context.outgoing = this.parts.outgoing.begin(bytes, context.caller, () => raw.destroy());
  }

  private fault(error: unknown, context: RequestContext): ApiError {
    this.parts.logger.error(
      { requestId: context.requestId, route: context.route?.pattern.display, err: error },
      'Call failed',
    );
    return internalError();
  }
}
