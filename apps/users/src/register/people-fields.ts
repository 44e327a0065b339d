import type { AccountReader } from '@chat/auth';
import { JsonText } from '@chat/transport';
import type { RealmAccounts } from '../directory/realm-accounts.js';
import { profileMember, userMembers } from '../users/people-text.js';

/** Active users, deactivated ones, and the realm's own bots. Spectators (null) see no user's account, only the bots. */
export function peopleFields(
  { users, profiles }: RealmAccounts,
  reader: AccountReader,
  clientExtavatar: boolean,
): Record<string, JsonText> {
  const active: string[] = [];
  const nonActive: string[] = [];
  const systemBots: string[] = [];
  for (const user of users) {
    if (user.isSystemBot) {
      const members = userMembers(user, reader, clientExtavatar);
      systemBots.push(`{${members},"is_active":${user.isActive},"is_system_bot":true}`);
    } else if (reader !== null) {
      const members = userMembers(user, reader, clientExtavatar);
      (user.isActive ? active : nonActive).push(`{${members}${profileMember(user, profiles)}}`);
    }
  }
  return { realm_users: list(active), realm_non_active_users: list(nonActive), cross_realm_bots: list(systemBots) };
}

const list = (items: readonly string[]): JsonText => new JsonText(`[${items.join(',')}]`);
