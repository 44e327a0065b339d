import { randomUUID } from 'node:crypto';
import {
  badRequest,
  ChangeSubgroups,
  ChangeUserGroupMembers,
  TellGroupMembers,
  type UserGroup,
  UserGroupChanged,
  UserGroupMembersChanged,
} from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { AfterCommit } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { RealmFacts } from '../realm/realm-facts.js';
import { editableGroup, requireGroupEditing } from './group-access.js';
import { allSubgroupIds } from './group-contents.js';
import { requireUsers } from './require-users.js';

const nothingToDo = () => badRequest('Nothing to do. Specify at least one of "add" or "delete".');
const unique = (ids: readonly number[]): number[] => [...new Set(ids)];

/** Who, and which groups, are in a group. */
@Injectable()
export class GroupContentsService {
  constructor(
    private readonly database: Database,
    private readonly realms: RealmFacts,
    private readonly afterCommit: AfterCommit,
  ) {}

  async members(request: ChangeUserGroupMembers): Promise<Record<string, never>> {
    const { actor, groupId } = request;
    requireGroupEditing(actor, await this.realms.get(actor.realmId));
    const [add, remove] = [unique(request.add), unique(request.remove)];
    if (add.length + remove.length === 0) throw nothingToDo();
    const changeId = randomUUID();
    const change = { groupId, addedUserIds: add, removedUserIds: remove, actorId: actor.userId, changeId };
    await this.database.transaction(async (tx) => {
      const group = await editableGroup(tx, actor, groupId);
      await requireUsers(tx, actor.realmId, [...add, ...remove]);
      refuseMembers(group, add, remove);
      await tx.query('INSERT INTO user_group_member (group_id, user_id) SELECT $1, unnest($2::bigint[])', [
        groupId,
        add,
      ]);
      await tx.query('DELETE FROM user_group_member WHERE group_id = $1 AND user_id = ANY($2)', [groupId, remove]);
      tx.record(actor.realmId, UserGroupMembersChanged.of(change));
    });
    await this.afterCommit.ask(TellGroupMembers, { realmId: actor.realmId, ...change });
    return {};
  }

  async subgroups(request: ChangeSubgroups): Promise<Record<string, never>> {
    const { actor, groupId } = request;
    requireGroupEditing(actor, await this.realms.get(actor.realmId));
    const [add, remove] = [unique(request.add), unique(request.remove)];
    if (add.length + remove.length === 0) throw nothingToDo();
    await this.database.transaction(async (tx) => {
      const previous = await editableGroup(tx, actor, groupId);
      await this.refuseSubgroups(tx, actor.realmId, previous, add, remove);
      await tx.query('INSERT INTO user_group_subgroup (group_id, subgroup_id) SELECT $1, unnest($2::bigint[])', [
        groupId,
        add,
      ]);
      await tx.query('DELETE FROM user_group_subgroup WHERE group_id = $1 AND subgroup_id = ANY($2)', [
        groupId,
        remove,
      ]);
      const kept = previous.subgroupIds.filter((id) => !remove.includes(id));
      const group = { ...previous, subgroupIds: [...kept, ...add].sort((a, b) => a - b) };
      tx.record(actor.realmId, UserGroupChanged.of({ groupId, group, previous }));
    });
    return {};
  }

  private async refuseSubgroups(
    tx: Transaction,
    realmId: number,
    group: UserGroup,
    add: readonly number[],
    remove: readonly number[],
  ): Promise<void> {
    const groups = await contentsOfAll(tx, realmId);
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

async function contentsOfAll(tx: Transaction, realmId: number) {
  const rows = await tx.query<{ groupId: number; subgroupIds: number[] }>(
    `SELECT g.group_id AS "groupId",
       ARRAY(SELECT s.subgroup_id FROM user_group_subgroup s WHERE s.group_id = g.group_id) AS "subgroupIds"
     FROM user_group g WHERE g.realm_id = $1`,
    [realmId],
  );
  return new Map(rows.map((row) => [row.groupId, { ...row, memberIds: [] }]));
}
