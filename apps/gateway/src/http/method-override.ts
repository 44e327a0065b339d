import type { IncomingMessage, ServerResponse } from 'node:http';
import { API_PREFIX } from '@chat/contracts';

const METHOD_HEADER = 'x-http-method-override';
const OVERRIDING_METHODS: readonly string[] = ['HEAD', 'PATCH', 'DELETE'];

type HandleRequest = (request: IncomingMessage, response: ServerResponse) => void;

/** Passes requests on, those of tus with the method of this header: clients behind some proxies can send few methods. */
export const withOverriddenMethod =
  (handle: HandleRequest): HandleRequest =>
  (request, response) => {
    const method = request.headers[METHOD_HEADER];
    const isOverridden = typeof method === 'string' && request.method === 'POST' && OVERRIDING_METHODS.includes(method);
    if (isOverridden && request.url?.startsWith(`${API_PREFIX}/tus/`)) request.method = method;
    handle(request, response);
  };
