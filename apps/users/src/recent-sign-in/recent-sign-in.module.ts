import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { OwnKeyController } from './own-key.controller.js';
import { RecentSignInService } from './recent-sign-in.service.js';

@Module({
  imports: [AccountChangesModule, ApiKeysModule, PasswordsModule],
  controllers: [OwnKeyController],
  providers: [RecentSignInService],
  exports: [RecentSignInService],
})
export class RecentSignInModule {}
