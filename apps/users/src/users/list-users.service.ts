import { ListUsers } from '@chat/contracts';
import { JsonText } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { RealmAccountsReader } from '../realm-accounts/realm-accounts-reader.js';
import { peopleList } from './people-lists.js';

@Injectable()
export class ListUsersService {
  constructor(private readonly accounts: RealmAccountsReader) {}

  /** The reply, as text. */
  async handle(request: ListUsers): Promise<JsonText> {
    const { actor, clientExtavatar, includeCustomProfileFields } = request;
    const accounts = (await this.accounts.latest(actor.realmId)).state;
    const list = includeCustomProfileFields ? 'members with profiles' : 'members';
    return new JsonText(`{"members":${peopleList(list, accounts, actor, clientExtavatar)}}`);
  }
}
