import { memberText, type Principal, type UserList, type UserViewOptions } from '@chat/contracts';
import { JsonText } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { RealmAccountsReader } from '../realm-accounts/realm-accounts-reader.js';
import { peopleList } from './people-lists.js';

@Injectable()
export class ListUsersService {
  constructor(private readonly accounts: RealmAccountsReader) {}

  async list(actor: Principal, { clientExtavatar, includeCustomProfileFields }: UserViewOptions): Promise<JsonText> {
    const accounts = (await this.accounts.latest(actor.realmId)).state;
    const list = includeCustomProfileFields ? 'members with profiles' : 'members';
    return new JsonText(`{${memberText<UserList>('members', peopleList(list, accounts, actor, clientExtavatar))}}`);
  }
}
