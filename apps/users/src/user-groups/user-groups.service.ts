import { randomUUID } from 'node:crypto';
import {
  badRequest,
  type NewUserGroup,
  type Principal,
  TellGroupMembers,
  type UserGroup,
  UserGroupChanged,
  type UserGroupContentsChange,
  type UserGroupList,
  type UserGroupMemberQuery,
  type UserGroupMembers,
  UserGroupMembersChanged,
  type UserGroupMembership,
  type UserGroupMembersQuery,
  UserGroupRemoved,
  type UserGroupSubgroups,
  type UserGroupSubgroupsQuery,
  type UserGroupUpdate,
} from '@chat/contracts';
import { Database, sqlState, type Transaction, UNIQUE_VIOLATION } from '@chat/persistence';
import { AfterCommit } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { RealmProvisioningService } from '../account-changes/realm-provisioning.service.js';
import { noSuchUser } from '../accounts/find-account.js';
import { nameKey } from '../accounts/names.js';
import { Realms } from '../realm/realms.js';
import { readGroupsContaining } from '../realm-accounts/realm-accounts.js';
import { RealmAccountsReader } from '../realm-accounts/realm-accounts-reader.js';
import { UserGroupEntity } from '../system-groups/user-group.entity.js';
import {
  allSubgroupIds,
  checkGroupDescription,
  checkGroupName,
  invalidUserGroup,
  lockEditableGroup,
  refuseGuests,
  requireGroupEditing,
  requireUsers,
} from './group-rules.js';
import { changeContents, findSubgroups, insertGroup, lockGroups } from './user-groups.repository.js';

@Injectable()
export class UserGroupsService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly accounts: RealmAccountsReader,
    private readonly provisioning: RealmProvisioningService,
    private readonly afterCommit: AfterCommit,
  ) {}

  async create(actor: Principal, given: NewUserGroup): Promise<void> {
    const { realmId } = actor;
    requireGroupEditing(actor, await this.realms.get(realmId));
    const name = checkGroupName(given.name);
    const description = checkGroupDescription(given.description);
    const memberIds = unique(given.members).sort((a, b) => a - b);
    await this.provisioning.provision(realmId);
    await this.storeName(name, async (tx) => {
      await lockGroups(tx, realmId);
      await requireUsers(tx, realmId, memberIds);
      const group = { name, description, isSystemGroup: false, memberIds, subgroupIds: [] };
      const groupId = await insertGroup(tx, realmId, group);
      await changeContents(tx, 'members', groupId, memberIds, []);
      tx.record(realmId, UserGroupChanged.of({ groupId, group: { groupId, ...group }, previous: null }));
    });
  }

  async update(actor: Principal, { userGroupId: groupId, ...given }: UserGroupUpdate): Promise<void> {
    requireGroupEditing(actor, await this.realms.get(actor.realmId));
    if (given.name === undefined && given.description === undefined) throw badRequest('No new data supplied');
    const newName = given.name === undefined ? undefined : checkGroupName(given.name);
    const newDescription = given.description === undefined ? undefined : checkGroupDescription(given.description);
    await this.storeName(newName ?? '', async (tx) => {
      const previous = await lockEditableGroup(tx, actor, groupId);
      const { name, description } = {
        name: newName ?? previous.name,
        description: newDescription ?? previous.description,
      };
      if (name === previous.name && description === previous.description) return;
      await tx.getRepository(UserGroupEntity).update({ groupId }, { name, nameKey: nameKey(name), description });
      tx.record(actor.realmId, UserGroupChanged.of({ groupId, group: { ...previous, name, description }, previous }));
    });
  }

  async delete(actor: Principal, groupId: number): Promise<void> {
    const { realmId } = actor;
    requireGroupEditing(actor, await this.realms.get(realmId));
    await this.database.transaction(async (tx) => {
      await lockEditableGroup(tx, actor, groupId);
      for (const previous of await readGroupsContaining(tx, groupId)) {
        const group = { ...previous, subgroupIds: previous.subgroupIds.filter((id) => id !== groupId) };
        tx.record(realmId, UserGroupChanged.of({ groupId: group.groupId, group, previous }));
      }
      await tx.getRepository(UserGroupEntity).delete({ groupId });
      tx.record(realmId, UserGroupRemoved.of({ groupId }));
    });
  }

  async changeMembers(actor: Principal, given: UserGroupContentsChange): Promise<void> {
    const { groupId, add, remove } = await this.checkChange(actor, given);
    const changeId = randomUUID();
    const change = { groupId, addedUserIds: add, removedUserIds: remove, actorId: actor.userId, changeId };
    await this.database.transaction(async (tx) => {
      const { memberIds } = await lockEditableGroup(tx, actor, groupId);
      await requireUsers(tx, actor.realmId, [...add, ...remove]);
      const present = add.find((userId) => memberIds.includes(userId));
      if (present !== undefined) throw badRequest(`User ${present} is already a member of this group`);
      const missing = remove.find((userId) => !memberIds.includes(userId));
      if (missing !== undefined) throw badRequest(`There is no member '${missing}' in this user group`);
      await changeContents(tx, 'members', groupId, add, remove);
      tx.record(actor.realmId, UserGroupMembersChanged.of(change));
    });
    await this.afterCommit.ask(TellGroupMembers, { realmId: actor.realmId, ...change });
  }

  async changeSubgroups(actor: Principal, given: UserGroupContentsChange): Promise<void> {
    const { groupId, add, remove } = await this.checkChange(actor, given);
    await this.database.transaction(async (tx) => {
      const previous = await lockEditableGroup(tx, actor, groupId);
      checkSubgroups(await findSubgroups(tx, actor.realmId), previous, add, remove);
      await changeContents(tx, 'subgroups', groupId, add, remove);
      const others = previous.subgroupIds.filter((id) => !remove.includes(id));
      const group = { ...previous, subgroupIds: [...others, ...add].sort((a, b) => a - b) };
      tx.record(actor.realmId, UserGroupChanged.of({ groupId, group, previous }));
    });
  }

  async list(actor: Principal): Promise<UserGroupList> {
    return { userGroups: (await this.readAll(actor)).groups };
  }

  async getMembers(actor: Principal, query: UserGroupMembersQuery): Promise<UserGroupMembers> {
    const { byId } = await this.find(actor, query.userGroupId);
    return { members: membersOf(byId, query) };
  }

  async getSubgroups(actor: Principal, query: UserGroupSubgroupsQuery): Promise<UserGroupSubgroups> {
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

  private async readAll(actor: Principal) {
    refuseGuests(actor);
    return (await this.accounts.latest(actor.realmId)).state;
  }

  private async find(actor: Principal, groupId: number) {
    const { groups, users } = await this.readAll(actor);
    const byId = new Map(groups.map((group) => [group.groupId, group]));
    const group = byId.get(groupId);
    if (group === undefined) throw invalidUserGroup();
    return { group, byId, users };
  }

  /** Throws unless the actor may change groups and names a change. */
  private async checkChange(actor: Principal, { userGroupId, ...change }: UserGroupContentsChange) {
    requireGroupEditing(actor, await this.realms.get(actor.realmId));
    const [add, remove] = [unique(change.add), unique(change.delete)];
    if (add.length + remove.length === 0) throw badRequest('Nothing to do. Specify at least one of "add" or "delete".');
    return { groupId: userGroupId, add, remove };
  }

  /** Runs a transaction that stores a name. The unique index refuses a name in use. */
  private storeName(name: string, work: (tx: Transaction) => Promise<void>): Promise<void> {
    return this.database.transaction(work).catch((error: unknown) => {
      throw sqlState(error) === UNIQUE_VIOLATION ? badRequest(`User group '${name}' already exists.`) : error;
    });
  }
}

const unique = (ids: readonly number[]): number[] => [...new Set(ids)];

function checkSubgroups(
  groups: ReadonlyMap<number, Pick<UserGroup, 'subgroupIds'>>,
  { groupId, subgroupIds }: UserGroup,
  add: readonly number[],
  remove: readonly number[],
): void {
  const unknown = [...add, ...remove].find((id) => !groups.has(id));
  if (unknown !== undefined) throw badRequest(`Invalid user group ID: ${unknown}`);
  const present = add.find((id) => subgroupIds.includes(id));
  if (present !== undefined) throw badRequest(`User group ${present} is already a subgroup of this group.`);
  const missing = remove.find((id) => !subgroupIds.includes(id));
  if (missing !== undefined) throw badRequest(`User group ${missing} is not a subgroup of this group.`);
  if (add.some((id) => id === groupId || allSubgroupIds(groups, id).includes(groupId))) {
    throw badRequest(`User group ${groupId} is already a subgroup of one of the passed subgroups.`);
  }
}

function membersOf(groups: ReadonlyMap<number, UserGroup>, { userGroupId, directMemberOnly }: UserGroupMembersQuery) {
  const within = directMemberOnly ? [userGroupId] : [userGroupId, ...allSubgroupIds(groups, userGroupId)];
  const members = new Set(within.flatMap((id) => groups.get(id)?.memberIds ?? []));
  return [...members].sort((a, b) => a - b);
}
