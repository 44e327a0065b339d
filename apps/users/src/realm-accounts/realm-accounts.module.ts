import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { RealmAccountsController } from './realm-accounts.controller.js';
import { RealmAccountsReader } from './realm-accounts-reader.js';

@Module({
  imports: [AccountChangesModule],
  controllers: [RealmAccountsController],
  providers: [RealmAccountsReader],
  exports: [RealmAccountsReader],
})
export class RealmAccountsModule {}
