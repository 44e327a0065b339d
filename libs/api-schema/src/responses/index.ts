import { contractResponses } from '../from-contracts.js';
import { registerSchema } from '../register/index.js';
import { type JsonSchema, object } from '../schema.js';
import { REALM_RESPONSES } from './realm.js';
import { PARTIAL_ENVELOPE, type ResponseDescription, type ResponseTable, SUCCESS_ENVELOPE } from './response.js';

export { PARTIAL_ENVELOPE, type ResponseDescription, SUCCESS_ENVELOPE } from './response.js';

/** Every endpoint that answers, by `METHOD /path/{parameter}`. */
export const RESPONSES: ResponseTable = {
  ...contractResponses(),
  ...REALM_RESPONSES,
};

interface Row {
  readonly endpoint: string;
  readonly method: string;
  readonly segments: readonly string[];
}

const rows: readonly Row[] = Object.keys(RESPONSES).map((endpoint) => {
  const [method = '', path = ''] = endpoint.split(' ');
  return { endpoint, method, segments: path.split('/') };
});

const isParameter = (segment: string): boolean => segment.startsWith('{');

/** How well a row's path fits: the number of fixed segments, or -1. */
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

/** The endpoint that serves a path, which may be a template itself: `/messages/7`, `/messages/{message_id}`. */
export function endpointFor(method: string, path: string): string | undefined {
  const segments = path.split('/');
  let best: string | undefined;
  let bestFit = -1;
  for (const row of rows) {
    if (row.method !== method) continue;
    const fits = fit(row, segments);
    if (fits > bestFit) [best, bestFit] = [row.endpoint, fits];
  }
  return best;
}

const describe = (method: string, path: string): ResponseDescription | undefined =>
  RESPONSES[endpointFor(method, path) ?? ''];

/** The fields of a success beside the envelope's. Undefined for an endpoint that is not known, or not answered in JSON. */
export function responseFields(method: string, path: string): JsonSchema | undefined {
  if (endpointFor(method, path) === 'POST /register') return registerSchema();
  const description = describe(method, path);
  return description === undefined || description.isRaw ? undefined : object(description.fields);
}

/** A whole answer with status 200, envelope and fields. */
export function responseSchema(method: string, path: string): JsonSchema | undefined {
  const fields = responseFields(method, path);
  if (fields === undefined) return undefined;
  const success = { allOf: [SUCCESS_ENVELOPE, fields] };
  return describe(method, path)?.mayBePartial ? { anyOf: [success, PARTIAL_ENVELOPE] } : success;
}
