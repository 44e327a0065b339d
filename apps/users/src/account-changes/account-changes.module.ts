import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { RealmsModule } from '../realm/realms.module.js';
import { AccountMaker } from './account-maker.js';
import { RealmProvisioningService } from './realm-provisioning.service.js';

@Module({
  imports: [ApiKeysModule, RealmsModule],
  providers: [AccountMaker, RealmProvisioningService],
  exports: [AccountMaker, ApiKeysModule, RealmProvisioningService, RealmsModule],
})
export class AccountChangesModule {}
