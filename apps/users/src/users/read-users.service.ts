import {
  avatarUrl,
  canSeeDeliveryEmail,
  type GetOwnUser,
  type GetPrincipal,
  memberText,
  type OwnAccount,
  type Principal,
  shownUser,
  type UserByEmailQuery,
  type UserList,
  type UserQuery,
  type UserResponse,
  type UserViewOptions,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { JsonText } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { type AccountRow, toAccount } from '../accounts/account.entity.js';
import { findAccount, findAccountByEmail, noSuchUser } from '../accounts/find-account.js';
import { nameKey } from '../accounts/names.js';
import { readProfileData } from '../profile-data/profile-values.repository.js';
import { RealmAccountsReader } from '../realm-accounts/realm-accounts-reader.js';
import { peopleList } from './people-lists.js';

@Injectable()
export class ReadUsersService {
  constructor(
    private readonly database: Database,
    private readonly accounts: RealmAccountsReader,
  ) {}

  async list(actor: Principal, { clientExtavatar, includeCustomProfileFields }: UserViewOptions): Promise<JsonText> {
    const accounts = (await this.accounts.latest(actor.realmId)).state;
    const list = includeCustomProfileFields ? 'members with profiles' : 'members';
    return new JsonText(`{${memberText<UserList>('members', peopleList(list, accounts, actor, clientExtavatar))}}`);
  }

  async byId(actor: Principal, { userId, ...options }: UserQuery): Promise<UserResponse> {
    return this.show(actor, await findAccount(this.database, actor.realmId, userId), options);
  }

  /** A real address that the reader may not see counts as unknown. */
  async byEmail(actor: Principal, { email, ...options }: UserByEmailQuery): Promise<UserResponse> {
    const account = await findAccountByEmail(this.database, actor.realmId, email);
    const isKnown =
      account && (nameKey(email) === nameKey(account.email) || canSeeDeliveryEmail(actor, toAccount(account)));
    return this.show(actor, isKnown ? account : undefined, options);
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

  async principal({ realmId, userId }: GetPrincipal): Promise<Principal | null> {
    const account = await findAccount(this.database, realmId, userId);
    if (!account?.isActive) return null;
    const { role, isBot, botOwnerId, email, fullName, joinedAtSeconds } = account;
    return { realmId, userId, role, isBot, botOwnerId, email, fullName, joinedAtSeconds };
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
