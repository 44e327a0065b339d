import {
  allEndpoints,
  type Capability,
  Completion,
  type Endpoint,
  ERROR,
  ERRORS_WITH_FIELDS,
  envelopeOf,
  type JsonSchema,
  type RegisterField,
  registerFieldDescriptions,
  responseFields,
} from '@chat/contracts';

const PARTIAL_ENVELOPE: JsonSchema = {
  type: 'object',
  properties: {
    result: { const: 'partially_completed' },
    msg: { type: 'string' },
    code: { const: 'REQUEST_TIMEOUT' },
  },
  required: ['result', 'code'],
};

interface Row {
  readonly endpoint: Endpoint;
  readonly segments: readonly string[];
}

/** Below /api/v1: a file at the root of the host may have the same path. */
const rows: readonly Row[] = allEndpoints()
  .filter(({ atRoot }) => !atRoot)
  .flatMap((endpoint) =>
    [endpoint.path, ...(endpoint.aliasPaths ?? [])].map((path) => ({ endpoint, segments: path.split('/') })),
  );

const isParameter = (segment: string): boolean => segment.startsWith('{');
/** The last parameter of a path may take all further segments. */
const takesAll = (segment = ''): boolean => segment.endsWith('...}');

/** The number of fixed segments that match, or -1. */
function fit(row: Row, segments: readonly string[]): number {
  const { length } = row.segments;
  if (takesAll(row.segments.at(-1)) ? segments.length < length : segments.length !== length) return -1;
  let fixed = 0;
  for (const [index, segment] of row.segments.entries()) {
    const given = segments[index] as string;
    if (segment === given) fixed++;
    else if (!isParameter(segment)) return -1;
  }
  return fixed;
}

/** The endpoint for a path or a template: `/messages/7`, `/messages/{message_id}`. */
export function endpointFor(method: string, path: string): Endpoint | undefined {
  const segments = path.split('/');
  let best: Endpoint | undefined;
  let bestFit = -1;
  for (const row of rows) {
    if (row.endpoint.method !== method) continue;
    const fits = fit(row, segments);
    if (fits > bestFit) [best, bestFit] = [row.endpoint, fits];
  }
  return best;
}

/** A complete response with status 200. Undefined for an unknown endpoint, and for a response that is not JSON. */
export function responseSchema(method: string, path: string): JsonSchema | undefined {
  const endpoint = endpointFor(method, path);
  const fields = endpoint && responseFields(endpoint);
  if (fields === undefined) return undefined;
  const success = { allOf: [envelopeOf(fields), fields] };
  return endpoint?.response === Completion ? { anyOf: [success, PARTIAL_ENVELOPE] } : success;
}

/** The options of a registration that decide about fields. */
export interface RegisterRequest {
  /** `fetch_event_types`, else `event_types`; undefined: every type. */
  readonly fetchTypes?: readonly string[] | undefined;
  readonly capabilities?: Readonly<Partial<Record<Capability, boolean>>>;
  /** Spectators get fewer fields. */
  readonly isSpectator?: boolean;
}

const declared = (request: RegisterRequest, capability: Capability): boolean =>
  request.capabilities?.[capability] ?? false;

/** Whether the response has the field; `maybe` if that depends on other things. */
function hasRegisterField(field: RegisterField, request: RegisterRequest): boolean | 'maybe' {
  const { fetchTypes } = request;
  const wants = (type: string) => fetchTypes === undefined || fetchTypes.includes(type);
  if (!field.fetchTypes.every(wants)) return false;
  if (field.absentIfCapability && declared(request, field.absentIfCapability)) return false;
  // A client that requests every type has not named the newer one.
  if (field.absentIfFetchType && fetchTypes?.includes(field.absentIfFetchType)) return false;
  if (field.isConditional) return 'maybe';
  return request.isSpectator === true && field.fetchTypes.length > 0 ? 'maybe' : true;
}

/** The schema of the response to one registration: required, possible and forbidden fields. */
export function registerSchemaFor(request: RegisterRequest): JsonSchema {
  const properties: Record<string, JsonSchema | false> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(registerFieldDescriptions())) {
    const presence = hasRegisterField(field, request);
    const isOlder = field.without !== undefined && !declared(request, field.without.capability);
    properties[name] = presence === false ? false : isOlder ? (field.without?.schema ?? field.schema) : field.schema;
    if (presence === true) required.push(name);
  }
  return { type: 'object', properties, required };
}

/** The schema of an error with this code. A 503 has its outcome, but not for a request that only reads. */
export function errorSchema(method: string, code?: string): JsonSchema {
  const schema = ERRORS_WITH_FIELDS[code ?? ''] ?? ERROR;
  if (code !== 'SERVICE_UNAVAILABLE') return schema;
  return { allOf: [schema, method === 'GET' ? { properties: { outcome: false } } : { required: ['outcome'] }] };
}
