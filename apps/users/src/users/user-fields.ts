import { userOnWire } from '@chat/auth';
import type { DirectoryUser, Principal, UserFields } from '@chat/contracts';
import type { ProfileData } from '../profile-data/read-profile-data.js';

/** A user by themselves; `profiles` null leaves profile data out, bots have none. */
export function userFields(
  user: DirectoryUser,
  reader: Pick<Principal, 'userId' | 'role'> | null,
  clientExtavatar: boolean,
  profiles: ReadonlyMap<number, ProfileData> | null,
): UserFields {
  const fields = userOnWire(user, reader, clientExtavatar);
  if (profiles === null || user.isBot) return { ...fields };
  return { ...fields, profile_data: profiles.get(user.userId) ?? {} };
}
