import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { ProfileDataModule } from '../profile-data/profile-data.module.js';
import { AccountSyncService } from './account-sync.service.js';

@Module({
  imports: [AccountChangesModule, ProfileDataModule],
  providers: [AccountSyncService],
  exports: [AccountSyncService],
})
export class AccountSyncModule {}
