import { Database, measureDatabase, OutboxSweeper, openMigrated } from '@chat/persistence';
import { RuntimeModule, type ServiceResources, stringSetting } from '@chat/runtime';
import { type DynamicModule, Inject, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Access } from './access/access.js';
import { Directories } from './directory/directories.js';
import { FEATURES } from './features.js';
import { databaseSettings } from './messaging-database.js';
import { StreamDirectory } from './streams/stream-directory.js';

/** What every feature needs: the database, who may see what, what is known of others' data. Its providers are global. */
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
    const shared = [Directories, StreamDirectory, Access];
    return {
      module: MessagingModule,
      global: true,
      imports: [RuntimeModule.with(resources), ...FEATURES],
      providers: [
        { provide: Database, useValue: database },
        { provide: OutboxSweeper, useValue: new OutboxSweeper(database.outbox, resources.logger) },
        ...shared,
      ],
      exports: [Database, ...shared],
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
