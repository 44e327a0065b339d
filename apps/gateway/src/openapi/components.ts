import { definitions, ERROR, ERRORS_WITH_FIELDS, type JsonSchema, SUCCESS_ENVELOPE } from '@chat/contracts';

const HERE = '#/components/schemas/';

export const componentRef = (name: string): JsonSchema => ({ $ref: `${HERE}${name}` });

/** A schema whose references lead into this document. */
export function inDocument(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${HERE}`)) as JsonSchema;
}

/** What answers share: the envelope, refusals, objects, events. */
export function components(): Record<string, unknown> {
  const named = Object.entries(definitions('in full')).map(([name, schema]) => [name, inDocument(schema)]);
  const refusals = Object.values(ERRORS_WITH_FIELDS);
  return {
    securitySchemes: {
      basic: { type: 'http', scheme: 'basic', description: 'API email address and API key.' },
    },
    schemas: {
      Success: SUCCESS_ENVELOPE,
      Error: { anyOf: [...refusals, ERROR] },
      ...Object.fromEntries(named),
    },
    responses: {
      Refused: refused('Refused: a parameter is wrong, or what it names does not exist or may not be used.'),
      Unauthorized: refused('No valid credentials.', { 'WWW-Authenticate': { schema: { type: 'string' } } }),
      WrongPassword: refused('Name or password is wrong, or neither may be used here.'),
      TooManyRequests: refused('Too many requests; try again later.', RETRY_AFTER),
      Unavailable: refused('A service cannot answer in time; try again shortly.', RETRY_AFTER),
    },
  };
}

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds.', schema: { type: 'number' } } };

function refused(description: string, headers?: Record<string, unknown>): Record<string, unknown> {
  return {
    description,
    ...(headers && { headers }),
    content: { 'application/json': { schema: componentRef('Error') } },
  };
}
