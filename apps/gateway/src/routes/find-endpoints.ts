import { type Endpoint, isServedByGateway } from '@chat/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { forwarded } from '../http/contract-endpoints.js';
import { servedBy } from '../http/endpoint.decorator.js';
import type { ServedEndpoint } from '../http/route.js';

/** Injection token: the endpoints of the contracts. The gateway forwards those that no controller of its own serves. */
export const CONTRACT_ENDPOINTS = Symbol('endpoints of the contracts');

/** Finds the endpoints of every controller that a module of the gateway names, and adds the forwarded ones. */
@Injectable()
export class EndpointFinder {
  constructor(
    private readonly discovery: DiscoveryService,
    @Inject(CONTRACT_ENDPOINTS) private readonly endpoints: readonly Endpoint[],
  ) {}

  find(): ServedEndpoint[] {
    const ofControllers = this.discovery.getControllers().flatMap(({ instance }) => endpointsIn(instance as object));
    return [...ofControllers, ...this.endpoints.filter((endpoint) => !isServedByGateway(endpoint)).map(forwarded)];
  }
}

function endpointsIn(controller: object): ServedEndpoint[] {
  const prototype = Object.getPrototypeOf(controller) as object;
  return Object.values(Object.getOwnPropertyDescriptors(prototype)).flatMap(
    ({ value }) => servedBy(controller, value) ?? [],
  );
}
