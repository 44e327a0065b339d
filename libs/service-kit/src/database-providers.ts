import { setting } from '@chat/configuration';
import { LogReader, OutboxSweeper } from '@chat/event-log';
import { Database, measureDatabase, openMigrated } from '@chat/persistence';
import { RedisTransportClient } from '@chat/redis-rpc';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { warnNotSynchronous } from './not-synchronous.js';
import { RealmReads } from './realm-reads.js';
import { RealmRecords } from './realm-records.js';
import type { ServiceDatabase, ServiceOptions } from './service.module.js';
import { ServiceResources } from './service-resources.js';

/** Starts the sweeper of the outbox. Closes it and the database after `onModuleDestroy` of every feature, which may still write. */
@Injectable()
class DatabaseLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly sweeper: OutboxSweeper;

  constructor(
    private readonly database: Database,
    { logger }: ServiceResources,
  ) {
    this.sweeper = new OutboxSweeper(database.outbox.backlog, logger);
  }

  onApplicationBootstrap(): void {
    this.sweeper.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sweeper.close();
    await this.database.standbys?.close();
    await this.database.dataSource.destroy();
  }
}

/** The service's `Database` on DATABASE_URL, with its standbys of DATABASE_READ_URL, its readiness check and metrics, and the sweeper of its outbox. */
export function databaseProviders({ name, readsStandbys }: ServiceOptions, settings: ServiceDatabase): Provider[] {
  return [
    {
      provide: Database,
      inject: [ServiceResources],
      useFactory: async (resources: ServiceResources) => {
        const { log, logger, health, client } = resources;
        const databaseUrl = setting('DATABASE_URL');
        const readUrl = readsStandbys ? setting('DATABASE_READ_URL') : '';
        const synchronous = setting('DATABASE_SYNCHRONOUS');
        const isSynchronous = synchronous === 'required';
        const applicationName = resources.settings.instance;
        const dataSource = await openMigrated({ ...settings, databaseUrl, readUrl, isSynchronous, applicationName });
        const reason = dataSource.synchronousMissing;
        if (reason !== undefined && synchronous === '') await warnNotSynchronous(reason, resources);
        const database = new Database(name, dataSource, log, logger, client.changes);
        await database.outbox.backlog.ids.start();
        health.addCheck('postgres', async () => void (await database.query('SELECT 1')));
        health.addMeasurement('database', () => measureDatabase(database));
        return database;
      },
    },
    {
      provide: RealmReads,
      inject: [Database, RedisTransportClient, LogReader],
      useFactory: (database: Database, client: RedisTransportClient, reader: LogReader) =>
        new RealmReads(database.standbys && { database, realms: new RealmRecords(client, reader) }),
    },
    DatabaseLifecycle,
  ];
}
