import { avatarUrl, canSeeDeliveryEmail } from '@chat/auth';
import { GetOwnUser, GetUser, type Principal, type UserFields } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { type AccountRow, toDirectoryUser } from '../accounts/account.row.js';
import { findAccount, findAccountByEmail, noSuchUser } from '../accounts/find-account.js';
import { nameKey } from '../accounts/name-key.js';
import { readProfileData } from '../profile-data/read-profile-data.js';
import { userFields } from './user-fields.js';

@Injectable()
export class GetUserService {
  constructor(private readonly database: Database) {}

  async handle(request: GetUser): Promise<{ user: UserFields }> {
    const { actor, clientExtavatar, includeCustomProfileFields } = request;
    const account = await this.find(request);
    if (account === undefined) throw noSuchUser();
    const profiles = includeCustomProfileFields
      ? await readProfileData(this.database, actor.realmId, account.userId)
      : null;
    return { user: userFields(toDirectoryUser(account), actor, clientExtavatar, profiles) };
  }

  async own({ actor }: GetOwnUser): Promise<UserFields> {
    const account = await findAccount(this.database, actor.realmId, actor.userId);
    if (account === undefined) throw noSuchUser();
    const user = toDirectoryUser(account);
    const profiles = await readProfileData(this.database, actor.realmId, actor.userId);
    return { ...userFields(user, actor, false, profiles), avatar_url: avatarUrl(actor, user) };
  }

  private async find({ actor, userId, email }: GetUser): Promise<AccountRow | undefined> {
    if (userId !== undefined) return findAccount(this.database, actor.realmId, userId);
    const account = await findAccountByEmail(this.database, actor.realmId, email ?? '');
    return account !== undefined && isKnownTo(actor, account, email ?? '') ? account : undefined;
  }
}

/** A real address that the reader may not see finds nobody. */
function isKnownTo(actor: Principal, account: AccountRow, email: string): boolean {
  return nameKey(email) === nameKey(account.email) || canSeeDeliveryEmail(actor, toDirectoryUser(account));
}
