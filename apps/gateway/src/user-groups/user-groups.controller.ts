import { userGroupOnWire } from '@chat/auth';
import {
  ChangeSubgroups,
  ChangeUserGroupMembers,
  CreateUserGroup,
  DeleteUserGroup,
  GetSubgroups,
  GetUserGroupMembers,
  IsUserGroupMember,
  ListUserGroups,
  UpdateUserGroup,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import * as endpoints from './user-groups.endpoints.js';

@Controller()
export class UserGroupsController {
  @Endpoint(endpoints.createUserGroupEndpoint)
  async create(call: Call<typeof endpoints.createUserGroupEndpoint>) {
    const { name, description, members } = call.parameters;
    await call.request(CreateUserGroup, { actor: call.principal, name, description, memberIds: members });
    return {};
  }

  @Endpoint(endpoints.listUserGroupsEndpoint)
  async list(call: Call<typeof endpoints.listUserGroupsEndpoint>) {
    const { groups } = await call.request(ListUserGroups, { actor: call.principal });
    return { user_groups: groups.map(userGroupOnWire) };
  }

  @Endpoint(endpoints.updateUserGroupEndpoint)
  update(call: Call<typeof endpoints.updateUserGroupEndpoint>) {
    const { name, description } = call.parameters;
    return call.request(UpdateUserGroup, {
      actor: call.principal,
      groupId: call.path.userGroupId,
      name,
      description,
    });
  }

  @Endpoint(endpoints.deleteUserGroupEndpoint)
  delete(call: Call<typeof endpoints.deleteUserGroupEndpoint>) {
    return call.request(DeleteUserGroup, { actor: call.principal, groupId: call.path.userGroupId });
  }

  @Endpoint(endpoints.changeMembersEndpoint)
  changeMembers(call: Call<typeof endpoints.changeMembersEndpoint>) {
    const { add, delete: remove } = call.parameters;
    return call.request(ChangeUserGroupMembers, {
      actor: call.principal,
      groupId: call.path.userGroupId,
      add,
      remove,
    });
  }

  @Endpoint(endpoints.getMembersEndpoint)
  async getMembers(call: Call<typeof endpoints.getMembersEndpoint>) {
    const { memberIds } = await call.request(GetUserGroupMembers, {
      actor: call.principal,
      groupId: call.path.userGroupId,
      isDirectOnly: call.parameters.directMemberOnly,
    });
    return { members: memberIds };
  }

  @Endpoint(endpoints.isMemberEndpoint)
  async isMember(call: Call<typeof endpoints.isMemberEndpoint>) {
    const { isMember } = await call.request(IsUserGroupMember, {
      actor: call.principal,
      groupId: call.path.userGroupId,
      userId: call.path.userId,
      isDirectOnly: call.parameters.directMemberOnly,
    });
    return { is_user_group_member: isMember };
  }

  @Endpoint(endpoints.changeSubgroupsEndpoint)
  changeSubgroups(call: Call<typeof endpoints.changeSubgroupsEndpoint>) {
    const { add, delete: remove } = call.parameters;
    return call.request(ChangeSubgroups, { actor: call.principal, groupId: call.path.userGroupId, add, remove });
  }

  @Endpoint(endpoints.getSubgroupsEndpoint)
  async getSubgroups(call: Call<typeof endpoints.getSubgroupsEndpoint>) {
    const { subgroupIds } = await call.request(GetSubgroups, {
      actor: call.principal,
      groupId: call.path.userGroupId,
      isDirectOnly: call.parameters.directSubgroupOnly,
    });
    return { subgroups: subgroupIds };
  }
}

@Module({ controllers: [UserGroupsController] })
export class UserGroupsModule {}
