import { Module } from '@nestjs/common';
import { RealmModule } from '../realm/realm.module.js';
import { RealmAccountsModule } from '../realm-accounts/realm-accounts.module.js';
import { RealmProvisioningModule } from '../realm-provisioning/realm-provisioning.module.js';
import { FullMembersService } from './full-members.service.js';
import { ReadGroupsService } from './read-groups.service.js';
import { UserGroupsController } from './user-groups.controller.js';
import { UserGroupsService } from './user-groups.service.js';

@Module({
  imports: [RealmModule, RealmAccountsModule, RealmProvisioningModule],
  controllers: [UserGroupsController],
  providers: [UserGroupsService, ReadGroupsService, FullMembersService],
})
export class UserGroupsModule {}
