import {
  badRequest,
  CreateUserGroup,
  DeleteUserGroup,
  UpdateUserGroup,
  type UserGroup,
  UserGroupChanged,
  UserGroupRemoved,
} from '@chat/contracts';
import { Database, sqlState, type Transaction, UNIQUE_VIOLATION } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { nameKey } from '../accounts/name-key.js';
import { RealmFacts } from '../realm/realm-facts.js';
import { RealmProvisioningService } from '../realm-provisioning/realm-provisioning.service.js';
import { editableGroup, lockGroups, requireGroupEditing } from './group-access.js';
import { checkGroupDescription, checkGroupName, groupNameTaken } from './group-name.js';
import { requireUsers } from './require-users.js';

@Injectable()
export class UserGroupsService {
  constructor(
    private readonly database: Database,
    private readonly realms: RealmFacts,
    private readonly provisioning: RealmProvisioningService,
  ) {}

  async create(request: CreateUserGroup): Promise<{ groupId: number }> {
    const { actor } = request;
    requireGroupEditing(actor, await this.realms.get(actor.realmId));
    const name = checkGroupName(request.name);
    const description = checkGroupDescription(request.description);
    const memberIds = [...new Set(request.memberIds)].sort((a, b) => a - b);
    await this.provisioning.provision(actor.realmId);
    return this.named(name, async (tx) => {
      await lockGroups(tx, actor.realmId);
      await requireUsers(tx, actor.realmId, memberIds);
      const [row] = await tx.query<{ groupId: number }>(
        `INSERT INTO user_group (realm_id, name, name_key, description) VALUES ($1, $2, $3, $4) RETURNING group_id AS "groupId"`,
        [actor.realmId, name, nameKey(name), description],
      );
      const { groupId } = row as { groupId: number };
      await tx.query('INSERT INTO user_group_member (group_id, user_id) SELECT $1, unnest($2::bigint[])', [
        groupId,
        memberIds,
      ]);
      const group: UserGroup = { groupId, name, description, isSystemGroup: false, memberIds, subgroupIds: [] };
      tx.record(actor.realmId, UserGroupChanged.of({ groupId, group, previous: null }));
      return { groupId };
    });
  }

  async update({ actor, groupId, ...given }: UpdateUserGroup): Promise<Record<string, never>> {
    requireGroupEditing(actor, await this.realms.get(actor.realmId));
    if (given.name === undefined && given.description === undefined) throw badRequest('No new data supplied');
    const name = given.name === undefined ? undefined : checkGroupName(given.name);
    const description = given.description === undefined ? undefined : checkGroupDescription(given.description);
    await this.named(name ?? '', async (tx) => {
      const previous = await editableGroup(tx, actor, groupId);
      const group = { ...previous, name: name ?? previous.name, description: description ?? previous.description };
      if (group.name === previous.name && group.description === previous.description) return;
      await tx.query('UPDATE user_group SET name = $2, name_key = $3, description = $4 WHERE group_id = $1', [
        ...[groupId, group.name, nameKey(group.name), group.description],
      ]);
      tx.record(actor.realmId, UserGroupChanged.of({ groupId, group, previous }));
    });
    return {};
  }

  async delete({ actor, groupId }: DeleteUserGroup): Promise<Record<string, never>> {
    requireGroupEditing(actor, await this.realms.get(actor.realmId));
    await this.database.transaction(async (tx) => {
      await editableGroup(tx, actor, groupId);
      await leaveSupergroups(tx, actor.realmId, groupId);
      await tx.query('DELETE FROM user_group WHERE group_id = $1', [groupId]);
      tx.record(actor.realmId, UserGroupRemoved.of({ groupId }));
    });
    return {};
  }

  /** Runs `work`; a taken name is refused by the constraint. */
  private named<Result>(name: string, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.database.transaction(work).catch((error: unknown) => {
      throw sqlState(error) === UNIQUE_VIOLATION ? groupNameTaken(name) : error;
    });
  }
}

async function leaveSupergroups(tx: Transaction, realmId: number, groupId: number): Promise<void> {
  const containing = await tx.query<UserGroup>(
    `SELECT g.group_id AS "groupId", g.name, g.description, g.is_system_group AS "isSystemGroup",
       ARRAY(SELECT m.user_id FROM user_group_member m WHERE m.group_id = g.group_id ORDER BY 1) AS "memberIds",
       ARRAY(SELECT s.subgroup_id FROM user_group_subgroup s WHERE s.group_id = g.group_id ORDER BY 1) AS "subgroupIds"
     FROM user_group g JOIN user_group_subgroup c USING (group_id) WHERE c.subgroup_id = $1`,
    [groupId],
  );
  for (const previous of containing) {
    const group = { ...previous, subgroupIds: previous.subgroupIds.filter((id) => id !== groupId) };
    tx.record(realmId, UserGroupChanged.of({ groupId: group.groupId, group, previous }));
  }
}
