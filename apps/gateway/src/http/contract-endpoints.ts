import { Completion, type DescribedField, type Endpoint, fieldsOf, type Wire, writerOf } from '@chat/contracts';
import { type Answer, PartiallyCompleted } from './answers.js';
import type { Call } from './call.js';
import type { EndpointDefinition } from './endpoint.js';
import { Parameter } from './parameters/parameter.js';
import type { ServedEndpoint } from './route.js';

/** Serves an endpoint of the contracts: its service receives the call, and the service's JSON text becomes the response. */
export const dispatched = (endpoint: Endpoint): ServedEndpoint => ({
  definition: definitionOf(endpoint),
  handle: endpoint.response === Completion ? (call) => completion(call, endpoint) : (call) => call.forward(endpoint),
});

async function completion(call: Call, endpoint: Endpoint): Promise<Answer> {
  const { text } = await call.forward(endpoint);
  const { is_complete: isComplete } = JSON.parse(text) as Wire<Completion>;
  return isComplete ? {} : new PartiallyCompleted({});
}

/** What HTTP needs to know of an endpoint of the contracts. */
export function definitionOf(endpoint: Endpoint): EndpointDefinition {
  const { errorStatuses, roleError, parameters, response: _response, ...shared } = endpoint;
  const inPath = (field: DescribedField) => endpoint.path.includes(`{${field.wireName}}`);
  const fields = fieldsOf(parameters);
  const named = (chosen: readonly DescribedField[]) =>
    Object.fromEntries(chosen.map((field) => [field.wireName, parameterOf(field)]));
  return {
    ...shared,
    contract: endpoint,
    ...(errorStatuses !== undefined && { refusalStatuses: errorStatuses }),
    ...(roleError !== undefined && { roleRefusal: roleError }),
    parameters: named(fields.filter((field) => !inPath(field))),
    pathParameters: named(fields.filter((field) => inPath(field) && field.type.kind !== 'integer')),
  };
}

const parameterOf = ({ type, ...presence }: DescribedField): Parameter<unknown> =>
  new Parameter<unknown>(type, presence);

/** What a controller's method returned for an endpoint of the contracts, as it stands on the wire. */
export function responseOnWire({ response }: Endpoint): (returned: unknown) => Answer {
  const write = writerOf(response);
  return (returned) =>
    (returned !== null && typeof returned === 'object' && isPlain(returned) ? write(returned) : returned) as Answer;
}

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype;
