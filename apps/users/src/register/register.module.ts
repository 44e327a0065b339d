import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { RealmAccountsModule } from '../realm-accounts/realm-accounts.module.js';
import { RegisterController } from './register.controller.js';

@Module({
  imports: [AccountChangesModule, RealmAccountsModule],
  controllers: [RegisterController],
})
export class RegisterModule {}
