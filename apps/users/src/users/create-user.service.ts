import {
  badRequest,
  type CreatedAccount,
  type NewUser,
  type Principal,
  type RealmRecord,
  Role,
  SubscribeNewUser,
  type UserSelection,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { AfterCommit } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { AccountMaker, emailInUse } from '../account-changes/account-maker.js';
import { isEmailAddress, objectionTo } from '../accounts/email-address.js';
import { findAccount, findAccountByEmail } from '../accounts/find-account.js';
import { checkFullName } from '../accounts/names.js';
import { hashPassword, isStrongEnough } from '../passwords/passwords.js';
import { Realms } from '../realm/realms.js';

@Injectable()
export class CreateUserService {
  constructor(
    private readonly database: Database,
    private readonly maker: AccountMaker,
    private readonly realms: Realms,
    private readonly afterCommit: AfterCommit,
  ) {}

  async create(
    actor: Principal,
    { email: given, password, fullName }: NewUser,
    context: RequestContext,
  ): Promise<UserSelection> {
    const account = await findAccount(this.database, actor.realmId, actor.userId);
    if (!account?.canCreateUsers) throw badRequest('User not authorized for this query');
    const realm = await this.realms.get(actor.realmId);
    const email = checkEmail(given.trim(), realm);
    const plan = { email, fullName: checkFullName(fullName), role: Role.Member };
    // Saves the cost of a hash. The constraint decides between simultaneous requests.
    if (await findAccountByEmail(this.database, realm.realmId, email)) throw emailInUse(email);
    if (!isStrongEnough(password, realm.server)) throw badRequest('The password is too weak.');
    const person = { ...plan, passwordHash: await hashPassword(password) };
    const [{ userId }] = (await this.maker.make(realm, [person])) as [CreatedAccount];
    await this.afterCommit.ask(SubscribeNewUser, { realmId: realm.realmId, userId }, context);
    return { userId };
  }
}

function checkEmail(email: string, realm: RealmRecord): string {
  if (!isEmailAddress(email)) throw badRequest('Bad name or username');
  switch (objectionTo(email, realm)) {
    case 'disposable':
      throw badRequest('Disposable email addresses are not allowed in this organization');
    case 'plus':
      throw badRequest('Email addresses containing + are not allowed.');
    case undefined:
      return email;
    default:
      throw badRequest(`Email '${email}' not allowed in this organization`);
  }
}
