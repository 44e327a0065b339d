import type { AccountReader } from '@chat/auth';
import { JsonText } from '@chat/transport';
import type { RealmAccounts } from '../directory/realm-accounts.js';
import { peopleList } from '../users/people-lists.js';

/** Active users, deactivated ones, and the realm's own bots. Spectators (null) see no user's account, only the bots. */
export function peopleFields(
  accounts: RealmAccounts,
  reader: AccountReader,
  clientExtavatar: boolean,
): Record<string, unknown> {
  const text = (list: 'active' | 'deactivated' | 'system bots') =>
    new JsonText(peopleList(list, accounts, reader, clientExtavatar));
  return {
    realm_users: reader === null ? [] : text('active'),
    realm_non_active_users: reader === null ? [] : text('deactivated'),
    cross_realm_bots: text('system bots'),
  };
}
