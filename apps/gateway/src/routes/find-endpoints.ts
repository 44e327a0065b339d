import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Answer } from '../http/answers.js';
import type { Call } from '../http/call.js';
import { endpointOf } from '../http/endpoint.decorator.js';
import type { ServedEndpoint } from '../http/route.js';

/** Finds the endpoints of every controller that a module of the gateway names. */
@Injectable()
export class EndpointFinder {
  constructor(private readonly discovery: DiscoveryService) {}

  find(): ServedEndpoint[] {
    return this.discovery.getControllers().flatMap(({ instance }) => endpointsIn(instance as object));
  }
}

function endpointsIn(controller: object): ServedEndpoint[] {
  const prototype = Object.getPrototypeOf(controller) as Record<string, unknown>;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const method = Object.getOwnPropertyDescriptor(prototype, name)?.value as unknown;
    const definition = endpointOf(method);
    if (definition === undefined) return [];
    const handle = (method as (call: Call) => Promise<Answer> | Answer).bind(controller);
    return [{ definition, handle }];
  });
}
