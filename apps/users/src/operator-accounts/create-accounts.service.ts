import {
  badRequest,
  type CreatedAccount,
  CreateUserAsOperator,
  CreateUsersAsOperator,
  isAdministrator,
  Role,
  SubscribeNewUser,
} from '@chat/contracts';
import type { RequestContext } from '@chat/redis-rpc';
import { AfterCommit } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { AccountMaker, type AccountPlan } from '../account-changes/account-maker.js';
import { isEmailAddress } from '../accounts/email-address.js';
import { checkFullName } from '../accounts/full-name.js';
import { hashPassword } from '../passwords/password-hash.js';
import { Realms } from '../realm/realms.js';

const DEFAULT_BOT_TYPE = 1;

@Injectable()
export class CreateAccountsService {
  constructor(
    private readonly maker: AccountMaker,
    private readonly realms: Realms,
    private readonly afterCommit: AfterCommit,
  ) {}

  async one(request: CreateUserAsOperator, context: RequestContext): Promise<CreatedAccount> {
    const isBot = request.isBot === true || request.botOwnerId !== undefined || request.botType !== undefined;
    const plan: AccountPlan = {
      ...checked(request.email, request.fullName, request.role),
      passwordHash: request.password === undefined ? null : await hashPassword(request.password),
      ...(request.canCreateUsers !== undefined && { canCreateUsers: request.canCreateUsers }),
      ...(isBot && { bot: { type: request.botType ?? DEFAULT_BOT_TYPE, ownerId: request.botOwnerId ?? null } }),
    };
    const [created] = (await this.maker.make(await this.realms.get(request.realmId), [plan])) as [CreatedAccount];
    const { userId } = created;
    if (!isBot) await this.afterCommit.ask(SubscribeNewUser, { realmId: request.realmId, userId }, context);
    return created;
  }

  /** Their default streams come by their events: to ask for each would take as long as the whole request may. */
  async many(request: CreateUsersAsOperator): Promise<CreatedAccount[]> {
    // One hash for all: a population for load tests does not wait minutes for argon2.
    const passwordHash = request.password === undefined ? null : await hashPassword(request.password);
    const plans = request.users.map(({ email, fullName, role }) => ({
      ...checked(email, fullName, role ?? Role.Member),
      passwordHash,
    }));
    return this.maker.make(await this.realms.get(request.realmId), plans);
  }
}

function checked(email: string, fullName: string, role: Role) {
  const address = email.trim();
  if (!isEmailAddress(address)) throw badRequest('Enter a valid email address.');
  return { email: address, fullName: checkFullName(fullName), role, canCreateUsers: isAdministrator(role) };
}
