import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { endpointOf } from '../http/endpoint.decorator.js';
import type { EndpointDefinition } from '../http/endpoint.js';

/** The endpoints of feature modules, found without starting anything. */
export function registeredEndpoints(features: readonly Type[]): EndpointDefinition[] {
  const controllers = features.flatMap((module) => (Reflect.getMetadata('controllers', module) ?? []) as Type[]);
  return controllers.flatMap(({ prototype }) =>
    Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const definition = endpointOf(Object.getOwnPropertyDescriptor(prototype, name)?.value);
      return definition === undefined ? [] : [definition];
    }),
  );
}
