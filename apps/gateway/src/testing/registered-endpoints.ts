import 'reflect-metadata';
import { allEndpoints, type Endpoint, isServedByGateway } from '@chat/contracts';
import type { Type } from '@nestjs/common';
import { endpointsIn } from '../http/endpoints.js';

/** The endpoints of feature modules and of the contracts, found without starting anything. */
export function registeredEndpoints(features: readonly Type[]): Endpoint[] {
  const controllers = features.flatMap((module) => (Reflect.getMetadata('controllers', module) ?? []) as Type[]);
  const ofControllers = controllers.flatMap(({ prototype }) => endpointsIn(Object.create(prototype as object)));
  return [
    ...ofControllers.map(({ endpoint }) => endpoint),
    ...allEndpoints().filter((endpoint) => !isServedByGateway(endpoint)),
  ];
}
