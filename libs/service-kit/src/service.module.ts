import type { ServiceName } from '@chat/contracts';
import { DomainEventLog, LogReader } from '@chat/event-log';
import type { DataSourceSettings } from '@chat/persistence';
import { RedisTransportClient, RedisTransportServer } from '@chat/redis-rpc';
import { type DynamicModule, Module, type Provider, type Type } from '@nestjs/common';
import { AfterCommit } from './after-commit.js';
import { HealthServer } from './health-server.js';
import { measureServer } from './metrics.js';
import { RepeatedJobs } from './repeated-jobs.js';
import { ServiceResources } from './service-resources.js';

/** The part of `DataSourceSettings` that the environment does not set. */
export type ServiceDatabase = Omit<DataSourceSettings, 'databaseUrl' | 'readUrl' | 'isSynchronous' | 'applicationName'>;

export interface ServiceOptions {
  readonly name: ServiceName;
  /** Absent for a service without tables. Otherwise DATABASE_URL is required, and every migration must have run. */
  readonly database?: ServiceDatabase;
  /** Whether callers prefer one replica for the requests of a realm with realm affinity. */
  readonly hasPreferredReplicas?: boolean;
  /** Whether standbys of DATABASE_READ_URL may serve calls of handlers with `mayReadStandby`. Needs `database`. */
  readonly readsStandbys?: boolean;
}

/**
 * Provides configuration, logs, health, metrics, connections, the event log, the RPC server and, with `database`, a `Database` with its
 * outbox sweeper. The only global module of a service. See the README.
 */
@Module({})
export class ServiceModule {
  static async forRoot(options: ServiceOptions): Promise<DynamicModule> {
    const { name, database } = options;
    const providers = [...resourceProviders(name), serverProvider(options)];
    if (database) {
      // Imported only here, so that a process without tables does not load the database driver.
      const { databaseProviders } = await import('./database-providers.js');
      providers.push(...databaseProviders(options, database));
    }
    return { module: ServiceModule, global: true, providers, exports: providers };
  }

  /** For the gateway: without RPC server and database. */
  static forGateway(): DynamicModule {
    const providers = resourceProviders('gateway');
    return { module: ServiceModule, global: true, providers, exports: providers };
  }
}

const resourceProviders = (name: ServiceName | 'gateway'): Provider[] => [
  { provide: ServiceResources, useFactory: () => ServiceResources.open(name) },
  fromResources(RedisTransportClient, ({ client }) => client),
  fromResources(DomainEventLog, ({ log }) => log),
  fromResources(LogReader, ({ reader }) => reader),
  fromResources(HealthServer, ({ health }) => health),
  fromResources(RepeatedJobs, ({ logger }) => new RepeatedJobs(logger)),
  fromResources(AfterCommit, ({ client, reader, logger }) => new AfterCommit(client, reader, logger)),
];

/** The RPC server. It reads no request before `listen`. */
const serverProvider = ({ hasPreferredReplicas, database }: ServiceOptions): Provider =>
  fromResources(RedisTransportServer, (resources) => {
    const { settings, logger, reader, tracing, client } = resources;
    const server = new RedisTransportServer({
      ...settings,
      logger,
      isPreferredReplica: hasPreferredReplicas,
      waitUntilApplied: reader.waitUntilApplied.bind(reader),
      tracing,
      // A service without tables changes data in Redis, which nothing counts.
      changes: database && client.changes,
    });
    measureServer(resources, server);
    return server;
  });

const fromResources = <Provided>(
  provide: Type<Provided>,
  useFactory: (resources: ServiceResources) => Provided,
): Provider => ({ provide, inject: [ServiceResources], useFactory });
