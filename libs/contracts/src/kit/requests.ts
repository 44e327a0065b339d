import type { RequestClass, ServiceRequest } from '../service-request.js';
import type { Endpoint, EndpointRequest, WireResponseOf } from './endpoint.js';

/** The request that a service receives when an endpoint is called; its reply is the response as it stands on the wire. */
export type EndpointServiceRequest<E extends Endpoint> = EndpointRequest<E> & ServiceRequest<WireResponseOf<E>>;

/** An endpoint as a type of service request, for callers that speak to its service directly. */
export const requestOf = <E extends Endpoint>(endpoint: E): RequestClass<EndpointServiceRequest<E>> =>
  endpoint as unknown as RequestClass<EndpointServiceRequest<E>>;
