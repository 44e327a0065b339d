import {
  badRequest,
  GetSubgroups,
  GetUserGroupMembers,
  IsUserGroupMember,
  ListUserGroups,
  type UserGroup,
} from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { noSuchUser } from '../accounts/find-account.js';
import { RealmAccountsReader } from '../realm-accounts/realm-accounts-reader.js';
import { invalidUserGroup, refuseGuests } from './group-access.js';
import { allMemberIds, allSubgroupIds } from './group-contents.js';

@Injectable()
export class ReadGroupsService {
  constructor(private readonly accounts: RealmAccountsReader) {}

  async list({ actor }: ListUserGroups): Promise<{ groups: readonly UserGroup[] }> {
    refuseGuests(actor);
    return { groups: (await this.accounts.latest(actor.realmId)).state.groups };
  }

  async members({ actor, groupId, isDirectOnly }: GetUserGroupMembers): Promise<{ memberIds: readonly number[] }> {
    refuseGuests(actor);
    const { group, groups } = await this.find(actor.realmId, groupId);
    return { memberIds: isDirectOnly ? group.memberIds : allMemberIds(groups, groupId) };
  }

  async subgroups({ actor, groupId, isDirectOnly }: GetSubgroups): Promise<{ subgroupIds: readonly number[] }> {
    refuseGuests(actor);
    const { group, groups } = await this.find(actor.realmId, groupId);
    return { subgroupIds: isDirectOnly ? group.subgroupIds : allSubgroupIds(groups, groupId) };
  }

  async isMember({ actor, groupId, userId, isDirectOnly }: IsUserGroupMember): Promise<{ isMember: boolean }> {
    refuseGuests(actor);
    const { group, groups, users } = await this.find(actor.realmId, groupId);
    const user = users.find((candidate) => candidate.userId === userId);
    if (!user || user.isSystemBot) throw noSuchUser();
    if (!user.isActive) throw badRequest('User is deactivated');
    const memberIds = isDirectOnly ? group.memberIds : allMemberIds(groups, groupId);
    return { isMember: memberIds.includes(userId) };
  }

  private async find(realmId: number, groupId: number) {
    const { groups, users } = (await this.accounts.latest(realmId)).state;
    const byId = new Map(groups.map((group) => [group.groupId, group]));
    const group = byId.get(groupId);
    if (group === undefined) throw invalidUserGroup();
    return { group, groups: byId, users };
  }
}
