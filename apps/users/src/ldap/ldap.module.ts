import { Database } from '@chat/persistence';
import { AfterCommit, ServiceResources } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { AccountMaker } from '../account-changes/account-maker.js';
import { ExternalSignIn, NoExternalSignIn } from './external-sign-in.js';
import { readLdapSettings } from './ldap-settings.js';
import { LdapSignIn } from './ldap-sign-in.js';

/** Without LDAP_URL, LDAP authenticates no account. */
function externalSignIn(
  database: Database,
  maker: AccountMaker,
  afterCommit: AfterCommit,
  { logger }: ServiceResources,
) {
  const settings = readLdapSettings();
  return settings ? new LdapSignIn(settings, database, maker, afterCommit, logger) : new NoExternalSignIn();
}

@Module({
  imports: [AccountChangesModule],
  providers: [
    {
      provide: ExternalSignIn,
      inject: [Database, AccountMaker, AfterCommit, ServiceResources],
      useFactory: externalSignIn,
    },
  ],
  exports: [ExternalSignIn],
})
export class LdapModule {}
