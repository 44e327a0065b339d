import {
  badRequest,
  type ChangeUserAsOperator,
  type CreatedAccount,
  type CreateUserAsOperator,
  type CreateUsersAsOperator,
  isAdministrator,
  Role,
  SubscribeNewUser,
} from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { AfterCommit } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { AccountMaker } from '../account-changes/account-maker.js';
import { changeAccount, deactivateDependents } from '../account-changes/change-account.js';
import type { AccountRow } from '../accounts/account.entity.js';
import { isEmailAddress } from '../accounts/email-address.js';
import {
  findAccountByEmail,
  lockAccount,
  lockOwners,
  noSuchUser,
  refuseToDeactivateOnlyOwner,
  refuseToDemoteOnlyOwner,
  requirePeople,
} from '../accounts/find-account.js';
import { checkFullName } from '../accounts/names.js';
import { hashPassword, storePassword } from '../passwords/passwords.js';
import { Realms } from '../realm/realms.js';

const DEFAULT_BOT_TYPE = 1;

@Injectable()
export class OperatorAccountsService {
  constructor(
    private readonly database: Database,
    private readonly maker: AccountMaker,
    private readonly realms: Realms,
    private readonly afterCommit: AfterCommit,
  ) {}

  async create(request: CreateUserAsOperator, context: RequestContext): Promise<CreatedAccount> {
    const { realmId, email, fullName, role, password, canCreateUsers, botType, botOwnerId } = request;
    const isBot = request.isBot === true || botOwnerId !== undefined || botType !== undefined;
    const checked = checkedPlan(email, fullName, role);
    const plan = {
      ...checked,
      passwordHash: password === undefined ? null : await hashPassword(password),
      canCreateUsers: canCreateUsers ?? checked.canCreateUsers,
      ...(isBot && { bot: { type: botType ?? DEFAULT_BOT_TYPE, ownerId: botOwnerId ?? null } }),
    };
    const [created] = (await this.maker.make(await this.realms.get(realmId), [plan])) as [CreatedAccount];
    if (!isBot) await this.afterCommit.ask(SubscribeNewUser, { realmId, userId: created.userId }, context);
    return created;
  }

  /** The messaging service subscribes the users by their events: a request for each would exceed the time of this request. */
  async createMany(request: CreateUsersAsOperator): Promise<CreatedAccount[]> {
    // All share one hash, since argon2 would take minutes for the users of a load test.
    const passwordHash = request.password === undefined ? null : await hashPassword(request.password);
    const plans = request.users.map(({ email, fullName, role }) => ({
      ...checkedPlan(email, fullName, role ?? Role.Member),
      passwordHash,
    }));
    return this.maker.make(await this.realms.get(request.realmId), plans);
  }

  async change(request: ChangeUserAsOperator): Promise<{ userId: number }> {
    const { realmId, email, role, isActive, botOwnerId, password, canCreateUsers, isBillingAdmin } = request;
    const by = { actorId: null, botDomain: (await this.realms.get(realmId)).botDomain };
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
      await changeAccount(tx, account, { role, isActive, canCreateUsers, isBillingAdmin, botOwnerId }, by);
      if (isActive === false) await deactivateDependents(tx, account, by);
      if (passwordHash !== undefined) await storePassword(tx, account, passwordHash);
      return { userId };
    });
  }
}

function checkedPlan(email: string, fullName: string, role: Role) {
  const address = email.trim();
  if (!isEmailAddress(address)) throw badRequest('Enter a valid email address.');
  return { email: address, fullName: checkFullName(fullName), role, canCreateUsers: isAdministrator(role) };
}

async function requireBotOwner(tx: Transaction, account: AccountRow, ownerId: number): Promise<void> {
  if (!account.isBot) throw badRequest('Only bots have owners');
  await requirePeople(tx, account.realmId, [ownerId]);
}
