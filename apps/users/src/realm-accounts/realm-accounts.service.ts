import { GetRealmAccounts, type RealmAccountsState, type Stamped } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { RealmProvisioningService } from '../realm-provisioning/realm-provisioning.service.js';
import { RealmAccountsReader } from './realm-accounts-reader.js';

@Injectable()
export class RealmAccountsService {
  constructor(
    private readonly accounts: RealmAccountsReader,
    private readonly provisioning: RealmProvisioningService,
  ) {}

  async handle({ realmId }: GetRealmAccounts): Promise<Stamped<RealmAccountsState>> {
    const accounts = await this.read(realmId);
    if (accounts.state.groups.length > 0) return accounts;
    // A realm has its groups and bots before its first account.
    await this.provisioning.provision(realmId);
    return this.read(realmId);
  }

  private async read(realmId: number): Promise<Stamped<RealmAccountsState>> {
    const { sequence, state } = await this.accounts.latest(realmId);
    const { users, groups, mutedUsers } = state;
    return { sequence, state: { users, groups, mutedUsers: Object.fromEntries(mutedUsers) } };
  }
}
