import type { FastifyRequest } from 'fastify';
import { type FormData, parseForm } from './form-data.js';

/** Values in the path, by the names of the path parameters. */
export const pathValues = (request: FastifyRequest) => request.params as Readonly<Record<string, string>>;

/** The query as the router's parser left it: the text itself. */
export function queryOf(request: FastifyRequest): FormData {
  const { url } = request.raw;
  const start = url?.indexOf('?') ?? -1;
  if (url === undefined || start === -1) return parseForm('');
  const fragment = url.indexOf('#', start);
  return parseForm(url.slice(start + 1, fragment === -1 ? undefined : fragment));
}

/** Path without query, with one slash where there were several, and none at the end. */
export function pathOf(request: FastifyRequest): string {
  const path = (request.raw.url ?? '').split(/[?#]/, 1)[0] as string;
  return path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
}
