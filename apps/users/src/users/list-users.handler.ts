import { ListUsers } from '@chat/contracts';
import { JsonText } from '@chat/transport';
import { Injectable } from '@nestjs/common';
import { RealmAccountsReader } from '../directory/realm-accounts-reader.js';
import { profileMember, userMembers } from './people-text.js';

@Injectable()
export class ListUsersHandler {
  constructor(private readonly accounts: RealmAccountsReader) {}

  /** The reply, as text. */
  async handle(request: ListUsers): Promise<JsonText> {
    const { actor, clientExtavatar, includeCustomProfileFields } = request;
    const { users, profiles } = (await this.accounts.latest(actor.realmId)).state;
    const members = users.flatMap((user) => {
      if (user.isSystemBot) return [];
      const profile = includeCustomProfileFields ? profileMember(user, profiles) : '';
      return `{${userMembers(user, actor, clientExtavatar)},"is_active":${user.isActive}${profile}}`;
    });
    return new JsonText(`{"members":[${members.join(',')}]}`);
  }
}
