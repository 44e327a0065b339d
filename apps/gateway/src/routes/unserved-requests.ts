import { methodNotAllowed, notFound } from '@chat/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CrossOriginRules } from '../http/cors.js';
import { tusCapabilities } from '../http/tus.js';
import type { ErrorResponses } from './error-responses.js';
import type { ResponseWriter } from './response-writer.js';
import { pathOf, type RouteTable } from './route-table.js';

interface UnservedRequestsParts {
  readonly table: RouteTable;
  /** Undefined if no origin is configured. */
  readonly cors: CrossOriginRules | undefined;
  readonly responses: ResponseWriter;
  readonly errors: ErrorResponses;
  /** The operator's limit for files in messages. */
  readonly maxFileMib: number;
}

export class UnservedRequests {
  constructor(private readonly parts: UnservedRequestsParts) {}

  /** Responds with 404 or 405, or with the methods of the path for OPTIONS. */
  refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { table, cors, responses, errors } = this.parts;
    const methods = table.methodsAt(pathOf(request));
    if (methods.length === 0) return errors.send(notFound(), request, reply);
    if (request.method !== 'OPTIONS') return errors.send(methodNotAllowed(methods), request, reply);
    if (cors !== undefined) reply.headers(cors.preflightHeaders(methods));
    if (table.speaksTus(pathOf(request))) reply.headers(tusCapabilities(this.parts.maxFileMib));
    return responses.sendAllowed(methods, reply);
  }

  /** Responds to a path that the router cannot read. A page of links responds as for any link that does not work. */
  refuseUnreadable(error: unknown, request: FastifyRequest, reply: FastifyReply, server: FastifyInstance): void {
    const { raw } = request;
    const readable = this.parts.table.readablePagePath(request.method, pathOf(request));
    if (readable === undefined) {
      this.parts.errors.send(error, request, reply);
      return;
    }
    raw.url = `${readable}/${/\?[^#]*/.exec(raw.url ?? '')?.[0] ?? ''}`;
    server.routing(raw, reply.raw);
  }
}
