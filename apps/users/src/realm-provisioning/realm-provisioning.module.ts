import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { RealmModule } from '../realm/realm.module.js';
import { RealmProvisioningService } from './realm-provisioning.service.js';

@Module({
  imports: [ApiKeysModule, RealmModule],
  providers: [RealmProvisioningService],
  exports: [RealmProvisioningService],
})
export class RealmProvisioningModule {}
