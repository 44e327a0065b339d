import { RealmRecords } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { Realms } from '../realm/realms.js';
import { AccountMaker } from './account-maker.js';
import { RealmProvisioningService } from './realm-provisioning.service.js';

@Module({
  imports: [ApiKeysModule],
  providers: [AccountMaker, RealmProvisioningService, RealmRecords, Realms],
  exports: [AccountMaker, ApiKeysModule, RealmProvisioningService, Realms],
})
export class AccountChangesModule {}
