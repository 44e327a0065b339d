import type { Endpoint as ContractEndpoint, ResponseOf } from '@chat/contracts';
import type { Answer } from './answers.js';
import type { Call } from './call.js';
import { responseOnWire } from './contract-endpoints.js';
import { contractOf, type EndpointDefinition } from './endpoint.js';
import type { ServedEndpoint } from './route.js';

/** By the method that serves it. */
const served = new WeakMap<
  object,
  Pick<ServedEndpoint, 'endpoint'> & { readonly write: (returned: unknown) => Answer }
>();

type Handler<E> = E extends ContractEndpoint
  ? (call: Call<E>) => Promise<ResponseOf<E> | Answer> | ResponseOf<E> | Answer
  : E extends EndpointDefinition
    ? (call: Call<E>) => Promise<Answer> | Answer
    : never;

/**
 * Serves an endpoint by the decorated method of a controller. The method receives one `Call` and returns the response, whose
 * fields are written with their names on the wire. It throws an `ApiError` for an error.
 */
export function Endpoint<E extends ContractEndpoint | EndpointDefinition>(declared: E) {
  const isContract = 'pattern' in declared;
  const endpoint = isContract ? (declared as ContractEndpoint) : contractOf(declared as EndpointDefinition);
  const write = isContract ? responseOnWire(endpoint) : (returned: unknown) => returned as Answer;
  return <Method extends Handler<E>>(
    _target: object,
    _name: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    if (descriptor.value !== undefined) served.set(descriptor.value, { endpoint, write });
  };
}

/** The endpoint that a method of a controller serves, if it serves one. */
export function servedBy(controller: object, method: unknown): ServedEndpoint | undefined {
  const found = typeof method === 'function' ? served.get(method) : undefined;
  if (found === undefined) return undefined;
  const { endpoint, write } = found;
  const handle = (method as (call: Call) => unknown).bind(controller);
  return { endpoint, handle: async (call: Call) => write(await handle(call)) };
}
