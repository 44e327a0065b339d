import { type ApiError, internalError, withOutcome } from '@chat/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { schemeFor } from '../admission/authentication.guard.js';
import type { RequestContext, RequestContexts } from '../admission/request-context.js';
import { apiErrorFor, bodyOf, headersOf, outcomeFor } from '../http/api-error.filter.js';
import { JSON_TYPE } from '../http/envelope.interceptor.js';
import { tusError } from '../http/tus.js';
import { errorPage } from '../pages/error-page.js';
import { AppFlowError } from '../sign-in-pages/sign-in-flow.js';
import { MAX_FORM_BYTES } from './body-parsers.js';
import type { ResponseWriter } from './response-writer.js';

interface ErrorResponsesParts {
  readonly contexts: RequestContexts;
  readonly responses: ResponseWriter;
  readonly logger: Logger;
}

/** Responds with errors: as a page if the endpoint is one, else as JSON. */
export class ErrorResponses {
  constructor(private readonly parts: ErrorResponsesParts) {}

  send(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { contexts, responses } = this.parts;
    const context = request.requestContext ?? contexts.begin(request, reply);
    const bodyLimit = request.routeOptions?.bodyLimit ?? MAX_FORM_BYTES;
    const known = apiErrorFor(error, bodyLimit) ?? this.logFault(error, context);
    const outcome = withOutcome(known, outcomeFor(request.method, context.possibleChanges));
    const apiError = context.route?.endpoint.tus === undefined ? outcome : tusError(outcome);
    reply.code(apiError.status);
    if (context.route?.endpoint.isPage && !(error instanceof AppFlowError)) {
      const page = errorPage(apiError, request.headers);
      reply.headers({ ...headersOf(apiError), ...page.headers, 'content-type': page.contentType });
      return responses.sendBody(page.body, reply, context);
    }
    const scheme = context.route && schemeFor(context.route, request.headers);
    reply.headers({ ...headersOf(apiError, scheme), 'content-type': JSON_TYPE });
    return responses.sendBody(bodyOf(apiError), reply, context);
  }

  private logFault(error: unknown, { requestId, route }: RequestContext): ApiError {
    this.parts.logger.error({ requestId, route: route?.path, err: error }, 'Call failed');
    return internalError();
  }
}
