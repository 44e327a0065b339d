import { userOnWire } from '@chat/auth';
import type { DirectoryUser } from '@chat/contracts';
import type { AccountRow } from '../accounts/account.row.js';
import type { ProfileData } from '../profile-data/read-profile-data.js';
import { userFields } from '../users/list-users.handler.js';

/** Active users, deactivated ones, and the realm's own bots. Spectators (null) see no user's account, only the bots. */
export function peopleFields(
  users: readonly DirectoryUser[],
  reader: AccountRow | null,
  clientExtavatar: boolean,
  profiles: ReadonlyMap<number, ProfileData>,
): Record<string, unknown> {
  const active: unknown[] = [];
  const nonActive: unknown[] = [];
  const systemBots: unknown[] = [];
  for (const user of users) {
    if (user.isSystemBot) systemBots.push({ ...userOnWire(user, reader, clientExtavatar), is_system_bot: true });
    else if (reader === null) continue;
    else {
      const { is_active: isActive, ...fields } = userFields(user, reader, clientExtavatar, profiles);
      (isActive ? active : nonActive).push(fields);
    }
  }
  return { realm_users: active, realm_non_active_users: nonActive, cross_realm_bots: systemBots };
}
