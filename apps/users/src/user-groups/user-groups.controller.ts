import {
  changeSubgroups,
  changeUserGroupMembers,
  createUserGroup,
  deleteUserGroup,
  getSubgroups,
  getUserGroupMembers,
  isUserGroupMember,
  type LoggedEvent,
  listUserGroups,
  NewUserGroup,
  Principal,
  RealmUpdated,
  type RealmUpdatedPayload,
  UpdateFullMembers,
  UserGroupContentsChange,
  UserGroupMemberQuery,
  UserGroupMembersQuery,
  UserGroupSelection,
  UserGroupSubgroupsQuery,
  UserGroupUpdate,
  updateUserGroup,
} from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { FullMembersService } from './full-members.service.js';
import { UserGroupsService } from './user-groups.service.js';

@Controller()
export class UserGroupsController {
  constructor(
    private readonly groups: UserGroupsService,
    private readonly fullMembers: FullMembersService,
  ) {}

  @Handles(createUserGroup)
  create(@Actor() actor: Principal, @Parameters() group: NewUserGroup) {
    return this.groups.create(actor, group);
  }

  @Handles(updateUserGroup)
  update(@Actor() actor: Principal, @Parameters() update: UserGroupUpdate) {
    return this.groups.update(actor, update);
  }

  @Handles(deleteUserGroup)
  delete(@Actor() actor: Principal, @Parameters() { userGroupId }: UserGroupSelection) {
    return this.groups.delete(actor, userGroupId);
  }

  @Handles(changeUserGroupMembers)
  changeMembers(@Actor() actor: Principal, @Parameters() change: UserGroupContentsChange) {
    return this.groups.changeMembers(actor, change);
  }

  @Handles(changeSubgroups)
  changeSubgroups(@Actor() actor: Principal, @Parameters() change: UserGroupContentsChange) {
    return this.groups.changeSubgroups(actor, change);
  }

  @Handles(listUserGroups)
  list(@Actor() actor: Principal) {
    return this.groups.list(actor);
  }

  @Handles(getUserGroupMembers)
  getMembers(@Actor() actor: Principal, @Parameters() query: UserGroupMembersQuery) {
    return this.groups.getMembers(actor, query);
  }

  @Handles(getSubgroups)
  getSubgroups(@Actor() actor: Principal, @Parameters() query: UserGroupSubgroupsQuery) {
    return this.groups.getSubgroups(actor, query);
  }

  @Handles(isUserGroupMember)
  isMember(@Actor() actor: Principal, @Parameters() query: UserGroupMemberQuery) {
    return this.groups.isMember(actor, query);
  }

  @MessagePattern(UpdateFullMembers.pattern)
  updateFullMembers(@Payload() { realmId }: UpdateFullMembers) {
    return this.fullMembers.updateIn(realmId);
  }

  @EventPattern(RealmUpdated.type)
  onRealmUpdated(@Payload() event: LoggedEvent<RealmUpdatedPayload>) {
    return this.fullMembers.onEvent(event);
  }
}
