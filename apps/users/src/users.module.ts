import { Database, OutboxSweeper, openDataSource } from '@chat/persistence';
import { RuntimeModule, type ServiceResources, stringSetting } from '@chat/runtime';
import { type DynamicModule, Injectable, Module, type OnModuleDestroy } from '@nestjs/common';
import { AccountMaker } from './accounts/account-maker.js';
import { ChangeUserAsOperatorHandler } from './accounts/change-user-as-operator.handler.js';
import { CreateUserAsOperatorHandler } from './accounts/create-user-as-operator.handler.js';
import { OperatorRpc } from './accounts/operator.rpc.js';
import { RealmFurnisher } from './accounts/realm-furnisher.js';
import { ApiKeyVault } from './api-keys/api-key-vault.js';
import { GetApiKeyAsOperatorHandler } from './api-keys/get-api-key-as-operator.handler.js';
import { CredentialsRpc } from './credentials/credentials.rpc.js';
import { VerifyCredentialsHandler } from './credentials/verify-credentials.handler.js';
import { DirectoryRpc } from './directory/directory.rpc.js';
import { GetUserDirectoryHandler } from './directory/get-user-directory.handler.js';
import { RealmAccountsReader } from './directory/realm-accounts.js';
import { RealmFacts } from './realm/realm-facts.js';
import { GetRegisterStateHandler } from './register/get-register-state.handler.js';
import { RegisterRpc } from './register/register.rpc.js';
import { DirectorySignIn, NoDirectory } from './sign-in/directory-sign-in.js';
import { FetchApiKeyHandler } from './sign-in/fetch-api-key.handler.js';
import { SignInRpc } from './sign-in/sign-in.rpc.js';
import { TryLimits } from './sign-in/try-limits.js';
import { CreateUserHandler } from './users/create-user.handler.js';
import { GetUserHandler } from './users/get-user.handler.js';
import { ListUsersHandler } from './users/list-users.handler.js';
import { UsersRpc } from './users/users.rpc.js';
import { databaseSettings } from './users-database.js';

/** Closes what the module opened, after the last request was answered. */
@Injectable()
class Closing implements OnModuleDestroy {
  constructor(
    private readonly database: Database,
    private readonly sweeper: OutboxSweeper,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await this.sweeper.close();
    await this.database.dataSource.destroy();
  }
}

@Module({})
export class UsersModule {
  static async with(resources: ServiceResources): Promise<DynamicModule> {
    const { settings, log, logger, health, reader, client, redis } = resources;
    const dataSource = await openDataSource(
      databaseSettings(stringSetting('DATABASE_URL'), settings.instance),
    ).initialize();
    if (await dataSource.showMigrations()) throw new Error('The schema is not up to date; run the migrations first.');
    const database = new Database('users', dataSource, log, logger);
    health.addCheck('postgres', async () => void (await database.query('SELECT 1')));
    const sweeper = new OutboxSweeper(database.outbox, logger);
    sweeper.start();
    return {
      module: UsersModule,
      imports: [RuntimeModule.with(resources)],
      controllers: [OperatorRpc, CredentialsRpc, DirectoryRpc, SignInRpc, UsersRpc, RegisterRpc],
      providers: [
        { provide: Database, useValue: database },
        { provide: OutboxSweeper, useValue: sweeper },
        { provide: ApiKeyVault, useValue: new ApiKeyVault() },
        { provide: RealmFacts, useValue: new RealmFacts(reader, client) },
        { provide: TryLimits, useValue: new TryLimits(redis) },
        { provide: DirectorySignIn, useValue: new NoDirectory() },
        Closing,
        AccountMaker,
        RealmFurnisher,
        RealmAccountsReader,
        CreateUserAsOperatorHandler,
        ChangeUserAsOperatorHandler,
        GetApiKeyAsOperatorHandler,
        VerifyCredentialsHandler,
        GetUserDirectoryHandler,
        FetchApiKeyHandler,
        CreateUserHandler,
        ListUsersHandler,
        GetUserHandler,
        GetRegisterStateHandler,
      ],
    };
  }
}
