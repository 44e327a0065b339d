import { type Endpoint, RawResponse, responseFields } from '@chat/contracts';
import { componentRef, inDocument } from './components.js';

/** Whether an endpoint answers with a file or a page instead of JSON. */
export const answersRaw = ({ response, atRoot }: Endpoint): boolean => atRoot === true || response === RawResponse;

/** The `responses` of an operation. */
export function answersOf(endpoint: Endpoint, path: string): Record<string, unknown> {
  const shared = (name: string) => ({ $ref: `#/components/responses/${name}` });
  return {
    200: answersRaw(endpoint) ? { description: 'A file or a page.' } : success(endpoint, path),
    400: shared('Refused'),
    ...Object.fromEntries((endpoint.errorStatuses ?? []).map((status) => [status, shared('Refused')])),
    ...(endpoint.access !== 'anyone' && { 401: shared('Unauthorized') }),
    ...(endpoint.checksPassword && { 401: shared('WrongPassword') }),
    429: shared('TooManyRequests'),
    503: shared('Unavailable'),
  };
}

function success({ method }: Endpoint, path: string): Record<string, unknown> {
  const fields = responseFields(method, path);
  const hasFields = fields !== undefined && Object.keys(fields['properties'] ?? {}).length > 0;
  const schema = hasFields ? { allOf: [componentRef('Success'), inDocument(fields)] } : componentRef('Success');
  return { description: 'Done.', content: { 'application/json': { schema } } };
}
