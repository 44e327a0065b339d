import type { IncomingMessage } from 'node:http';
import {
  badRequest,
  type Endpoint,
  fileTooLarge,
  MULTIPART_SLACK_BYTES,
  type StreamedFile,
  takesBytes,
  tooLarge,
} from '@chat/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contextOf } from '../admission/request-context.js';
import type { Transfers } from '../admission/transfers.js';
import { endSlowRequest, tookTooLong } from '../http/api-error.filter.js';
import { type FormBody, NO_BODY, parseFormBody } from '../http/form-data.js';
import type { FileLimits } from '../http/incoming-file.js';
import { readMultipart } from '../http/multipart.js';
import { limitReceiving } from '../http/receive-timeout.js';
import { TransferPace } from '../http/transfer-pace.js';
import { BYTES_TYPE, incomingBytes } from '../http/tus.js';

const MIB = 1024 * 1024;

/** Bytes of a request with text fields only. */
export const MAX_FORM_BYTES = 2 * 1024 * 1024;

/**
 * Makes Fastify read form-encoded and multipart bodies, and refuse all others with a clear error. `maxFileMib`: the operator's limit for
 * files in messages.
 */
export function addBodyParsers(fastify: FastifyInstance, maxFileMib: number): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, parseFormBody);
  fastify.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: IncomingMessage) => {
    const { streamsFile } = contextOf(request).route?.endpoint ?? {};
    const contentType = request.headers['content-type'] ?? '';
    const length = Number(request.headers['content-length'] ?? 0);
    if (streamsFile !== undefined) {
      const file = fileLimitsOf(streamsFile, maxFileMib);
      if (length > file.maxBytes + MULTIPART_SLACK_BYTES) throw file.tooLarge();
      return readStreamed(body, contentType, file);
    }
    const maxBytes = request.routeOptions.bodyLimit;
    if (length > maxBytes) throw tooLarge(maxBytes);
    return readMultipart(body, contentType, { maxBytes });
  });
  fastify.addContentTypeParser(BYTES_TYPE, async (request: FastifyRequest, body: IncomingMessage) => {
    const { endpoint } = contextOf(request).route ?? {};
    if (endpoint === undefined || !takesBytes(endpoint)) throw unknownBody();
    return { ...NO_BODY, bytes: incomingBytes(body) };
  });
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (contextOf(request).route?.endpoint.webhook) return { ...NO_BODY, raw: body };
    // Without a content type, a body is taken for a form.
    if (request.headers['content-type'] === undefined) return parseFormBody(request, body);
    if (body.length === 0) return NO_BODY;
    throw unknownBody();
  });
}

export const bodyLimitOf = ({ maxBodyBytes }: Endpoint): number => maxBodyBytes ?? MAX_FORM_BYTES;

/** For a body that has not arrived with the head. Of a file, only the part is in memory that was read ahead. */
export function beginReceiving(endpoint: Endpoint, request: FastifyRequest, incoming: Transfers): void {
  const { raw } = request;
  const context = contextOf(request);
  context.slot?.beginTransfer();
  if ((endpoint.streamsFile !== undefined && isMultipart(raw)) || takesBytes(endpoint)) return;
  limitReceiving(raw);
  const bytes = Math.min(Number(raw.headers['content-length'] ?? Number.POSITIVE_INFINITY), bodyLimitOf(endpoint));
  context.incoming = incoming.begin(bytes, context.caller, () => endSlowRequest(raw.socket));
}

const isMultipart = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.trimStart().toLowerCase().startsWith('multipart/') ?? false;

const unknownBody = () => badRequest('Send parameters as application/x-www-form-urlencoded or multipart/form-data');

async function readStreamed(body: IncomingMessage, contentType: string, file: FileLimits): Promise<FormBody> {
  let arrived = 0;
  const pace = new TransferPace(
    () => arrived,
    () => body.destroy(tookTooLong()),
  );
  body.on('data', (chunk: Buffer) => {
    arrived += chunk.length;
  });
  body.once('close', () => pace.stop());
  return readMultipart(body, contentType, { file, maxBytes: MULTIPART_SLACK_BYTES });
}

function fileLimitsOf({ maxMib: ownMaxMib, several }: StreamedFile, maxFileMib: number): FileLimits {
  const maxMib = ownMaxMib ?? maxFileMib;
  return { maxBytes: maxMib * MIB, tooLarge: () => fileTooLarge(maxMib), several: () => badRequest(several) };
}
