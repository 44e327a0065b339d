import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { RealmModule } from '../realm/realm.module.js';
import { AccountMaker } from './account-maker.js';
import { RealmProvisioningService } from './realm-provisioning.service.js';

@Module({
  imports: [ApiKeysModule, RealmModule],
  providers: [AccountMaker, RealmProvisioningService],
  exports: [AccountMaker, RealmProvisioningService],
})
export class AccountChangesModule {}
