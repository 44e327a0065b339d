import { OutboxSweeper } from '@chat/event-log';
import { Database, measureDatabase, openMigrated } from '@chat/persistence';
import { RuntimeModule, type ServiceResources, stringSetting } from '@chat/service-kit';
import { type DynamicModule, Inject, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { FEATURES } from './features.js';
import { databaseSettings } from './messaging-database.js';
import { ProjectionsModule } from './projections/projections.module.js';
import { StreamRecordsModule } from './stream-records/stream-records.module.js';

/** The service. Global for the database, which every repository uses. */
@Module({})
export class MessagingModule implements OnModuleInit, OnModuleDestroy {
  constructor(
    private readonly database: Database,
    @Inject(OutboxSweeper) private readonly sweeper: OutboxSweeper,
  ) {}

  static async with(resources: ServiceResources, databaseUrl = stringSetting('DATABASE_URL')): Promise<DynamicModule> {
    const dataSource = await openMigrated(databaseSettings(databaseUrl, resources.settings.instance));
    const database = new Database('messaging', dataSource, resources.log, resources.logger);
    resources.health.addMeasurement('database', () => measureDatabase(database));
    resources.health.addCheck('postgres', async () => void (await database.query('SELECT 1')));
    return {
      module: MessagingModule,
      global: true,
      imports: [RuntimeModule.with(resources), AccessModule, ProjectionsModule, StreamRecordsModule, ...FEATURES],
      providers: [
        { provide: Database, useValue: database },
        { provide: OutboxSweeper, useValue: new OutboxSweeper(database.outbox, resources.logger) },
      ],
      exports: [Database, AccessModule, ProjectionsModule, StreamRecordsModule],
    };
  }

  onModuleInit(): void {
    this.sweeper.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.sweeper.close();
    await this.database.dataSource.destroy();
  }
}
