import { randomUUID } from 'node:crypto';
import {
  badRequest,
  type Principal,
  TellGroupMembers,
  type UserGroup,
  UserGroupChanged,
  type UserGroupContentsChange,
  UserGroupMembersChanged,
} from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { AfterCommit } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { Realms } from '../realm/realms.js';
import { editableGroup, requireGroupEditing } from './group-access.js';
import { allSubgroupIds } from './group-contents.js';
import { requireUsers } from './require-users.js';
import { UserGroupsRepository } from './user-groups.repository.js';

const nothingToDo = () => badRequest('Nothing to do. Specify at least one of "add" or "delete".');
const unique = (ids: readonly number[]): number[] => [...new Set(ids)];

/** Who, and which groups, are in a group. */
@Injectable()
export class GroupContentsService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly afterCommit: AfterCommit,
    private readonly groups: UserGroupsRepository,
  ) {}

  async changeMembers(actor: Principal, given: UserGroupContentsChange): Promise<void> {
    const { groupId, add, remove } = await this.check(actor, given);
    const changeId = randomUUID();
    const change = { groupId, addedUserIds: add, removedUserIds: remove, actorId: actor.userId, changeId };
    await this.database.transaction(async (tx) => {
      const group = await editableGroup(tx, this.groups, actor, groupId);
      await requireUsers(tx, actor.realmId, [...add, ...remove]);
      refuseMembers(group, add, remove);
      await this.groups.changeMembers(tx, groupId, add, remove);
      tx.record(actor.realmId, UserGroupMembersChanged.of(change));
    });
    await this.afterCommit.ask(TellGroupMembers, { realmId: actor.realmId, ...change });
  }

  async changeSubgroups(actor: Principal, given: UserGroupContentsChange): Promise<void> {
    const { groupId, add, remove } = await this.check(actor, given);
    await this.database.transaction(async (tx) => {
      const previous = await editableGroup(tx, this.groups, actor, groupId);
      await this.refuseSubgroups(tx, actor.realmId, previous, add, remove);
      await this.groups.changeSubgroups(tx, groupId, add, remove);
      const kept = previous.subgroupIds.filter((id) => !remove.includes(id));
      const group = { ...previous, subgroupIds: [...kept, ...add].sort((a, b) => a - b) };
      tx.record(actor.realmId, UserGroupChanged.of({ groupId, group, previous }));
    });
  }

  /** Throws unless the actor may change groups and names something to change. */
  private async check(actor: Principal, { userGroupId, ...change }: UserGroupContentsChange) {
    requireGroupEditing(actor, await this.realms.get(actor.realmId));
    const [add, remove] = [unique(change.add), unique(change.delete)];
    if (add.length + remove.length === 0) throw nothingToDo();
    return { groupId: userGroupId, add, remove };
  }

  private async refuseSubgroups(
    tx: Transaction,
    realmId: number,
    group: UserGroup,
    add: readonly number[],
    remove: readonly number[],
  ): Promise<void> {
    const groups = await this.groups.findSubgroups(tx, realmId);
    const unknown = [...add, ...remove].find((id) => !groups.has(id));
    if (unknown !== undefined) throw badRequest(`Invalid user group ID: ${unknown}`);
    const there = add.find((id) => group.subgroupIds.includes(id));
    if (there !== undefined) throw badRequest(`User group ${there} is already a subgroup of this group.`);
    const missing = remove.find((id) => !group.subgroupIds.includes(id));
    if (missing !== undefined) throw badRequest(`User group ${missing} is not a subgroup of this group.`);
    const isCircular = add.some((id) => id === group.groupId || allSubgroupIds(groups, id).includes(group.groupId));
    if (isCircular) {
      throw badRequest(`User group ${group.groupId} is already a subgroup of one of the passed subgroups.`);
    }
  }
}

function refuseMembers(group: UserGroup, add: readonly number[], remove: readonly number[]): void {
  const there = add.find((userId) => group.memberIds.includes(userId));
  if (there !== undefined) throw badRequest(`User ${there} is already a member of this group`);
  const missing = remove.find((userId) => !group.memberIds.includes(userId));
  if (missing !== undefined) throw badRequest(`There is no member '${missing}' in this user group`);
}
