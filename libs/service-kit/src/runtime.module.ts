import { DomainEventLog, LogReader } from '@chat/event-log';
import { RedisTransportClient } from '@chat/redis-rpc';
import { type DynamicModule, Module } from '@nestjs/common';
import { AfterCommit } from './after-commit.js';
import { HealthServer } from './health-server.js';
import { ServiceResources } from './service-resources.js';

/** Gives every module of a process what {@link ServiceResources} holds, each under its own class. */
@Module({})
export class RuntimeModule {
  static with(resources: ServiceResources): DynamicModule {
    return {
      module: RuntimeModule,
      global: true,
      providers: [
        { provide: ServiceResources, useValue: resources },
        { provide: RedisTransportClient, useValue: resources.client },
        { provide: DomainEventLog, useValue: resources.log },
        { provide: LogReader, useValue: resources.reader },
        { provide: HealthServer, useValue: resources.health },
        { provide: AfterCommit, useValue: new AfterCommit(resources.client, resources.reader, resources.logger) },
      ],
      exports: [ServiceResources, RedisTransportClient, DomainEventLog, LogReader, HealthServer, AfterCommit],
    };
  }
}
