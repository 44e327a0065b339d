import {
  badRequest,
  type NewUserGroup,
  type Principal,
  UserGroupChanged,
  UserGroupRemoved,
  type UserGroupUpdate,
} from '@chat/contracts';
import { Database, sqlState, type Transaction, UNIQUE_VIOLATION } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Realms } from '../realm/realms.js';
import { RealmProvisioningService } from '../realm-provisioning/realm-provisioning.service.js';
import { editableGroup, requireGroupEditing } from './group-access.js';
import { checkGroupDescription, checkGroupName, groupNameTaken } from './group-name.js';
import { requireUsers } from './require-users.js';
import { UserGroupsRepository } from './user-groups.repository.js';

@Injectable()
export class UserGroupsService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly provisioning: RealmProvisioningService,
    private readonly groups: UserGroupsRepository,
  ) {}

  async create(actor: Principal, given: NewUserGroup): Promise<void> {
    const { realmId } = actor;
    requireGroupEditing(actor, await this.realms.get(realmId));
    const name = checkGroupName(given.name);
    const description = checkGroupDescription(given.description);
    const memberIds = [...new Set(given.members)].sort((a, b) => a - b);
    await this.provisioning.provision(realmId);
    await this.named(name, async (tx) => {
      await this.groups.lock(tx, realmId);
      await requireUsers(tx, realmId, memberIds);
      const group = { name, description, isSystemGroup: false, memberIds, subgroupIds: [] };
      const groupId = await this.groups.insert(tx, realmId, group);
      await this.groups.changeMembers(tx, groupId, memberIds, []);
      tx.record(realmId, UserGroupChanged.of({ groupId, group: { groupId, ...group }, previous: null }));
    });
  }

  async update(actor: Principal, { userGroupId: groupId, ...given }: UserGroupUpdate): Promise<void> {
    requireGroupEditing(actor, await this.realms.get(actor.realmId));
    if (given.name === undefined && given.description === undefined) throw badRequest('No new data supplied');
    const name = given.name === undefined ? undefined : checkGroupName(given.name);
    const description = given.description === undefined ? undefined : checkGroupDescription(given.description);
    await this.named(name ?? '', async (tx) => {
      const previous = await editableGroup(tx, this.groups, actor, groupId);
      const group = { ...previous, name: name ?? previous.name, description: description ?? previous.description };
      if (group.name === previous.name && group.description === previous.description) return;
      await this.groups.updateNames(tx, group);
      tx.record(actor.realmId, UserGroupChanged.of({ groupId, group, previous }));
    });
  }

  async delete(actor: Principal, groupId: number): Promise<void> {
    const { realmId } = actor;
    requireGroupEditing(actor, await this.realms.get(realmId));
    await this.database.transaction(async (tx) => {
      await editableGroup(tx, this.groups, actor, groupId);
      for (const previous of await this.groups.findContaining(tx, groupId)) {
        const group = { ...previous, subgroupIds: previous.subgroupIds.filter((id) => id !== groupId) };
        tx.record(realmId, UserGroupChanged.of({ groupId: group.groupId, group, previous }));
      }
      await this.groups.delete(tx, groupId);
      tx.record(realmId, UserGroupRemoved.of({ groupId }));
    });
  }

  /** Runs `work`; a taken name is refused by the constraint. */
  private named<Result>(name: string, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.database.transaction(work).catch((error: unknown) => {
      throw sqlState(error) === UNIQUE_VIOLATION ? groupNameTaken(name) : error;
    });
  }
}
