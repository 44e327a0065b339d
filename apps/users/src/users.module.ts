import { ServiceModule } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { AccountSearchModule } from './account-search/account-search.module.js';
import { AlertWordsModule } from './alert-words/alert-words.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AvatarsModule } from './avatars/avatars.module.js';
import { BotStorageModule } from './bot-storage/bot-storage.module.js';
import { BotsModule } from './bots/bots.module.js';
import { CredentialsModule } from './credentials/credentials.module.js';
import { IdentitiesModule } from './identities/identities.module.js';
import { InvitationsModule } from './invitations/invitations.module.js';
import { MutedUsersModule } from './muted-users/muted-users.module.js';
import { OperatorAccountsModule } from './operator-accounts/operator-accounts.module.js';
import { PasskeysModule } from './passkeys/passkeys.module.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { ProfileDataModule } from './profile-data/profile-data.module.js';
import { ProviderSignInModule } from './provider-sign-in/provider-sign-in.module.js';
import { RealmAccountsModule } from './realm-accounts/realm-accounts.module.js';
import { RealmCreationModule } from './realm-creation/realm-creation.module.js';
import { RecentSignInModule } from './recent-sign-in/recent-sign-in.module.js';
import { RegisterModule } from './register/register.module.js';
import { SecondFactorsModule } from './second-factors/second-factors.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { SignUpsModule } from './sign-ups/sign-ups.module.js';
import { UserGroupsModule } from './user-groups/user-groups.module.js';
import { UserStatusModule } from './user-status/user-status.module.js';
import { UserAccountsModule } from './users/users.module.js';
import { USERS } from './users.options.js';
import { ZcommandModule } from './zcommand/zcommand.module.js';

/** Features. They import the modules that they share. */
@Module({
  imports: [
    ServiceModule.forRoot(USERS),
    AccountSearchModule,
    AlertWordsModule,
    ApiKeysModule,
    AvatarsModule,
    BotStorageModule,
    BotsModule,
    CredentialsModule,
    IdentitiesModule,
    InvitationsModule,
    MutedUsersModule,
    OperatorAccountsModule,
    PasskeysModule,
    PasswordsModule,
    ProfileDataModule,
    ProviderSignInModule,
    RealmAccountsModule,
    RecentSignInModule,
    RegisterModule,
    SecondFactorsModule,
    SessionsModule,
    SettingsModule,
    RealmCreationModule,
    SignInModule,
    SignUpsModule,
    UserAccountsModule,
    UserGroupsModule,
    UserStatusModule,
    ZcommandModule,
  ],
})
export class UsersModule {}
