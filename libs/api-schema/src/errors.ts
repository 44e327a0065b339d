import { array, boolean, constant, type Fields, id, type JsonSchema, object, string } from './schema.js';

const withCode = (code: string, fields: Fields = {}): JsonSchema =>
  object({ result: constant('error'), msg: string, code: constant(code), ...fields });

/** Refusals with fields of their own, by code. */
export const ERRORS_WITH_FIELDS: Readonly<Record<string, JsonSchema>> = {
  STREAM_DOES_NOT_EXIST: {
    ...withCode('STREAM_DOES_NOT_EXIST', { 'stream?': string, 'stream_id?': id }),
    anyOf: [{ required: ['stream'] }, { required: ['stream_id'] }],
  },
  BAD_EVENT_QUEUE_ID: withCode('BAD_EVENT_QUEUE_ID', {
    queue_id: string,
    msg: { type: 'string', pattern: '^Bad event queue ID' },
  }),
  REQUEST_VARIABLE_MISSING: withCode('REQUEST_VARIABLE_MISSING', { var_name: string }),
  REQUEST_CONFUSING_VAR: withCode('REQUEST_CONFUSING_VAR', { var_name1: string, var_name2: string }),
  BAD_NARROW: withCode('BAD_NARROW', { desc: string }),
  CANNOT_DEACTIVATE_LAST_USER: withCode('CANNOT_DEACTIVATE_LAST_USER', { is_last_owner: boolean, entity: string }),
  RATE_LIMIT_HIT: withCode('RATE_LIMIT_HIT', { 'retry-after': { type: 'number', minimum: 0 } }),
};

/** Any refusal. */
export const ERROR: JsonSchema = object({
  result: constant('error'),
  msg: { type: 'string', minLength: 1 },
  'code?': string,
  'allowed_methods?': array(string),
});

/** What an answer with this code looks like. */
export const errorSchema = (code?: string): JsonSchema => ERRORS_WITH_FIELDS[code ?? ''] ?? ERROR;
