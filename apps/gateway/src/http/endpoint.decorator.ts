import type { Endpoint as ContractEndpoint, ResponseOf } from '@chat/contracts';
import type { Answer } from './answers.js';
import type { Call } from './call.js';
import { definitionOf } from './contract-endpoints.js';
import type { EndpointDefinition } from './endpoint.js';

/** By the method that serves it. */
const served = new WeakMap<object, EndpointDefinition>();

type Handler<E> = E extends ContractEndpoint
  ? (call: Call<E>) => Promise<ResponseOf<E> | Answer> | ResponseOf<E> | Answer
  : E extends EndpointDefinition
    ? (call: Call<E>) => Promise<Answer> | Answer
    : never;

/**
 * Serves an endpoint by the decorated method of a controller. The method receives one `Call`; what it resolves with is
 * the body beside the envelope, an `ApiError` it throws is the refusal.
 */
export function Endpoint<E extends ContractEndpoint | EndpointDefinition>(endpoint: E) {
  const definition =
    'pattern' in endpoint ? definitionOf(endpoint as ContractEndpoint) : (endpoint as EndpointDefinition);
  return <Method extends Handler<E>>(
    _target: object,
    _name: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    if (descriptor.value !== undefined) served.set(descriptor.value, definition);
  };
}

/** The definition that a controller's method serves, if it serves one. */
export function endpointOf(method: unknown): EndpointDefinition | undefined {
  return typeof method === 'function' ? served.get(method) : undefined;
}
