import { type Endpoint, isServedByGateway } from '@chat/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Answer } from '../http/answers.js';
import type { Call } from '../http/call.js';
import { dispatched, responseOnWire } from '../http/contract-endpoints.js';
import { endpointOf } from '../http/endpoint.decorator.js';
import type { ServedEndpoint } from '../http/route.js';

/** Injection token: endpoints of the contracts that this gateway forwards to their services. */
export const FORWARDED_ENDPOINTS = Symbol('forwarded endpoints');

/** Finds the endpoints of every controller that a module of the gateway names, and adds the forwarded ones. */
@Injectable()
export class EndpointFinder {
  constructor(
    private readonly discovery: DiscoveryService,
    @Inject(FORWARDED_ENDPOINTS) private readonly forwarded: readonly Endpoint[],
  ) {}

  find(): ServedEndpoint[] {
    const ofControllers = this.discovery.getControllers().flatMap(({ instance }) => endpointsIn(instance as object));
    return [...ofControllers, ...this.forwarded.filter((endpoint) => !isServedByGateway(endpoint)).map(dispatched)];
  }
}

function endpointsIn(controller: object): ServedEndpoint[] {
  const prototype = Object.getPrototypeOf(controller) as Record<string, unknown>;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const method = Object.getOwnPropertyDescriptor(prototype, name)?.value as unknown;
    const definition = endpointOf(method);
    if (definition === undefined) return [];
    const handle = (method as (call: Call) => Promise<Answer> | Answer).bind(controller);
    if (definition.contract === undefined) return [{ definition, handle }];
    const onWire = responseOnWire(definition.contract);
    return [{ definition, handle: async (call: Call) => onWire(await handle(call)) }];
  });
}
