import { RuntimeModule, type ServiceResources } from '@chat/runtime';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { GATEWAY_SETTINGS, type GatewaySettings } from './gateway-settings.js';
import { EndpointFinder } from './http/routing/find-endpoints.js';
import { Stopping } from './http/server/stopping.js';
import { OpenApiModule } from './openapi/openapi.module.js';

/** The feature modules, each with its controllers. A new one is added here. */
export const FEATURES: readonly Type[] = [OpenApiModule];

@Module({})
export class GatewayModule {
  static with(
    resources: ServiceResources,
    settings: GatewaySettings,
    features: readonly Type[] = FEATURES,
  ): DynamicModule {
    return {
      module: GatewayModule,
      global: true,
      imports: [RuntimeModule.with(resources), DiscoveryModule, ...features],
      providers: [EndpointFinder, Stopping, { provide: GATEWAY_SETTINGS, useValue: settings }],
      exports: [Stopping, GATEWAY_SETTINGS],
    };
  }
}
