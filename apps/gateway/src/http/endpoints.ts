import {
  Completion,
  type Endpoint as DescribedEndpoint,
  isServedByGateway,
  type ResponseOf,
  type Wire,
  writerOf,
} from '@chat/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Call } from './call.js';
import { type HandlerResult, PartiallyCompleted } from './envelope.interceptor.js';
import type { ParametersPipe } from './parameters.pipe.js';

/** An endpoint and its handler: a method of a controller, or the forwarding to a service. */
export interface ServedEndpoint {
  readonly endpoint: DescribedEndpoint;
  readonly handle: (call: Call) => Promise<HandlerResult> | HandlerResult;
}

/** One path of an endpoint, ready to serve requests. */
export interface Route extends ServedEndpoint {
  readonly parameters: ParametersPipe;
  /** Path in documents and logs: `/api/v1/users/{user_id}`. */
  readonly path: string;
  /** Path for the router: `/api/v1/users/:user_id(^\\d{1,20}$)`. */
  readonly url: string;
}

/** Injection token: the endpoints of the contracts. The gateway forwards those without a controller of its own. */
export const CONTRACT_ENDPOINTS = Symbol('endpoints of the contracts');

/** Finds the endpoints of the gateway's controllers, and adds the forwarded ones. */
@Injectable()
export class EndpointFinder {
  constructor(
    private readonly discovery: DiscoveryService,
    @Inject(CONTRACT_ENDPOINTS) private readonly endpoints: readonly DescribedEndpoint[],
  ) {}

  find(): ServedEndpoint[] {
    const ofControllers = this.discovery.getControllers().flatMap(({ instance }) => endpointsIn(instance as object));
    return [...ofControllers, ...this.endpoints.filter((endpoint) => !isServedByGateway(endpoint)).map(forwarded)];
  }
}

/** Forwards the calls of an endpoint to its service. The JSON text of the service becomes the response. */
export const forwarded = (endpoint: DescribedEndpoint): ServedEndpoint => ({
  endpoint,
  handle: endpoint.response === Completion ? (call) => completion(call, endpoint) : (call) => call.forward(endpoint),
});

async function completion(call: Call, endpoint: DescribedEndpoint): Promise<HandlerResult> {
  const { text } = await call.forward(endpoint);
  const { is_complete: isComplete } = JSON.parse(text) as Wire<Completion>;
  return isComplete ? {} : new PartiallyCompleted();
}

/** Endpoints by the controller methods that serve them. */
const served = new WeakMap<object, DescribedEndpoint>();

/**
 * Serves an endpoint by the decorated method of a controller. The method receives a `Call` and returns the fields of the response by
 * their names in code, or another {@link HandlerResult}. It throws an `ApiError` for an error.
 */
export function Endpoint<E extends DescribedEndpoint>(endpoint: E) {
  type Result = ResponseOf<E> | HandlerResult;
  return <Method extends (call: Call<E>) => Promise<Result> | Result>(
    _target: object,
    _name: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    if (descriptor.value !== undefined) served.set(descriptor.value, endpoint);
  };
}

/** The endpoints that the methods of a controller serve. */
export function endpointsIn(controller: object): ServedEndpoint[] {
  const prototype = Object.getPrototypeOf(controller) as object;
  return Object.values(Object.getOwnPropertyDescriptors(prototype)).flatMap(({ value: method }) => {
    const endpoint = typeof method === 'function' ? served.get(method) : undefined;
    if (endpoint === undefined) return [];
    const handle = (method as (call: Call) => unknown).bind(controller);
    const write = responseOnWire(endpoint);
    return [{ endpoint, handle: async (call: Call) => write(await handle(call)) }];
  });
}

/** Gives plain results their names on the wire, and leaves text and files as they are. */
export function responseOnWire({ response }: DescribedEndpoint): (result: unknown) => HandlerResult {
  const write = writerOf(response);
  return (result) => (isPlain(result) ? write(result) : result) as HandlerResult;
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
