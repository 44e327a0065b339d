import { Module } from '@nestjs/common';
import { RealmProvisioningModule } from '../realm-provisioning/realm-provisioning.module.js';
import { RealmAccountsController } from './realm-accounts.controller.js';
import { RealmAccountsReader } from './realm-accounts-reader.js';

@Module({
  imports: [RealmProvisioningModule],
  controllers: [RealmAccountsController],
  providers: [RealmAccountsReader],
  exports: [RealmAccountsReader],
})
export class RealmAccountsModule {}
