import { Readable } from 'node:stream';
import { type ApiError, internalError } from '@chat/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { CompatNames } from '../../compat/compat-names.js';
import { headersOfStanding } from '../../rate-limits/rate-limiter.js';
import { envelope } from '../answer/envelope.js';
import { bodyOf, headersOf, refusalFor } from '../answer/error-answer.js';
import { JSON_TYPE } from '../answer/security-headers.js';
import { type Answer, RawAnswer } from '../answers.js';
import { MAX_FORM_BYTES } from '../request/body-parsers.js';
import type { Exchange } from './exchange.js';
import type { Exchanges } from './exchanges.js';
import type { Stopping } from './stopping.js';
import type { Transfers } from './transfers.js';

/**
 * What clients are told of it (`keep-alive: timeout=`): after so long without a request they open another connection. Less than
 * a stop waits, so that no request is on its way when an idle connection is closed.
 */
export const KEEP_ALIVE_HINT_SECONDS = 5;
const KEEP_ALIVE_HINT = { connection: 'keep-alive', 'keep-alive': `timeout=${KEEP_ALIVE_HINT_SECONDS}` };

export interface ReplyParts {
  readonly exchanges: Exchanges;
  readonly outgoing: Transfers;
  readonly stopping: Stopping;
  readonly compat: CompatNames | undefined;
  readonly logger: Logger;
}

/** Writes what a request is answered with: an answer, a refusal, or nothing but headers. */
export class Replies {
  constructor(private readonly parts: ReplyParts) {}

  /** `ignored`: parameters that the client is told were not heeded. */
  send(answer: Answer, ignored: readonly string[], reply: FastifyReply, exchange: Exchange): FastifyReply {
    if (exchange.standing !== undefined) reply.headers(headersOfStanding(exchange.standing));
    this.keepOrClose(reply);
    if (answer instanceof RawAnswer) {
      this.beginSending(answer.body, reply, exchange);
      return reply
        .code(answer.status)
        .headers({ 'content-type': answer.contentType, ...answer.headers })
        .send(answer.body);
    }
    const neutral = envelope(answer, ignored);
    const body = this.parts.compat?.inAnswer(neutral.toString()) ?? neutral;
    reply.header('content-type', JSON_TYPE);
    this.beginSending(body, reply, exchange);
    return reply.send(body);
  }

  sendAllowed(methods: readonly string[], reply: FastifyReply): FastifyReply {
    this.keepOrClose(reply);
    return reply.code(204).header('allow', methods.join(', ')).send();
  }

  refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const exchange = request.exchange ?? this.parts.exchanges.begin(request, reply);
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

  /** Whoever is answered while this gateway stops comes back over another connection, to another gateway. */
  private keepOrClose(reply: FastifyReply): void {
    if (this.parts.stopping.hasBegun) reply.header('connection', 'close');
    else if (reply.raw.shouldKeepAlive) reply.headers(KEEP_ALIVE_HINT);
  }

  /** The answer is the client's now: no place is kept for it until it has been taken, which its client alone decides. */
  private beginSending(body: RawAnswer['body'], { raw }: FastifyReply, exchange: Exchange): void {
    exchange.place?.leave();
    // Nobody is there any more to take it, and nothing would tell its end.
    if (raw.destroyed) return;
    // Of a stream no more is in memory than it reads ahead.
    const bytes = body instanceof Readable ? body.readableHighWaterMark : body.length;
    exchange.outgoing = this.parts.outgoing.begin(bytes, exchange.caller, () => raw.destroy());
  }

  private fault(error: unknown, exchange: Exchange): ApiError {
    this.parts.logger.error(
      { requestId: exchange.requestId, route: exchange.route?.pattern.display, err: error },
      'Call failed',
    );
    return internalError();
  }
}
