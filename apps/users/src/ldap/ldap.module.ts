import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { AccountSyncModule } from '../account-sync/account-sync.module.js';
import { DirectorySyncController } from './directory-sync.controller.js';
import { DirectorySyncService } from './directory-sync.service.js';
import { EntryCopyService } from './entry-copy.service.js';
import { LdapSignIn } from './ldap-sign-in.js';

@Module({
  imports: [AccountChangesModule, AccountSyncModule],
  controllers: [DirectorySyncController],
  providers: [DirectorySyncService, EntryCopyService, LdapSignIn],
  exports: [LdapSignIn],
})
export class LdapModule {}
