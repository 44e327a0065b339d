import { OutboxSweeper } from '@chat/event-log';
import { Database, measureDatabase, openMigrated } from '@chat/persistence';
import { RuntimeModule, type ServiceResources, stringSetting } from '@chat/service-kit';
import { type DynamicModule, Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { EmojiDataModule } from './emoji-data/emoji-data.module.js';
import { LinkifiersModule } from './linkifiers/linkifiers.module.js';
import { PlaygroundsModule } from './playgrounds/playgrounds.module.js';
import { ProfileFieldsModule } from './profile-fields/profile-fields.module.js';
import { RealmModule } from './realm/realm.module.js';
import { RealmDomainsModule } from './realm-domains/realm-domains.module.js';
import { RealmEmojiModule } from './realm-emoji/realm-emoji.module.js';
import { databaseSettings } from './realm-settings-database.js';
import { RealmStateModule } from './realm-state/realm-state.module.js';
import { RealmsModule } from './realms/realms.module.js';
import { RegisterModule } from './register/register.module.js';
import { ServerSettingsModule } from './server-settings/server-settings.module.js';

const FEATURES = [
  EmojiDataModule,
  LinkifiersModule,
  PlaygroundsModule,
  ProfileFieldsModule,
  RealmModule,
  RealmDomainsModule,
  RealmEmojiModule,
  RealmsModule,
  RealmStateModule,
  RegisterModule,
  ServerSettingsModule,
];

/** The realm-settings service. Global, because every feature uses the database. */
@Module({})
export class RealmSettingsModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(OutboxSweeper) private readonly sweeper: OutboxSweeper,
  ) {}

  static async with(resources: ServiceResources): Promise<DynamicModule> {
    const { service, instance } = resources.settings;
    const dataSource = await openMigrated(databaseSettings(stringSetting('DATABASE_URL'), instance));
    resources.health.addCheck('postgres', async () => void (await dataSource.query('SELECT 1')));
    const database = new Database('realm-settings', dataSource, resources.log, resources.logger);
    resources.health.addMeasurement('database', () => measureDatabase(database));
    resources.logger.debug({ service }, 'Connected to PostgreSQL');
    return {
      module: RealmSettingsModule,
      global: true,
      imports: [RuntimeModule.with(resources), ...FEATURES],
      providers: [
        { provide: Database, useValue: database },
        { provide: OutboxSweeper, useValue: new OutboxSweeper(database.outbox, resources.logger) },
      ],
      exports: [Database],
    };
  }

  onApplicationBootstrap(): void {
    this.sweeper.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.sweeper.close();
    await this.database.dataSource.destroy();
  }
}
