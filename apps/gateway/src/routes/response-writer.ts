import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rateLimitHeaders } from '../admission/rate-limit.guard.js';
import { contextOf, type RequestContext } from '../admission/request-context.js';
import type { Transfers } from '../admission/transfers.js';
import type { CompatNames } from '../compat/compat-names.js';
import type { Encoding } from '../http/accepted-encoding.js';
import { compressed, compressedPieces, encodingFor } from '../http/compressed-body.js';
import type { Route } from '../http/endpoints.js';
import { envelope, envelopedPieces, JSON_TYPE, joinedPieces } from '../http/envelope.interceptor.js';
import { FileResponse, type HandlerResult, JsonPieces, type TextPiece } from '../http/handler-result.js';
import { discardRest } from '../http/receive-timeout.js';

/**
 * Sent to clients (`keep-alive: timeout=`): after this time without a request they open another connection. Shorter than a stop waits, so
 * that no request is on its way when an idle connection is closed.
 */
export const KEEP_ALIVE_HINT_SECONDS = 5;
const KEEP_ALIVE_HINT = { connection: 'keep-alive', 'keep-alive': `timeout=${KEEP_ALIVE_HINT_SECONDS}` };

/** A shorter body fits into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1_024;

interface ResponseWriterParts {
  readonly outgoing: Transfers;
  readonly compat: CompatNames | undefined;
}

/** Writes the responses of requests. {@link ErrorResponses} composes those with errors. */
export class ResponseWriter {
  /** Set when the gateway begins to stop: from now on each response closes its connection. */
  isStopping = false;

  constructor(private readonly parts: ResponseWriterParts) {}

  /** `ignored`: names of unknown parameters, which the response lists. */
  send(
    result: HandlerResult,
    route: Route,
    ignored: readonly string[],
    reply: FastifyReply,
  ): FastifyReply | Promise<FastifyReply> {
    const context = contextOf(reply.request);
    if (result instanceof FileResponse) {
      const { contentType, headers, status, body } = result;
      reply.code(status).headers({ 'content-type': contentType, ...headers });
      return this.sendBody(body, reply, context);
    }
    reply.header('content-type', JSON_TYPE);
    const body = this.jsonOf(result, ignored, route);
    const encoding = encodingOf(body, route, context, reply.request);
    if (encoding === undefined) return this.sendBody(Array.isArray(body) ? joinedPieces(body) : body, reply, context);
    return this.sendCompressed(body, encoding, reply, context);
  }

  private jsonOf(
    result: Exclude<HandlerResult, FileResponse>,
    ignored: readonly string[],
    { write }: Route,
  ): string | TextPiece[] {
    const { compat } = this.parts;
    if (!(result instanceof JsonPieces)) {
      const text = envelope(result, ignored, write);
      return compat?.inResponse(text) ?? text;
    }
    const pieces = envelopedPieces(result, ignored);
    return compat?.inResponse(joinedPieces(pieces).toString()) ?? pieces;
  }

  private async sendCompressed(
    body: string | TextPiece[],
    wanted: Encoding,
    reply: FastifyReply,
    context: RequestContext,
  ): Promise<FastifyReply> {
    const { encoding, bytes } = await (Array.isArray(body) ? compressedPieces(body) : compressed(body, wanted));
    const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ');
    return this.sendBody(bytes, reply.headers({ 'content-encoding': encoding, vary }), context);
  }

  sendAllowed(methods: readonly string[], reply: FastifyReply): FastifyReply {
    this.addHeaders(reply);
    return reply.code(204).header('allow', methods.join(', ')).send();
  }

  private addHeaders(reply: FastifyReply, context?: RequestContext): void {
    if (context?.rateLimitState !== undefined) reply.headers(rateLimitHeaders(context.rateLimitState));
    // While this gateway stops, clients shall open their next connection to another one.
    if (this.isStopping) reply.header('connection', 'close');
    else if (reply.raw.shouldKeepAlive) reply.headers(KEEP_ALIVE_HINT);
  }

  /** Releases the slot: the client alone decides how long it takes to receive the response. */
  sendBody(body: FileResponse['body'], reply: FastifyReply, context: RequestContext): FastifyReply {
    this.addHeaders(reply, context);
    if (body instanceof Readable) {
      context.slot?.beginTransfer();
      return reply.send(body);
    }
    context.slot?.leave();
    const { raw } = reply.request;
    if (!raw.complete) discardRest(raw);
    reply.send(body);
    // Usually the operating system has taken it all. A destroyed response has no event that would end the transfer.
    if (reply.raw.writableLength > 0 && !reply.raw.destroyed) {
      context.outgoing = this.parts.outgoing.begin(body.length, context.caller, () => reply.raw.destroy());
    }
    return reply;
  }
}

/** The sending path stays as it is: polls wait in tens of thousands, and their responses are short. */
function encodingOf(
  body: string | TextPiece[],
  { endpoint, scheme }: Route,
  { isSecure }: RequestContext,
  { headers }: FastifyRequest,
): Encoding | undefined {
  if (endpoint.longPoll) return undefined;
  const length = Array.isArray(body) ? body.reduce((sum, piece) => sum + piece.length, 0) : body.length;
  return length < MIN_COMPRESSED_BYTES ? undefined : encodingFor(headers, isSecure && scheme === 'session');
}
