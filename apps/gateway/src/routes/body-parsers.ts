import type { IncomingMessage } from 'node:http';
import { badRequest, tooLarge } from '@chat/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contextOf } from '../admission/request-context.js';
import { NO_BODY, parseFormBody } from '../http/form-data.js';
import { readMultipart } from '../http/multipart.js';

/** Bytes of a request with text fields only. */
export const MAX_FORM_BYTES = 2 * 1024 * 1024;
/** Bytes of a multipart body in addition to its files. */
export const MULTIPART_OVERHEAD_BYTES = 64 * 1024;

/** Makes Fastify read form-encoded and multipart bodies, and refuse all others with a clear error. */
export function addBodyParsers(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, parseFormBody);
  fastify.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: IncomingMessage) => {
    const maxBytes = request.routeOptions.bodyLimit;
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
    const upload = contextOf(request).route?.endpoint.upload;
    return readMultipart(body, request.headers['content-type'] ?? '', { upload, maxBytes });
  });
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    // Without a content type, a body is taken for a form.
    if (request.headers['content-type'] === undefined) return parseFormBody(request, body);
    if (body.length === 0) return NO_BODY;
    throw badRequest('Send parameters as application/x-www-form-urlencoded or multipart/form-data');
  });
}
