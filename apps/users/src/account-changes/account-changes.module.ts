import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { RealmProvisioningModule } from '../realm-provisioning/realm-provisioning.module.js';
import { AccountMaker } from './account-maker.js';

@Module({ imports: [ApiKeysModule, RealmProvisioningModule], providers: [AccountMaker], exports: [AccountMaker] })
export class AccountChangesModule {}
