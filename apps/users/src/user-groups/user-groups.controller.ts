import {
  ChangeSubgroups,
  ChangeUserGroupMembers,
  CreateUserGroup,
  DeleteUserGroup,
  GetSubgroups,
  GetUserGroupMembers,
  IsUserGroupMember,
  ListUserGroups,
  UpdateFullMembers,
  UpdateUserGroup,
} from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { FullMembersService } from './full-members.service.js';
import { GroupContentsService } from './group-contents.service.js';
import { ReadGroupsService } from './read-groups.service.js';
import { UserGroupsService } from './user-groups.service.js';

@Controller()
export class UserGroupsController {
  constructor(
    private readonly groups: UserGroupsService,
    private readonly contents: GroupContentsService,
    private readonly reader: ReadGroupsService,
    private readonly fullMembers: FullMembersService,
  ) {}

  @MessagePattern(CreateUserGroup.pattern)
  create(@Payload() request: CreateUserGroup) {
    return this.groups.create(request);
  }

  @MessagePattern(UpdateUserGroup.pattern)
  update(@Payload() request: UpdateUserGroup) {
    return this.groups.update(request);
  }

  @MessagePattern(DeleteUserGroup.pattern)
  delete(@Payload() request: DeleteUserGroup) {
    return this.groups.delete(request);
  }

  @MessagePattern(ChangeUserGroupMembers.pattern)
  changeMembers(@Payload() request: ChangeUserGroupMembers) {
    return this.contents.members(request);
  }

  @MessagePattern(ChangeSubgroups.pattern)
  changeSubgroups(@Payload() request: ChangeSubgroups) {
    return this.contents.subgroups(request);
  }

  @MessagePattern(ListUserGroups.pattern)
  list(@Payload() request: ListUserGroups) {
    return this.reader.list(request);
  }

  @MessagePattern(GetUserGroupMembers.pattern)
  getMembers(@Payload() request: GetUserGroupMembers) {
    return this.reader.members(request);
  }

  @MessagePattern(GetSubgroups.pattern)
  getSubgroups(@Payload() request: GetSubgroups) {
    return this.reader.subgroups(request);
  }

  @MessagePattern(IsUserGroupMember.pattern)
  isMember(@Payload() request: IsUserGroupMember) {
    return this.reader.isMember(request);
  }

  @MessagePattern(UpdateFullMembers.pattern)
  updateFullMembers(@Payload() { realmId }: UpdateFullMembers) {
    return this.fullMembers.updateIn(realmId);
  }
}
