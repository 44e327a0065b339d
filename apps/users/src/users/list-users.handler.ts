import { userOnWire } from '@chat/auth';
import { type DirectoryUser, ListUsers, type Principal, type UserFields } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { RealmAccountsReader } from '../directory/realm-accounts.js';
import { type ProfileData, readProfileData } from '../profile-data/read-profile-data.js';

@Injectable()
export class ListUsersHandler {
  constructor(
    private readonly database: Database,
    private readonly accounts: RealmAccountsReader,
  ) {}

  async handle(request: ListUsers): Promise<{ members: UserFields[] }> {
    const { actor, clientExtavatar, includeCustomProfileFields } = request;
    const { state } = await this.database.snapshot(actor.realmId, async (tx) => ({
      users: (await this.accounts.getIn(tx, actor.realmId)).state.users,
      profiles: includeCustomProfileFields ? await readProfileData(tx, actor.realmId) : null,
    }));
    const people = state.users.filter((user) => user.isSystemBot !== true);
    return { members: people.map((user) => userFields(user, actor, clientExtavatar, state.profiles)) };
  }
}

/** A user of a list; `profiles` null leaves profile data out, bots have none. */
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
