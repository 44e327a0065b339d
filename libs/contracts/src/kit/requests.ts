import type { RequestClass, ServiceRequest } from '../service-request.js';
import type { Endpoint, EndpointRequest, WireResponseOf } from './endpoint.js';

/** The service request of an endpoint. Its reply is the response as it stands on the wire. */
export type EndpointServiceRequest<E extends Endpoint> = EndpointRequest<E> & ServiceRequest<WireResponseOf<E>>;

/** An endpoint as a class of service requests, for callers that bypass the gateway. */
export const requestOf = <E extends Endpoint>(endpoint: E): RequestClass<EndpointServiceRequest<E>> =>
  endpoint as unknown as RequestClass<EndpointServiceRequest<E>>;
