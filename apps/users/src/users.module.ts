import { ServiceModule } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { AccountChangesModule } from './account-changes/account-changes.module.js';
import { AlertWordsModule } from './alert-words/alert-words.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AvatarsModule } from './avatars/avatars.module.js';
import { BotStorageModule } from './bot-storage/bot-storage.module.js';
import { CredentialsModule } from './credentials/credentials.module.js';
import { EmailChangesModule } from './email-changes/email-changes.module.js';
import { LdapModule } from './ldap/ldap.module.js';
import { MailModule } from './mail/mail.module.js';
import { MutedUsersModule } from './muted-users/muted-users.module.js';
import { OperatorAccountsModule } from './operator-accounts/operator-accounts.module.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { ProfileDataModule } from './profile-data/profile-data.module.js';
import { RealmModule } from './realm/realm.module.js';
import { RealmAccountsModule } from './realm-accounts/realm-accounts.module.js';
import { RealmProvisioningModule } from './realm-provisioning/realm-provisioning.module.js';
import { RegisterModule } from './register/register.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { TryLimitsModule } from './try-limits/try-limits.module.js';
import { UserGroupsModule } from './user-groups/user-groups.module.js';
import { UserStatusModule } from './user-status/user-status.module.js';
import { UserAccountsModule } from './users/users.module.js';
import { USERS } from './users.options.js';

@Module({
  imports: [
    ServiceModule.forRoot(USERS),
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
  ],
})
export class UsersModule {}
