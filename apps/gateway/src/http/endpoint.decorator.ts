import type { Answer } from './answers.js';
import type { Call } from './call.js';
import type { EndpointDefinition } from './endpoint.js';

/** By the method that serves it. */
const definitions = new WeakMap<object, EndpointDefinition>();

type Handler<E extends EndpointDefinition> = (call: Call<E>) => Promise<Answer> | Answer;

/**
 * Serves `definition` by the decorated method of a controller. The method receives one `Call`; what it resolves with is
 * the body beside the envelope, an `ApiError` it throws is the refusal.
 */
export function Endpoint<E extends EndpointDefinition>(definition: E) {
  return <Method extends Handler<E>>(
    _target: object,
    _name: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    if (descriptor.value !== undefined) definitions.set(descriptor.value, definition);
  };
}

/** The definition that a controller's method serves, if it serves one. */
export function endpointOf(method: unknown): EndpointDefinition | undefined {
  return typeof method === 'function' ? definitions.get(method) : undefined;
}
