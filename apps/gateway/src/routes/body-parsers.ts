import type { IncomingMessage } from 'node:http';
import { badRequest, tooLarge } from '@chat/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contextOf } from '../admission/request-context.js';
import { decodeUtf8, type FormData, parseForm } from '../http/form-data.js';
import { type MultipartBody, readMultipart } from '../http/multipart.js';

/** Bytes of a request with text fields only. */
export const MAX_FORM_BYTES = 2 * 1024 * 1024;
/** Bytes of a multipart body in addition to its files. */
export const MULTIPART_OVERHEAD_BYTES = 64 * 1024;

const NO_BODY: MultipartBody = { fields: new Map(), files: [] };

/** Makes Fastify read form-encoded and multipart bodies, and refuse all others with a clear error. */
export function addBodyParsers(fastify: FastifyInstance): void {
  const formBody = (body: Buffer) => ({ fields: parseForm(decodeUtf8(body, 'The body')), files: [] });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_: FastifyRequest, body: Buffer) => formBody(body),
  );
  fastify.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: IncomingMessage) => {
    const maxBytes = request.routeOptions.bodyLimit;
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
    const upload = contextOf(request).route?.endpoint.upload;
    return readMultipart(body, request.headers['content-type'] ?? '', { upload, maxBytes });
  });
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    // Without a content type, a body is taken for a form.
    if (request.headers['content-type'] === undefined) return formBody(body);
    if (body.length === 0) return NO_BODY;
    throw badRequest('Send parameters as application/x-www-form-urlencoded or multipart/form-data');
  });
}

/** The parsed body; empty for requests without one. */
export const bodyOfRequest = (request: FastifyRequest): MultipartBody =>
  (request.body as MultipartBody | undefined | null) ?? NO_BODY;

export function queryOf({ raw: { url = '' } }: FastifyRequest): FormData {
  const start = url.indexOf('?');
  if (start === -1) return parseForm('');
  const fragment = url.indexOf('#', start);
  return parseForm(url.slice(start + 1, fragment === -1 ? undefined : fragment));
}

/** Path without query and trailing slash, with single slashes. */
export function pathOf({ raw: { url = '' } }: FastifyRequest): string {
  const path = url.split(/[?#]/, 1)[0] as string;
  return path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
}
