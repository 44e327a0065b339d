import type { AccountReader, RegisterFields } from '@chat/contracts';
import type { RealmAccounts } from '../realm-accounts/realm-accounts.js';
import { type PeopleList, sharedPeopleList } from '../users/people-lists.js';

/** Active users, deactivated ones, and the realm's own bots. Spectators (null) see no user's account, only the bots. */
export function peopleFields(accounts: RealmAccounts, reader: AccountReader, clientExtavatar: boolean): RegisterFields {
  const shared = (list: PeopleList) => sharedPeopleList(list, accounts, reader, clientExtavatar);
  return {
    realm_users: reader === null ? [] : shared('active'),
    realm_non_active_users: reader === null ? [] : shared('deactivated'),
    cross_realm_bots: shared('system bots'),
  };
}
