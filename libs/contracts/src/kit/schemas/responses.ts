import { Completion, type Endpoint, RawResponse } from '../endpoint.js';
import type { JsonSchema } from '../json-schema.js';
import { schemaOf } from '../types/object.js';
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
      description: 'Parameters of the request that the endpoint does not know.',
    },
  },
  required: ['result', 'msg'],
};

/** The fields of a success without the envelope. Undefined for a response that is not JSON. */
export function responseFields({ path, response }: Endpoint): JsonSchema | undefined {
  if (path === '/register') return registerSchema();
  if (response === RawResponse) return undefined;
  return response === Completion ? { type: 'object', properties: {} } : schemaOf(response);
}
