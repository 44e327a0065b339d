import { ProfileFieldsChanged, RealmUpdated } from '@chat/contracts';
import { OutboxSweeper } from '@chat/event-log';
import { Database, measureDatabase, openMigrated } from '@chat/persistence';
import {
  AfterCommit,
  consumeEvents,
  on,
  optionalSetting,
  RuntimeModule,
  type ServiceResources,
  stringSetting,
} from '@chat/service-kit';
import {
  type DynamicModule,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type Provider,
} from '@nestjs/common';
import { AccountMaker } from './account-changes/account-maker.js';
import { AlertWordsController } from './alert-words/alert-words.controller.js';
import { AlertWordsService } from './alert-words/alert-words.service.js';
import { ApiKeyVault } from './api-keys/api-key-vault.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { OperatorApiKeyService } from './api-keys/operator-api-key.service.js';
import { AvatarsController } from './avatars/avatars.controller.js';
import { AvatarsService } from './avatars/avatars.service.js';
import { BotStorageController } from './bot-storage/bot-storage.controller.js';
import { BotStorageService } from './bot-storage/bot-storage.service.js';
import { CredentialsController } from './credentials/credentials.controller.js';
import { CredentialsService } from './credentials/credentials.service.js';
import { EmailChangesController } from './email-changes/email-changes.controller.js';
import { EmailChangesService } from './email-changes/email-changes.service.js';
import { ExternalSignIn, NoExternalSignIn } from './ldap/external-sign-in.js';
import { readLdapSettings } from './ldap/ldap-settings.js';
import { LdapSignIn } from './ldap/ldap-sign-in.js';
import { measureMail } from './mail/mail-metrics.js';
import { Mailer } from './mail/mailer.js';
import { MutedUsersController } from './muted-users/muted-users.controller.js';
import { MutedUsersService } from './muted-users/muted-users.service.js';
import { ChangeAccountService } from './operator-accounts/change-account.service.js';
import { CreateAccountsService } from './operator-accounts/create-accounts.service.js';
import { OperatorAccountsController } from './operator-accounts/operator-accounts.controller.js';
import { PasswordChangesService } from './passwords/password-changes.service.js';
import { PasswordResetsService } from './passwords/password-resets.service.js';
import { PasswordsController } from './passwords/passwords.controller.js';
import { ChangedFieldsService } from './profile-data/changed-fields.service.js';
import { ProfileDataController } from './profile-data/profile-data.controller.js';
import { ProfileDataService } from './profile-data/profile-data.service.js';
import { ProfileValuesService } from './profile-data/profile-values.service.js';
import { ProfileFields } from './realm/profile-fields.js';
import { RealmFacts } from './realm/realm-facts.js';
import { RealmRendering } from './realm/realm-rendering.js';
import { RealmAccountsController } from './realm-accounts/realm-accounts.controller.js';
import { RealmAccountsService } from './realm-accounts/realm-accounts.service.js';
import { RealmAccountsReader } from './realm-accounts/realm-accounts-reader.js';
import { RealmProvisioningService } from './realm-provisioning/realm-provisioning.service.js';
import { RegisterController } from './register/register.controller.js';
import { RegisterService } from './register/register.service.js';
import { SettingsController } from './settings/settings.controller.js';
import { SettingsService } from './settings/settings.service.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { TryLimits } from './try-limits/try-limits.js';
import { FullMembersService } from './user-groups/full-members.service.js';
import { GroupContentsService } from './user-groups/group-contents.service.js';
import { ReadGroupsService } from './user-groups/read-groups.service.js';
import { UserGroupsController } from './user-groups/user-groups.controller.js';
import { UserGroupsService } from './user-groups/user-groups.service.js';
import { UserStatusController } from './user-status/user-status.controller.js';
import { UserStatusService } from './user-status/user-status.service.js';
import { CreateUserService } from './users/create-user.service.js';
import { DeactivateUserService } from './users/deactivate-user.service.js';
import { GetUserService } from './users/get-user.service.js';
import { ListUsersService } from './users/list-users.service.js';
import { UpdateUserService } from './users/update-user.service.js';
import { UsersController } from './users/users.controller.js';
import { databaseSettings } from './users-database.js';

const CONTROLLERS = [
  AlertWordsController,
  ApiKeysController,
  AvatarsController,
  EmailChangesController,
  MutedUsersController,
  PasswordsController,
  UserStatusController,
  OperatorAccountsController,
  BotStorageController,
  CredentialsController,
  RealmAccountsController,
  UserGroupsController,
  SettingsController,
  ProfileDataController,
  RegisterController,
  SignInController,
  UsersController,
];

const HANDLERS: Provider[] = [
  ...[AccountMaker, RealmProvisioningService, RealmAccountsReader, ProfileValuesService, PasswordChangesService],
  ...[CreateAccountsService, ChangeAccountService, OperatorApiKeyService, ApiKeysService],
  ...[CredentialsService, RealmAccountsService, RegisterService],
  ...[SignInService, EmailChangesService, PasswordResetsService],
  ...[CreateUserService, ListUsersService, GetUserService, UpdateUserService, DeactivateUserService],
  ...[SettingsService, UserStatusService, ProfileDataService, AlertWordsService, MutedUsersService],
  ...[BotStorageService, AvatarsService, UserGroupsService, GroupContentsService, ReadGroupsService],
];

/** What runs beside the requests: started with the process, closed after the last request was answered. */
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

@Module({})
export class UsersModule {
  static async with(resources: ServiceResources): Promise<DynamicModule> {
    const { settings, log, logger, health, reader, client, redis } = resources;
    const dataSource = await openMigrated(databaseSettings(stringSetting('DATABASE_URL'), settings.instance));
    const database = new Database('users', dataSource, log, logger);
    health.addCheck('postgres', async () => void (await database.query('SELECT 1')));
    health.addMeasurement('database', () => measureDatabase(database));
    health.addMeasurement('mail', () => measureMail(database));
    const directory = readLdapSettings();
    const realms = new RealmFacts(reader, client);
    const fullMembers = new FullMembersService(database, realms, reader, logger);
    const profileFields = new ProfileFields(reader, client);
    const changedFields = new ChangedFieldsService(database, profileFields, reader);
    consumeEvents(
      resources,
      'users',
      on(RealmUpdated, (event) => fullMembers.onEvent(event)),
      on(ProfileFieldsChanged, (event) => changedFields.onEvent(event)),
    );
    return {
      module: UsersModule,
      imports: [RuntimeModule.with(resources)],
      controllers: CONTROLLERS,
      providers: [
        { provide: Database, useValue: database },
        { provide: OutboxSweeper, useValue: new OutboxSweeper(database.outbox, logger) },
        { provide: Mailer, useValue: new Mailer(database, { smtpUrl: optionalSetting('SMTP_URL'), logger }) },
        { provide: ApiKeyVault, useValue: new ApiKeyVault() },
        { provide: RealmFacts, useValue: realms },
        { provide: ProfileFields, useValue: profileFields },
        { provide: ChangedFieldsService, useValue: changedFields },
        { provide: RealmRendering, useValue: new RealmRendering(reader, client) },
        { provide: TryLimits, useValue: new TryLimits(redis) },
        {
          provide: ExternalSignIn,
          inject: [AccountMaker, AfterCommit],
          useFactory: (maker: AccountMaker, afterCommit: AfterCommit) =>
            directory ? new LdapSignIn(directory, database, maker, afterCommit, logger) : new NoExternalSignIn(),
        },
        { provide: FullMembersService, useValue: fullMembers },
        Background,
        ...HANDLERS,
      ],
    };
  }
}
