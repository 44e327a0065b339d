import { mayAssignRole } from '@chat/auth';
import {
  badRequest,
  isAdministrator,
  organizationOwnerRequired,
  type Principal,
  Role,
  type UserUpdate,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { changeAccount } from '../account-changes/change-account.js';
import type { AccountRow } from '../accounts/account.row.js';
import { lockAccount } from '../accounts/find-account.js';
import { checkNewName } from '../accounts/full-name.js';
import { lockOwners, refuseToDemoteOnlyOwner } from '../accounts/last-owner.js';
import { ProfileValuesService } from '../profile-data/profile-values.service.js';
import { Realms } from '../realm/realms.js';

@Injectable()
export class UpdateUserService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly profiles: ProfileValuesService,
  ) {}

  async update(actor: Principal, { userId, fullName, role, profileData }: UserUpdate): Promise<void> {
    const { botDomain } = await this.realms.get(actor.realmId);
    const name = checkNewName(fullName);
    const values = await this.profiles.check(actor.realmId, profileData ?? []);
    await this.database.transaction(async (tx) => {
      const owners = role === undefined ? [] : await lockOwners(tx, actor.realmId);
      const account = await lockAccount(tx, actor.realmId, userId);
      if (role !== undefined && role !== account.role) checkRole(actor, account, role, owners);
      await this.profiles.checkPeople(tx, actor.realmId, values);
      const change = { ...(name !== undefined && { fullName: name }), ...(role !== undefined && { role }) };
      await changeAccount(tx, account, change, { actorId: actor.userId, botDomain });
      await this.profiles.store(tx, account, values);
    });
  }
}

function checkRole(actor: Principal, account: AccountRow, role: Role, owners: readonly number[]): void {
  if (!mayAssignRole(actor, role) || !mayAssignRole(actor, account.role)) throw organizationOwnerRequired();
  if (account.role === Role.Guest && isAdministrator(role)) {
    throw badRequest('Guests cannot be made administrators; make them members first.');
  }
  if (account.role === Role.Owner) refuseToDemoteOnlyOwner(owners, account.userId);
}
