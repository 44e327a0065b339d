import { GetUserDirectory, type Stamped, type UserDirectory } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { RealmProvisioningService } from '../realm-provisioning/realm-provisioning.service.js';
import { RealmAccountsReader } from './realm-accounts-reader.js';

@Injectable()
export class RealmAccountsService {
  constructor(
    private readonly accounts: RealmAccountsReader,
    private readonly provisioning: RealmProvisioningService,
  ) {}

  async handle({ realmId }: GetUserDirectory): Promise<Stamped<UserDirectory>> {
    const directory = await this.read(realmId);
    if (directory.state.groups.length > 0) return directory;
    // Nobody has an account yet, but the realm has its groups and bots from the start.
    await this.provisioning.provision(realmId);
    return this.read(realmId);
  }

  private async read(realmId: number): Promise<Stamped<UserDirectory>> {
    const { sequence, state } = await this.accounts.latest(realmId);
    const { users, groups, mutedUsers } = state;
    return { sequence, state: { users, groups, mutedUsers: Object.fromEntries(mutedUsers) } };
  }
}
