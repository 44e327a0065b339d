import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { RealmModule } from '../realm/realm.module.js';
import { ChangeAccountService } from './change-account.service.js';
import { CreateAccountsService } from './create-accounts.service.js';
import { OperatorAccountsController } from './operator-accounts.controller.js';

@Module({
  imports: [AccountChangesModule, RealmModule],
  controllers: [OperatorAccountsController],
  providers: [CreateAccountsService, ChangeAccountService],
})
export class OperatorAccountsModule {}
