import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { OperatorAccountsController } from './operator-accounts.controller.js';
import { OperatorAccountsService } from './operator-accounts.service.js';

@Module({
  imports: [AccountChangesModule],
  controllers: [OperatorAccountsController],
  providers: [OperatorAccountsService],
})
export class OperatorAccountsModule {}
