import { Database } from '@chat/persistence';
import { ServiceResources } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { RealmModule } from '../realm/realm.module.js';
import { Realms } from '../realm/realms.js';
import { RealmAccountsModule } from '../realm-accounts/realm-accounts.module.js';
import { RealmProvisioningModule } from '../realm-provisioning/realm-provisioning.module.js';
import { FullMembersService } from './full-members.service.js';
import { GroupContentsService } from './group-contents.service.js';
import { ReadGroupsService } from './read-groups.service.js';
import { UserGroupsController } from './user-groups.controller.js';
import { UserGroupsRepository } from './user-groups.repository.js';
import { UserGroupsService } from './user-groups.service.js';

@Module({
  imports: [RealmModule, RealmAccountsModule, RealmProvisioningModule],
  controllers: [UserGroupsController],
  providers: [
    UserGroupsService,
    GroupContentsService,
    ReadGroupsService,
    UserGroupsRepository,
    {
      provide: FullMembersService,
      inject: [Database, Realms, ServiceResources],
      useFactory: (database: Database, realms: Realms, { reader, logger }: ServiceResources) =>
        new FullMembersService(database, realms, reader, logger),
    },
  ],
})
export class UserGroupsModule {}
