import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { CachedStreams } from './cached-streams.js';
import { CachedSubscribers } from './cached-subscribers.js';
import { RegisterController } from './register.controller.js';
import { REGISTER_PARTS, type RegisterPart } from './register-part.js';

/** This service's part of POST /register. `parts`: those of the features. */
@Module({})
export class RegisterModule {
  static with(parts: readonly RegisterPart[]): DynamicModule {
    return {
      module: RegisterModule,
      imports: [AccessModule],
      controllers: [RegisterController],
      providers: [CachedStreams, CachedSubscribers, { provide: REGISTER_PARTS, useValue: parts }],
    };
  }
}
