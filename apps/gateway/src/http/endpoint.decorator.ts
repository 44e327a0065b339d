import type { Endpoint as DescribedEndpoint, ResponseOf } from '@chat/contracts';
import type { Answer } from './answers.js';
import type { Call } from './call.js';
import { responseOnWire } from './contract-endpoints.js';
import type { ServedEndpoint } from './route.js';

/** By the method that serves it. */
const served = new WeakMap<object, DescribedEndpoint>();

type Served<E extends DescribedEndpoint> = ResponseOf<E> | Answer;

/**
 * Serves an endpoint by the decorated method of a controller. The method receives one `Call` and returns the response, whose
 * fields are written with their names on the wire. It throws an `ApiError` for an error.
 */
export function Endpoint<E extends DescribedEndpoint>(endpoint: E) {
  return <Method extends (call: Call<E>) => Promise<Served<E>> | Served<E>>(
    _target: object,
    _name: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    if (descriptor.value !== undefined) served.set(descriptor.value, endpoint);
  };
}

/** The endpoint that a method of a controller serves, if it serves one. */
export function servedBy(controller: object, method: unknown): ServedEndpoint | undefined {
  const endpoint = typeof method === 'function' ? served.get(method) : undefined;
  if (endpoint === undefined) return undefined;
  const handle = (method as (call: Call) => unknown).bind(controller);
  const write = responseOnWire(endpoint);
  return { endpoint, handle: async (call: Call) => write(await handle(call)) };
}
