import {
  definitions,
  type Endpoint,
  ERROR,
  ERRORS_WITH_FIELDS,
  envelopeOf,
  type JsonSchema,
  RawResponse,
  responseFields,
  SUCCESS_ENVELOPE,
} from '@chat/contracts';

const HERE = '#/components/schemas/';

const componentRef = (name: string): JsonSchema => ({ $ref: `${HERE}${name}` });

/** Makes the references of a schema point into this document. */
export function inDocument(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${HERE}`)) as JsonSchema;
}

/** Parts that operations share: envelope, errors, objects, events. */
export function components(): Record<string, unknown> {
  const named = Object.entries(definitions('in full')).map(([name, schema]) => [name, inDocument(schema)]);
  return {
    securitySchemes: {
      basic: { type: 'http', scheme: 'basic', description: 'API email address and API key.' },
      session: { type: 'apiKey', in: 'cookie', name: 'sessionid', description: 'Session of a browser.' },
    },
    schemas: {
      Success: SUCCESS_ENVELOPE,
      Error: { anyOf: [...Object.values(ERRORS_WITH_FIELDS), ERROR] },
      ...Object.fromEntries(named),
    },
    responses: {
      Refused: errorResponse('Refused: a parameter is wrong, or what it names does not exist or may not be used.'),
      Unauthorized: errorResponse('No valid credentials.', { 'WWW-Authenticate': { schema: { type: 'string' } } }),
      WrongPassword: errorResponse('Name or password is wrong, or neither may be used here.'),
      TooManyRequests: errorResponse('Too many requests; try again later.', RETRY_AFTER),
      Unavailable: errorResponse(
        'A service cannot answer in time; try again shortly. Except for GET, `outcome` says whether anything may have been done.',
        RETRY_AFTER,
      ),
    },
  };
}

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds.', schema: { type: 'number' } } };

function errorResponse(description: string, headers?: Record<string, unknown>): Record<string, unknown> {
  return {
    description,
    ...(headers && { headers }),
    content: { 'application/json': { schema: componentRef('Error') } },
  };
}

/** Whether the response of an endpoint is a file or a page instead of JSON. */
export const isFile = ({ response }: Endpoint): boolean => response === RawResponse;

export function responsesOf(endpoint: Endpoint): Record<string, unknown> {
  const shared = (name: string) => ({ $ref: `#/components/responses/${name}` });
  return {
    200: isFile(endpoint) ? { description: 'A file or a page.' } : success(endpoint),
    400: shared('Refused'),
    ...Object.fromEntries((endpoint.errorStatuses ?? []).map((status) => [status, shared('Refused')])),
    ...(endpoint.access !== 'anyone' && { 401: shared('Unauthorized') }),
    ...(endpoint.checksPassword && { 401: shared('WrongPassword') }),
    429: shared('TooManyRequests'),
    503: shared('Unavailable'),
  };
}

function success(endpoint: Endpoint): Record<string, unknown> {
  const fields = responseFields(endpoint);
  const hasFields = fields !== undefined && Object.keys(fields['properties'] ?? {}).length > 0;
  const envelope = envelopeOf(fields ?? {});
  const shared = envelope === SUCCESS_ENVELOPE ? componentRef('Success') : envelope;
  const schema = hasFields ? { allOf: [shared, inDocument(fields)] } : shared;
  return { description: 'Done.', content: { 'application/json': { schema } } };
}
