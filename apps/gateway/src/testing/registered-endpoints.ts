import 'reflect-metadata';
import { allEndpoints, type Endpoint, isServedByGateway } from '@chat/contracts';
import type { Type } from '@nestjs/common';
import { servedBy } from '../http/endpoint.decorator.js';

/** The endpoints of feature modules and of the contracts, found without starting anything. */
export function registeredEndpoints(features: readonly Type[]): Endpoint[] {
  const controllers = features.flatMap((module) => (Reflect.getMetadata('controllers', module) ?? []) as Type[]);
  const ofControllers = controllers.flatMap(({ prototype }) =>
    Object.values(Object.getOwnPropertyDescriptors(prototype as object)).flatMap(
      ({ value }) => servedBy(prototype as object, value)?.endpoint ?? [],
    ),
  );
  return [...ofControllers, ...allEndpoints().filter((endpoint) => !isServedByGateway(endpoint))];
}
