import { type DynamicModule, Module } from '@nestjs/common';
import { ProjectionsModule } from '../projections/projections.module.js';
import { CachedStreams } from './cached-streams.js';
import { CachedSubscribers } from './cached-subscribers.js';
import { RegisterRpc } from './register.rpc.js';
import { REGISTER_PARTS, type RegisterPart } from './register-part.js';
import { RegisterStateHandler } from './register-state.handler.js';

/** This service's part of POST /register. It knows no feature: features bring their parts. */
@Module({})
export class RegisterModule {
  static with(parts: readonly RegisterPart[]): DynamicModule {
    return {
      module: RegisterModule,
      imports: [ProjectionsModule],
      controllers: [RegisterRpc],
      providers: [RegisterStateHandler, CachedStreams, CachedSubscribers, { provide: REGISTER_PARTS, useValue: parts }],
    };
  }
}
