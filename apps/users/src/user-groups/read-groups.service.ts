import {
  badRequest,
  type Principal,
  type UserGroup,
  type UserGroupList,
  type UserGroupMemberQuery,
  type UserGroupMembers,
  type UserGroupMembership,
  type UserGroupMembersQuery,
  type UserGroupSubgroups,
  type UserGroupSubgroupsQuery,
} from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { noSuchUser } from '../accounts/find-account.js';
import { RealmAccountsReader } from '../realm-accounts/realm-accounts-reader.js';
import { invalidUserGroup, refuseGuests } from './group-access.js';
import { allMemberIds, allSubgroupIds } from './group-contents.js';

@Injectable()
export class ReadGroupsService {
  constructor(private readonly accounts: RealmAccountsReader) {}

  async list(actor: Principal): Promise<UserGroupList> {
    refuseGuests(actor);
    return { userGroups: (await this.accounts.latest(actor.realmId)).state.groups };
  }

  async members(actor: Principal, query: UserGroupMembersQuery): Promise<UserGroupMembers> {
    const { group, groups } = await this.find(actor, query.userGroupId);
    return { members: membersOf(group, groups, query) };
  }

  async subgroups(actor: Principal, query: UserGroupSubgroupsQuery): Promise<UserGroupSubgroups> {
    const { group, groups } = await this.find(actor, query.userGroupId);
    return { subgroups: query.directSubgroupOnly ? group.subgroupIds : allSubgroupIds(groups, group.groupId) };
  }

  async isMember(actor: Principal, query: UserGroupMemberQuery): Promise<UserGroupMembership> {
    const { group, groups, users } = await this.find(actor, query.userGroupId);
    const user = users.find(({ userId }) => userId === query.userId);
    if (!user || user.isSystemBot) throw noSuchUser();
    if (!user.isActive) throw badRequest('User is deactivated');
    return { isUserGroupMember: membersOf(group, groups, query).includes(query.userId) };
  }

  private async find(actor: Principal, groupId: number) {
    refuseGuests(actor);
    const { groups, users } = (await this.accounts.latest(actor.realmId)).state;
    const byId = new Map(groups.map((group) => [group.groupId, group]));
    const group = byId.get(groupId);
    if (group === undefined) throw invalidUserGroup();
    return { group, groups: byId, users };
  }
}

const membersOf = (
  group: UserGroup,
  groups: ReadonlyMap<number, UserGroup>,
  { directMemberOnly }: UserGroupMembersQuery,
): readonly number[] => (directMemberOnly ? group.memberIds : allMemberIds(groups, group.groupId));
