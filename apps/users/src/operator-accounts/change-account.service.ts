import { ChangeUserAsOperator, Role } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { changeAccount } from '../account-changes/change-account.js';
import { deactivateDependents } from '../account-changes/deactivate-dependents.js';
import { requireBotOwner } from '../accounts/bot-owner.js';
import { findAccountByEmail, lockAccount, noSuchUser } from '../accounts/find-account.js';
import { lockOwners, refuseToDeactivateOnlyOwner, refuseToDemoteOnlyOwner } from '../accounts/last-owner.js';
import { hashPassword } from '../passwords/password-hash.js';
import { storePassword } from '../passwords/store-password.js';
import { Realms } from '../realm/realms.js';

@Injectable()
export class ChangeAccountService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
  ) {}

  async handle(request: ChangeUserAsOperator): Promise<{ userId: number }> {
    const { realmId, email, role, isActive, botOwnerId, password } = request;
    const { botDomain } = await this.realms.get(realmId);
    const passwordHash = password === undefined ? undefined : await hashPassword(password);
    return this.database.transaction(async (tx) => {
      const found = await findAccountByEmail(tx, realmId, email);
      if (found === undefined) throw noSuchUser();
      const { userId } = found;
      const owners = await lockOwners(tx, realmId);
      const account = await lockAccount(tx, realmId, userId);
      if (role !== undefined && role !== Role.Owner) refuseToDemoteOnlyOwner(owners, userId);
      if (isActive === false) refuseToDeactivateOnlyOwner(owners, userId);
      if (botOwnerId !== undefined) await requireBotOwner(tx, account, botOwnerId);
      await changeAccount(tx, account, givenFields(request), { actorId: null, botDomain });
      if (isActive === false) await deactivateDependents(tx, account, { actorId: null, botDomain });
      if (passwordHash !== undefined) await storePassword(tx, userId, passwordHash);
      return { userId };
    });
  }
}

/** The fields of the account that the request names. */
function givenFields({ role, isActive, canCreateUsers, isBillingAdmin, botOwnerId }: ChangeUserAsOperator) {
  return {
    ...(role !== undefined && { role }),
    ...(isActive !== undefined && { isActive }),
    ...(canCreateUsers !== undefined && { canCreateUsers }),
    ...(isBillingAdmin !== undefined && { isBillingAdmin }),
    ...(botOwnerId !== undefined && { botOwnerId }),
  };
}
