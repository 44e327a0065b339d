import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { RealmModule } from '../realm/realm.module.js';
import { OperatorAccountsController } from './operator-accounts.controller.js';
import { OperatorAccountsService } from './operator-accounts.service.js';

@Module({
  imports: [AccountChangesModule, RealmModule],
  controllers: [OperatorAccountsController],
  providers: [OperatorAccountsService],
})
export class OperatorAccountsModule {}
