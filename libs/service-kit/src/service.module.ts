import type { ServiceName } from '@chat/contracts';
import { DomainEventLog, LogReader } from '@chat/event-log';
import type { DataSourceSettings } from '@chat/persistence';
import { RedisTransportClient, RedisTransportServer } from '@chat/redis-rpc';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { AfterCommit } from './after-commit.js';
import { HealthServer } from './health-server.js';
import { countRequest, measureClient, measureServer } from './metrics.js';
import { ServiceResources } from './service-resources.js';

/** A service's tables: everything of `DataSourceSettings` that does not come from the environment. */
export type ServiceDatabase = Omit<DataSourceSettings, 'databaseUrl' | 'applicationName'>;

export interface ServiceOptions {
  readonly name: ServiceName;
  /** Absent for a service without tables. Else DATABASE_URL is required, and every migration must have run. */
  readonly database?: ServiceDatabase;
  /** Whether each replica takes the requests with realm affinity of some realms for itself. */
  readonly hasPreferredReplicas?: boolean;
}

/**
 * Provides what every service needs: configuration, logs, health, metrics, connections, the event log, the RPC server and, with
 * `database`, a `Database` with its outbox sweeper. Global: the only module of a service that is. See the README.
 */
@Module({})
export class ServiceModule {
  static async forRoot({ name, database, hasPreferredReplicas }: ServiceOptions): Promise<DynamicModule> {
    const providers = resourceProviders(name, hasPreferredReplicas);
    if (database) {
      // Loaded only here: a process without tables does not pay for the database driver.
      const { databaseProviders } = await import('./database-providers.js');
      providers.push(...databaseProviders(name, database));
    }
    return { module: ServiceModule, global: true, providers, exports: providers };
  }
}

function resourceProviders(name: ServiceName, hasPreferredReplicas: boolean | undefined): Provider[] {
  const inject = [ServiceResources];
  return [
    { provide: ServiceResources, useFactory: () => ServiceResources.open(name) },
    { provide: RedisTransportClient, inject, useFactory: ({ client }: ServiceResources) => client },
    { provide: DomainEventLog, inject, useFactory: ({ log }: ServiceResources) => log },
    { provide: LogReader, inject, useFactory: ({ reader }: ServiceResources) => reader },
    { provide: HealthServer, inject, useFactory: ({ health }: ServiceResources) => health },
    {
      provide: AfterCommit,
      inject,
      useFactory: ({ client, reader, logger }: ServiceResources) => new AfterCommit(client, reader, logger),
    },
    {
      provide: RedisTransportServer,
      inject,
      useFactory: (resources: ServiceResources) => openServer(resources, hasPreferredReplicas),
    },
  ];
}

/** Makes the RPC server. It reads no request before `listen`. */
export function openServer(resources: ServiceResources, isPreferredReplica: boolean | undefined): RedisTransportServer {
  const { settings, logger, reader, tracing } = resources;
  const server = new RedisTransportServer({
    redisUrl: settings.redisUrl,
    service: settings.service,
    instance: settings.instance,
    logger,
    isPreferredReplica,
    waitUntilApplied: (realmId, asOf) => reader.waitUntilApplied(realmId, asOf),
    onExecuted: countRequest,
    tracing,
  });
  measureClient(resources);
  measureServer(resources, server);
  return server;
}
