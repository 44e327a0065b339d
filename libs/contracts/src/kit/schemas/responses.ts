import type { Class } from '../described-class.js';
import { allEndpoints, Completion, RawResponse } from '../endpoint.js';
import type { JsonSchema } from '../json-schema.js';
import { schemaOf } from '../types/object.js';
import { lazily } from './lazily.js';
import { registerSchema } from './register.js';

export const SUCCESS_ENVELOPE: JsonSchema = {
  type: 'object',
  properties: {
    result: { const: 'success' },
    msg: { const: '' },
    ignored_parameters_unsupported: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      uniqueItems: true,
      description: 'Parameters that were sent and are not known here.',
    },
  },
  required: ['result', 'msg'],
};

const PARTIAL_ENVELOPE: JsonSchema = {
  type: 'object',
  properties: {
    result: { const: 'partially_completed' },
    msg: { type: 'string' },
    code: { const: 'REQUEST_TIMEOUT' },
  },
  required: ['result', 'code'],
};

/** The response class of each endpoint, by `METHOD /path/{parameter}`. */
export const responseClasses = lazily(
  (): ReadonlyMap<string, Class> =>
    new Map(
      allEndpoints().flatMap(({ method, path, aliasPaths = [], response }) =>
        [path, ...aliasPaths].map((served) => [`${method} ${served}`, response] as const),
      ),
    ),
);

interface Row {
  readonly endpoint: string;
  readonly method: string;
  readonly segments: readonly string[];
}

const rows = lazily((): readonly Row[] =>
  [...responseClasses().keys()].map((endpoint) => {
    const [method = '', path = ''] = endpoint.split(' ');
    return { endpoint, method, segments: path.split('/') };
  }),
);

const isParameter = (segment: string): boolean => segment.startsWith('{');

/** The number of fixed segments that match, or -1. */
function fit(row: Row, segments: readonly string[]): number {
  if (row.segments.length !== segments.length) return -1;
  let fixed = 0;
  for (const [index, segment] of row.segments.entries()) {
    const given = segments[index] as string;
    if (segment === given) fixed++;
    else if (!isParameter(segment)) return -1;
  }
  return fixed;
}

/** The endpoint for a path or a template: `/messages/7`, `/messages/{message_id}`. */
export function endpointFor(method: string, path: string): string | undefined {
  const segments = path.split('/');
  let best: string | undefined;
  let bestFit = -1;
  for (const row of rows()) {
    if (row.method !== method) continue;
    const fits = fit(row, segments);
    if (fits > bestFit) [best, bestFit] = [row.endpoint, fits];
  }
  return best;
}

/** The fields of a success without the envelope. Undefined for an unknown endpoint, and for a response that is not JSON. */
export function responseFields(method: string, path: string): JsonSchema | undefined {
  const endpoint = endpointFor(method, path);
  if (endpoint === 'POST /register') return registerSchema();
  const response = responseClasses().get(endpoint ?? '');
  if (response === undefined || response === RawResponse) return undefined;
  return response === Completion ? { type: 'object', properties: {} } : schemaOf(response);
}

/** A complete response with status 200. */
export function responseSchema(method: string, path: string): JsonSchema | undefined {
  const fields = responseFields(method, path);
  if (fields === undefined) return undefined;
  const success = { allOf: [SUCCESS_ENVELOPE, fields] };
  const mayBePartial = responseClasses().get(endpointFor(method, path) ?? '') === Completion;
  return mayBePartial ? { anyOf: [success, PARTIAL_ENVELOPE] } : success;
}
