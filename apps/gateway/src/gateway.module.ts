import { allEndpoints, type Endpoint } from '@chat/contracts';
import { ServiceModule } from '@chat/service-kit';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AvatarsModule } from './avatars/avatars.controller.js';
import { EventsModule } from './event-queues/events.module.js';
import { Stopping } from './http/stopping.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { LogoModule } from './realm/logo.controller.js';
import { RealmEmojiModule } from './realm-emoji/realm-emoji.controller.js';
import { CONTRACT_ENDPOINTS, EndpointFinder } from './routes/find-endpoints.js';
import { SignInModule } from './sign-in/sign-in.controller.js';
import { UsersModule } from './users/users.controller.js';

/** The feature modules, each with its controllers. A new one is added here. */
export const FEATURES: readonly Type[] = [
  AvatarsModule,
  EventsModule,
  LogoModule,
  OpenApiModule,
  RealmEmojiModule,
  SignInModule,
  UsersModule,
];

/** The parts of the API that a gateway serves; tests choose some. */
export interface ServedParts {
  /** Modules with controllers. */
  readonly features: readonly Type[];
  /** Endpoints of the contracts. */
  readonly endpoints: readonly Endpoint[];
}

@Module({})
export class GatewayModule {
  /** Global, because every feature that is served may need the finder, which knows all of them, or notice of the stop. */
  static with({ features, endpoints }: ServedParts = { features: FEATURES, endpoints: allEndpoints() }): DynamicModule {
    return {
      module: GatewayModule,
      global: true,
      imports: [ServiceModule.forGateway(), DiscoveryModule, ...features],
      providers: [EndpointFinder, Stopping, { provide: CONTRACT_ENDPOINTS, useValue: endpoints }],
      exports: [EndpointFinder, Stopping],
    };
  }
}
