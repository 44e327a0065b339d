import { OUTCOMES } from '../../errors/api-errors.js';
import type { JsonSchema } from '../json-schema.js';

const string = { type: 'string' };

/** An object with at least these fields. */
const object = (fields: Readonly<Record<string, JsonSchema>>, required = Object.keys(fields)): JsonSchema => ({
  type: 'object',
  properties: fields,
  required,
});

type Fields = Readonly<Record<string, JsonSchema>>;

const withCode = (code: string, fields: Fields = {}, optional: Fields = {}): JsonSchema => {
  const required = { result: { const: 'error' }, msg: string, code: { const: code }, ...fields };
  return object({ ...required, ...optional }, Object.keys(required));
};

const OUTCOME = {
  outcome: {
    enum: OUTCOMES,
    description:
      'Of a request that is not a GET. `not_started`: nothing was done, repeat it; `unknown`: it may have been done.',
  },
};

/** Errors with fields of their own, by code. */
export const ERRORS_WITH_FIELDS: Readonly<Record<string, JsonSchema>> = {
  STREAM_DOES_NOT_EXIST: {
    anyOf: [
      withCode('STREAM_DOES_NOT_EXIST', { stream: string }),
      withCode('STREAM_DOES_NOT_EXIST', { stream_id: { type: 'integer', minimum: 0 } }),
    ],
  },
  BAD_EVENT_QUEUE_ID: withCode('BAD_EVENT_QUEUE_ID', {
    queue_id: string,
    msg: { type: 'string', pattern: '^Bad event queue ID' },
  }),
  REQUEST_VARIABLE_MISSING: withCode('REQUEST_VARIABLE_MISSING', { var_name: string }),
  REQUEST_CONFUSING_VAR: withCode('REQUEST_CONFUSING_VAR', { var_name1: string, var_name2: string }),
  BAD_NARROW: withCode('BAD_NARROW', { desc: string }),
  CANNOT_DEACTIVATE_LAST_USER: withCode('CANNOT_DEACTIVATE_LAST_USER', {
    is_last_owner: { type: 'boolean' },
    entity: string,
  }),
  INVITATION_FAILED: withCode('INVITATION_FAILED', {
    errors: {
      type: 'array',
      items: { type: 'array', prefixItems: [string, string, { type: 'boolean' }], minItems: 3, maxItems: 3 },
      description: 'Address, reason, and whether its account is deactivated.',
    },
    sent_invitations: { type: 'boolean' },
    daily_limit_reached: { type: 'boolean' },
    license_limit_reached: { type: 'boolean' },
  }),
  RATE_LIMIT_HIT: withCode('RATE_LIMIT_HIT', { 'retry-after': { type: 'number', minimum: 0 } }),
  SERVICE_UNAVAILABLE: withCode('SERVICE_UNAVAILABLE', { 'retry-after': { type: 'number', minimum: 0 } }, OUTCOME),
};

export const ERROR: JsonSchema = object(
  {
    result: { const: 'error' },
    msg: { type: 'string', minLength: 1 },
    code: string,
    allowed_methods: { type: 'array', items: string },
  },
  ['result', 'msg'],
);
