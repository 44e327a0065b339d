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
import { AccountMaker } from './accounts/account-maker.js';
import { ChangeUserAsOperatorHandler } from './accounts/change-user-as-operator.handler.js';
import { CreateUserAsOperatorHandler } from './accounts/create-user-as-operator.handler.js';
import { OperatorRpc } from './accounts/operator.rpc.js';
import { RealmFurnisher } from './accounts/realm-furnisher.js';
import { OwnAlertWordsHandler } from './alert-words/own-alert-words.handler.js';
import { ApiKeyVault } from './api-keys/api-key-vault.js';
import { GetApiKeyAsOperatorHandler } from './api-keys/get-api-key-as-operator.handler.js';
import { RegenerateApiKeyHandler } from './api-keys/regenerate-api-key.handler.js';
import { OwnAvatarHandler } from './avatars/own-avatar.handler.js';
import { BotStorageHandler } from './bot-storage/bot-storage.handler.js';
import { BotStorageRpc } from './bot-storage/bot-storage.rpc.js';
import { CredentialsRpc } from './credentials/credentials.rpc.js';
import { VerifyCredentialsHandler } from './credentials/verify-credentials.handler.js';
import { DirectoryRpc } from './directory/directory.rpc.js';
import { GetUserDirectoryHandler } from './directory/get-user-directory.handler.js';
import { RealmAccountsReader } from './directory/realm-accounts-reader.js';
import { ChangeContentsHandler } from './groups/change-contents.handler.js';
import { ChangeGroupHandler } from './groups/change-group.handler.js';
import { FullMembers } from './groups/full-members.js';
import { GroupsRpc } from './groups/groups.rpc.js';
import { ReadGroupsHandler } from './groups/read-groups.handler.js';
import { measureMail } from './mail/mail-metrics.js';
import { Mailer } from './mail/mailer.js';
import { EmailChanges } from './mailed-links/email-changes.js';
import { PasswordResets } from './mailed-links/password-resets.js';
import { MuteUserHandler } from './muted-users/mute-user.handler.js';
import { PasswordChanges } from './passwords/password-changes.js';
import { ChangedFields } from './profile-data/changed-fields.js';
import { OwnProfileDataHandler } from './profile-data/own-profile-data.handler.js';
import { ProfileDataRpc } from './profile-data/profile-data.rpc.js';
import { ProfileValues } from './profile-data/profile-values.js';
import { ProfileFields } from './realm/profile-fields.js';
import { RealmFacts } from './realm/realm-facts.js';
import { RealmRendering } from './realm/realm-rendering.js';
import { GetRegisterStateHandler } from './register/get-register-state.handler.js';
import { RegisterRpc } from './register/register.rpc.js';
import { OwnRpc } from './settings/own.rpc.js';
import { UpdateOwnSettingsHandler } from './settings/update-own-settings.handler.js';
import { readDirectorySettings } from './sign-in/directory-settings.js';
import { DirectorySignIn, NoDirectory } from './sign-in/directory-sign-in.js';
import { FetchApiKeyHandler } from './sign-in/fetch-api-key.handler.js';
import { LdapSignIn } from './sign-in/ldap-sign-in.js';
import { SignInRpc } from './sign-in/sign-in.rpc.js';
import { TryLimits } from './sign-in/try-limits.js';
import { UpdateOwnStatusHandler } from './status/update-own-status.handler.js';
import { CreateUserHandler } from './users/create-user.handler.js';
import { DeactivateUserHandler } from './users/deactivate-user.handler.js';
import { GetUserHandler } from './users/get-user.handler.js';
import { ListUsersHandler } from './users/list-users.handler.js';
import { UpdateUserHandler } from './users/update-user.handler.js';
import { UsersRpc } from './users/users.rpc.js';
import { databaseSettings } from './users-database.js';

const CONTROLLERS = [
  OperatorRpc,
  BotStorageRpc,
  CredentialsRpc,
  DirectoryRpc,
  GroupsRpc,
  OwnRpc,
  ProfileDataRpc,
  RegisterRpc,
  SignInRpc,
  UsersRpc,
];

const HANDLERS: Provider[] = [
  ...[AccountMaker, RealmFurnisher, RealmAccountsReader, ProfileValues, PasswordChanges],
  ...[CreateUserAsOperatorHandler, ChangeUserAsOperatorHandler, GetApiKeyAsOperatorHandler, RegenerateApiKeyHandler],
  ...[VerifyCredentialsHandler, GetUserDirectoryHandler, GetRegisterStateHandler],
  ...[FetchApiKeyHandler, EmailChanges, PasswordResets],
  ...[CreateUserHandler, ListUsersHandler, GetUserHandler, UpdateUserHandler, DeactivateUserHandler],
  ...[UpdateOwnSettingsHandler, UpdateOwnStatusHandler, OwnProfileDataHandler, OwnAlertWordsHandler, MuteUserHandler],
  ...[BotStorageHandler, OwnAvatarHandler, ChangeGroupHandler, ChangeContentsHandler, ReadGroupsHandler],
];

/** What runs beside the requests: started with the process, closed after the last request was answered. */
@Injectable()
class Background implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly database: Database,
    private readonly sweeper: OutboxSweeper,
    private readonly mailer: Mailer,
    private readonly fullMembers: FullMembers,
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
    const directory = readDirectorySettings();
    const realms = new RealmFacts(reader, client);
    const fullMembers = new FullMembers(database, realms, reader, logger);
    const profileFields = new ProfileFields(reader, client);
    const changedFields = new ChangedFields(database, profileFields, reader);
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
        { provide: ChangedFields, useValue: changedFields },
        { provide: RealmRendering, useValue: new RealmRendering(reader, client) },
        { provide: TryLimits, useValue: new TryLimits(redis) },
        {
          provide: DirectorySignIn,
          inject: [AccountMaker, AfterCommit],
          useFactory: (maker: AccountMaker, afterCommit: AfterCommit) =>
            directory ? new LdapSignIn(directory, database, maker, afterCommit, logger) : new NoDirectory(),
        },
        { provide: FullMembers, useValue: fullMembers },
        Background,
        ...HANDLERS,
      ],
    };
  }
}
