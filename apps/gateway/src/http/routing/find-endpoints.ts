import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Answer } from '../answers.js';
import type { Call } from '../call.js';
import { endpointOf } from '../endpoint.decorator.js';
import type { ServedEndpoint } from './route-table.js';

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
