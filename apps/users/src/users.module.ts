import { ProfileFieldsChanged, RealmUpdated } from '@chat/contracts';
import { OutboxSweeper } from '@chat/event-log';
import { Database, measureDatabase, openMigrated } from '@chat/persistence';
import { consumeEvents, on, RuntimeModule, ServiceResources, stringSetting } from '@chat/service-kit';
import {
  type DynamicModule,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { AccountChangesModule } from './account-changes/account-changes.module.js';
import { AlertWordsModule } from './alert-words/alert-words.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AvatarsModule } from './avatars/avatars.module.js';
import { BotStorageModule } from './bot-storage/bot-storage.module.js';
import { CredentialsModule } from './credentials/credentials.module.js';
import { EmailChangesModule } from './email-changes/email-changes.module.js';
import { LdapModule } from './ldap/ldap.module.js';
import { MailModule } from './mail/mail.module.js';
import { measureMail } from './mail/mail-metrics.js';
import { Mailer } from './mail/mailer.js';
import { MutedUsersModule } from './muted-users/muted-users.module.js';
import { OperatorAccountsModule } from './operator-accounts/operator-accounts.module.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { ChangedFieldsService } from './profile-data/changed-fields.service.js';
import { ProfileDataModule } from './profile-data/profile-data.module.js';
import { RealmModule } from './realm/realm.module.js';
import { RealmAccountsModule } from './realm-accounts/realm-accounts.module.js';
import { RealmAccountsReader } from './realm-accounts/realm-accounts-reader.js';
import { RealmProvisioningModule } from './realm-provisioning/realm-provisioning.module.js';
import { RegisterModule } from './register/register.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { TryLimitsModule } from './try-limits/try-limits.module.js';
import { FullMembersService } from './user-groups/full-members.service.js';
import { UserGroupsModule } from './user-groups/user-groups.module.js';
import { UserStatusModule } from './user-status/user-status.module.js';
import { UserAccountsModule } from './users/users.module.js';
import { databaseSettings } from './users-database.js';

const FEATURES = [
  AccountChangesModule,
  AlertWordsModule,
  ApiKeysModule,
  AvatarsModule,
  BotStorageModule,
  CredentialsModule,
  EmailChangesModule,
  LdapModule,
  MailModule,
  MutedUsersModule,
  OperatorAccountsModule,
  PasswordsModule,
  ProfileDataModule,
  RealmAccountsModule,
  RealmModule,
  RealmProvisioningModule,
  RegisterModule,
  SettingsModule,
  SignInModule,
  TryLimitsModule,
  UserAccountsModule,
  UserGroupsModule,
  UserStatusModule,
];

/** Registers the handlers of other services' events. They share one consumer, and with it one position in the log. */
@Injectable()
class EventHandlers {
  constructor(resources: ServiceResources, fullMembers: FullMembersService, changedFields: ChangedFieldsService) {
    consumeEvents(
      resources,
      'users',
      on(RealmUpdated, (event) => fullMembers.onEvent(event)),
      on(ProfileFieldsChanged, (event) => changedFields.onEvent(event)),
    );
  }
}

/** Starts background work with the process and closes it after the last request, the database last. */
@Injectable()
class Background implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly database: Database,
    private readonly sweeper: OutboxSweeper,
    private readonly mailer: Mailer,
    private readonly fullMembers: FullMembersService,
    private readonly accounts: RealmAccountsReader,
  ) {}

  onApplicationBootstrap(): void {
    this.sweeper.start();
    this.mailer.start();
    this.fullMembers.start();
    this.accounts.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.accounts.close();
    await this.fullMembers.close();
    await this.mailer.close();
    await this.sweeper.close();
    await this.database.dataSource.destroy();
  }
}

/** The users service. Global, because every feature uses the database. */
@Module({})
export class UsersModule {
  static async with(resources: ServiceResources): Promise<DynamicModule> {
    const { settings, log, logger, health } = resources;
    const dataSource = await openMigrated(databaseSettings(stringSetting('DATABASE_URL'), settings.instance));
    const database = new Database('users', dataSource, log, logger);
    health.addCheck('postgres', async () => void (await database.query('SELECT 1')));
    health.addMeasurement('database', () => measureDatabase(database));
    health.addMeasurement('mail', () => measureMail(database));
    return {
      module: UsersModule,
      global: true,
      imports: [RuntimeModule.with(resources), ...FEATURES],
      providers: [
        { provide: Database, useValue: database },
        { provide: OutboxSweeper, useValue: new OutboxSweeper(database.outbox, logger) },
        EventHandlers,
        Background,
      ],
      exports: [Database],
    };
  }
}
