import {
  Completion,
  type Endpoint as DescribedEndpoint,
  type EndpointServiceRequest,
  isServedByGateway,
  type RequestClass,
  type ResponseOf,
  type Wire,
  type Writer,
} from '@chat/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Call } from './call.js';
import { type HandlerResult, PartiallyCompleted } from './handler-result.js';
import type { ParametersPipe } from './parameters.pipe.js';

export interface ServedEndpoint {
  readonly endpoint: DescribedEndpoint;
  /** Absent: the call is forwarded to its service, and the JSON text of the reply is the response. */
  readonly handle?: (call: Call) => Promise<HandlerResult> | HandlerResult;
}

/** `basic`: an email address and an API key. `session`: the cookie of a browser. No path takes both. */
export type AuthenticationScheme = 'basic' | 'session';
/** `key`: an API key alone, in the query of a webhook. */
export type CredentialScheme = AuthenticationScheme | 'key';

/** One path of an endpoint, ready to serve requests. */
export interface Route extends ServedEndpoint {
  /** The endpoint as a class of service requests. */
  readonly request: RequestClass<EndpointServiceRequest<DescribedEndpoint>>;
  /** Gives a plain result its names on the wire. */
  readonly write: Writer<object>;
  readonly parameters: ParametersPipe;
  /** The kind of credentials that callers send. */
  readonly scheme: AuthenticationScheme;
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

/** Forwards the calls of an endpoint to its service. */
export const forwarded = (endpoint: DescribedEndpoint): ServedEndpoint =>
  endpoint.response === Completion ? { endpoint, handle: completion } : { endpoint };

async function completion(call: Call): Promise<HandlerResult> {
  const { text } = await call.forward();
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
    const handle = (method as NonNullable<ServedEndpoint['handle']>).bind(controller);
    return [{ endpoint, handle }];
  });
}
