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
import { allSubgroupIds, invalidUserGroup, refuseGuests } from './group-rules.js';

@Injectable()
export class ReadGroupsService {
  constructor(private readonly accounts: RealmAccountsReader) {}

  async list(actor: Principal): Promise<UserGroupList> {
    return { userGroups: (await this.read(actor)).groups };
  }

  async members(actor: Principal, query: UserGroupMembersQuery): Promise<UserGroupMembers> {
    const { byId } = await this.find(actor, query.userGroupId);
    return { members: membersOf(byId, query) };
  }

  async subgroups(actor: Principal, query: UserGroupSubgroupsQuery): Promise<UserGroupSubgroups> {
    const { group, byId } = await this.find(actor, query.userGroupId);
    return { subgroups: query.directSubgroupOnly ? group.subgroupIds : allSubgroupIds(byId, group.groupId) };
  }

  async isMember(actor: Principal, query: UserGroupMemberQuery): Promise<UserGroupMembership> {
    const { users, byId } = await this.find(actor, query.userGroupId);
    const user = users.find(({ userId }) => userId === query.userId);
    if (!user || user.isSystemBot) throw noSuchUser();
    if (!user.isActive) throw badRequest('User is deactivated');
    return { isUserGroupMember: membersOf(byId, query).includes(query.userId) };
  }

  private async read(actor: Principal) {
    refuseGuests(actor);
    return (await this.accounts.latest(actor.realmId)).state;
  }

  private async find(actor: Principal, groupId: number) {
    const { groups, users } = await this.read(actor);
    const byId = new Map(groups.map((group) => [group.groupId, group]));
    const group = byId.get(groupId);
    if (group === undefined) throw invalidUserGroup();
    return { group, byId, users };
  }
}

function membersOf(
  groups: ReadonlyMap<number, UserGroup>,
  { userGroupId, directMemberOnly }: UserGroupMembersQuery,
): readonly number[] {
  const within = directMemberOnly ? [userGroupId] : [userGroupId, ...allSubgroupIds(groups, userGroupId)];
  const members = new Set(within.flatMap((id) => groups.get(id)?.memberIds ?? []));
  return [...members].sort((a, b) => a - b);
}
