import type { IncomingMessage } from 'node:http';
import { badRequest, tooLarge } from '@chat/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestContext } from '../admission/request-context.js';
import { decodeUtf8, parseForm } from '../http/form-data.js';
import { type MultipartBody, readMultipart } from '../http/multipart.js';

/** Bytes of a request with text fields only. */
export const MAX_FORM_BYTES = 2 * 1024 * 1024;
/** What a multipart body may have beside its files. */
export const MULTIPART_OVERHEAD_BYTES = 64 * 1024;

const NO_BODY: MultipartBody = { fields: new Map(), files: [] };

/** Form-encoded and multipart bodies, and a clear refusal of all others. */
export function addBodyParsers(fastify: FastifyInstance, contextOf: (request: FastifyRequest) => RequestContext): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_: FastifyRequest, body: Buffer): Promise<MultipartBody> => formBody(body),
  );
  fastify.addContentTypeParser('multipart/form-data', (request: FastifyRequest, body: IncomingMessage) =>
    multipartBody(request, body, contextOf(request)),
  );
  fastify.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer): Promise<MultipartBody> => {
      // A body that does not say what it is: what everybody sends here.
      if (request.headers['content-type'] === undefined) return formBody(body);
      if (body.length === 0) return NO_BODY;
      throw badRequest('Send parameters as application/x-www-form-urlencoded or multipart/form-data');
    },
  );
}

/** The parsed body; empty for requests without one. */
export const bodyOfRequest = (request: FastifyRequest): MultipartBody =>
  (request.body as MultipartBody | undefined | null) ?? NO_BODY;

const formBody = (body: Buffer): MultipartBody => ({ fields: parseForm(decodeUtf8(body, 'The body')), files: [] });

async function multipartBody(
  request: FastifyRequest,
  body: IncomingMessage,
  { route }: RequestContext,
): Promise<MultipartBody> {
  const maxBytes = request.routeOptions.bodyLimit;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const contentType = request.headers['content-type'] ?? '';
  return readMultipart(body, contentType, { upload: route?.endpoint.upload, maxBytes });
}
