import 'reflect-metadata';
import { allEndpoints, isServedByGateway } from '@chat/contracts';
import type { Type } from '@nestjs/common';
import { definitionOf } from '../http/contract-endpoints.js';
import { endpointOf } from '../http/endpoint.decorator.js';
import type { EndpointDefinition } from '../http/endpoint.js';

/** The endpoints of feature modules and of the contracts, found without starting anything. */
export function registeredEndpoints(features: readonly Type[]): EndpointDefinition[] {
  const controllers = features.flatMap((module) => (Reflect.getMetadata('controllers', module) ?? []) as Type[]);
  const ofControllers = controllers.flatMap(({ prototype }) =>
    Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const definition = endpointOf(Object.getOwnPropertyDescriptor(prototype, name)?.value);
      return definition === undefined ? [] : [definition];
    }),
  );
  return [
    ...ofControllers,
    ...allEndpoints()
      .filter((endpoint) => !isServedByGateway(endpoint))
      .map(definitionOf),
  ];
}
