import {
  avatarUrl,
  canSeeDeliveryEmail,
  type GetOwnUser,
  type OwnAccount,
  type Principal,
  shownUser,
  type UserByEmailQuery,
  type UserQuery,
  type UserResponse,
  type UserViewOptions,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { type AccountRow, toAccount } from '../accounts/account.row.js';
import { findAccount, findAccountByEmail, noSuchUser } from '../accounts/find-account.js';
import { nameKey } from '../accounts/name-key.js';
import { readProfileData } from '../profile-data/read-profile-data.js';

@Injectable()
export class GetUserService {
  constructor(private readonly database: Database) {}

  async byId(actor: Principal, { userId, ...options }: UserQuery): Promise<UserResponse> {
    return this.show(actor, await findAccount(this.database, actor.realmId, userId), options);
  }

  /** A real address that the reader may not see finds nobody. */
  async byEmail(actor: Principal, { email, ...options }: UserByEmailQuery): Promise<UserResponse> {
    const account = await findAccountByEmail(this.database, actor.realmId, email);
    return this.show(actor, account && isKnownTo(actor, account, email) ? account : undefined, options);
  }

  async own({ actor }: GetOwnUser): Promise<OwnAccount> {
    const account = await findAccount(this.database, actor.realmId, actor.userId);
    if (account === undefined) throw noSuchUser();
    const user = toAccount(account);
    return {
      ...shownUser(user, actor, false),
      ...(await this.profileOf(account)),
      deliveryEmail: user.deliveryEmail,
      avatarUrl: avatarUrl(actor, user),
    };
  }

  private async show(
    actor: Principal,
    account: AccountRow | undefined,
    { clientExtavatar, includeCustomProfileFields }: UserViewOptions,
  ): Promise<UserResponse> {
    if (account === undefined) throw noSuchUser();
    const user = shownUser(toAccount(account), actor, clientExtavatar);
    return { user: includeCustomProfileFields ? { ...user, ...(await this.profileOf(account)) } : user };
  }

  /** Bots have no profile. */
  private async profileOf({ realmId, userId, isBot }: AccountRow): Promise<Pick<OwnAccount, 'profileData'>> {
    if (isBot) return {};
    return { profileData: (await readProfileData(this.database, realmId, userId)).get(userId) ?? {} };
  }
}

const isKnownTo = (actor: Principal, account: AccountRow, email: string): boolean =>
  nameKey(email) === nameKey(account.email) || canSeeDeliveryEmail(actor, toAccount(account));
