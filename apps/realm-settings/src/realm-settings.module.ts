import { OutboxSweeper } from '@chat/event-log';
import { Database, measureDatabase, openMigrated } from '@chat/persistence';
import { RuntimeModule, type ServiceResources, stringSetting } from '@chat/runtime';
import { type DynamicModule, Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LinkifiersHandler } from './linkifiers/linkifiers.handler.js';
import { LinkifiersRpc } from './linkifiers/linkifiers.rpc.js';
import { PlaygroundsHandler } from './playgrounds/playgrounds.handler.js';
import { PlaygroundsRpc } from './playgrounds/playgrounds.rpc.js';
import { CreateProfileFieldHandler } from './profile-fields/create-profile-field.handler.js';
import { DeleteProfileFieldHandler } from './profile-fields/delete-profile-field.handler.js';
import { ProfileFieldChanges } from './profile-fields/profile-field-changes.js';
import { ProfileFieldsRpc } from './profile-fields/profile-fields.rpc.js';
import { ReorderProfileFieldsHandler } from './profile-fields/reorder-profile-fields.handler.js';
import { UpdateProfileFieldHandler } from './profile-fields/update-profile-field.handler.js';
import { ArchivedStreams } from './realm/archived-streams.js';
import { CreateRealmHandler } from './realm/create-realm.handler.js';
import { ListRealmsHandler } from './realm/list-realms.handler.js';
import { RealmRpc } from './realm/realm.rpc.js';
import { RealmDomainsHandler } from './realm/realm-domains.handler.js';
import { ResolveRealmHandler } from './realm/resolve-realm.handler.js';
import { SetRealmActiveHandler } from './realm/set-realm-active.handler.js';
import { UpdateRealmHandler } from './realm/update-realm.handler.js';
import { UpdateUserSettingsDefaultsHandler } from './realm/update-user-settings-defaults.handler.js';
import { GetRealmEmojiImageHandler } from './realm-emoji/get-realm-emoji-image.handler.js';
import { RealmEmojiHandler } from './realm-emoji/realm-emoji.handler.js';
import { RealmEmojiRpc } from './realm-emoji/realm-emoji.rpc.js';
import { databaseSettings } from './realm-settings-database.js';
import { RealmStates } from './realm-state/realm-states.js';
import { RegisterRpc } from './register/register.rpc.js';
import { GetServerSettingsHandler } from './server/get-server-settings.handler.js';
import { INSTALLATION, readInstallation } from './server/installation.js';
import { ServerRpc } from './server/server.rpc.js';

const REALM = [
  CreateRealmHandler,
  ResolveRealmHandler,
  ListRealmsHandler,
  UpdateRealmHandler,
  UpdateUserSettingsDefaultsHandler,
  SetRealmActiveHandler,
  RealmDomainsHandler,
  ArchivedStreams,
];

const LISTS = [
  ProfileFieldChanges,
  CreateProfileFieldHandler,
  UpdateProfileFieldHandler,
  DeleteProfileFieldHandler,
  ReorderProfileFieldsHandler,
  LinkifiersHandler,
  PlaygroundsHandler,
  RealmEmojiHandler,
  GetRealmEmojiImageHandler,
];

/** The realm-settings service. */
@Module({})
export class RealmSettingsModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(OutboxSweeper) private readonly sweeper: OutboxSweeper,
  ) {}

  static async with(resources: ServiceResources): Promise<DynamicModule> {
    const installation = readInstallation();
    const { service, instance } = resources.settings;
    const dataSource = await openMigrated(databaseSettings(stringSetting('DATABASE_URL'), instance));
    resources.health.addCheck('postgres', async () => void (await dataSource.query('SELECT 1')));
    const database = new Database('realm-settings', dataSource, resources.log, resources.logger);
    resources.health.addMeasurement('database', () => measureDatabase(database));
    resources.logger.debug({ service }, 'Connected to PostgreSQL');
    return {
      module: RealmSettingsModule,
      imports: [RuntimeModule.with(resources)],
      controllers: [RealmRpc, ProfileFieldsRpc, LinkifiersRpc, PlaygroundsRpc, RealmEmojiRpc, RegisterRpc, ServerRpc],
      providers: [
        { provide: INSTALLATION, useValue: installation },
        { provide: Database, useValue: database },
        { provide: OutboxSweeper, useValue: new OutboxSweeper(database.outbox, resources.logger) },
        RealmStates,
        ...REALM,
        ...LISTS,
        GetServerSettingsHandler,
      ],
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
