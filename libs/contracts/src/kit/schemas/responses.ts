import { Completion, type Endpoint, RawResponse } from '../endpoint.js';
import type { JsonSchema } from '../json-schema.js';
import { schemaOf } from '../types/object.js';
import { registerSchema } from './register.js';

const envelopeWith = (msg: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: {
    result: { const: 'success' },
    msg,
    ignored_parameters_unsupported: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      uniqueItems: true,
      description: 'Parameters of the request that the endpoint does not know.',
    },
  },
  required: ['result', 'msg'],
});

export const SUCCESS_ENVELOPE = envelopeWith({ const: '' });
/** The envelope of a response with a `msg` of its own. */
const ENVELOPE_WITH_MESSAGE = envelopeWith({ type: 'string' });

/** The envelope of a response with these fields. */
export const envelopeOf = (fields: JsonSchema): JsonSchema =>
  Object.hasOwn(fields['properties'] ?? {}, 'msg') ? ENVELOPE_WITH_MESSAGE : SUCCESS_ENVELOPE;

/** The fields of a success without the envelope. Undefined for a response that is not JSON. */
export function responseFields({ path, response }: Endpoint): JsonSchema | undefined {
  if (path === '/register') return registerSchema();
  if (response === RawResponse) return undefined;
  return response === Completion ? { type: 'object', properties: {} } : schemaOf(response);
}
