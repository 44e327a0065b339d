import { GetUserDirectory, type Stamped, type UserDirectory } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { RealmFurnisher } from '../accounts/realm-furnisher.js';
import { RealmAccountsReader } from './realm-accounts-reader.js';

@Injectable()
export class GetUserDirectoryHandler {
  constructor(
    private readonly accounts: RealmAccountsReader,
    private readonly furnisher: RealmFurnisher,
  ) {}

  async handle({ realmId }: GetUserDirectory): Promise<Stamped<UserDirectory>> {
    const directory = await this.read(realmId);
    if (directory.state.groups.length > 0) return directory;
    // Nobody has an account yet, but the realm has its groups and bots from the start.
    await this.furnisher.furnish(realmId);
    return this.read(realmId);
  }

  private async read(realmId: number): Promise<Stamped<UserDirectory>> {
    const { sequence, state } = await this.accounts.latest(realmId);
    const { users, groups, mutedUsers } = state;
    return { sequence, state: { users, groups, mutedUsers: Object.fromEntries(mutedUsers) } };
  }
}
