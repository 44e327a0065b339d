import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { RealmAccountsModule } from '../realm-accounts/realm-accounts.module.js';
import { FullMembersService } from './full-members.service.js';
import { UserGroupsController } from './user-groups.controller.js';
import { UserGroupsService } from './user-groups.service.js';

@Module({
  imports: [AccountChangesModule, RealmAccountsModule],
  controllers: [UserGroupsController],
  providers: [UserGroupsService, FullMembersService],
})
export class UserGroupsModule {}
