import { GetRealmAccounts, type RealmAccountsState, type Stamped } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { RealmProvisioningService } from '../account-changes/realm-provisioning.service.js';
import { RealmAccountsReader } from './realm-accounts-reader.js';

@Controller()
export class RealmAccountsController {
  constructor(
    private readonly accounts: RealmAccountsReader,
    private readonly provisioning: RealmProvisioningService,
  ) {}

  @MessagePattern(GetRealmAccounts.pattern)
  async get(@Payload() { realmId }: GetRealmAccounts): Promise<Stamped<RealmAccountsState>> {
    let accounts = await this.accounts.latest(realmId);
    if (accounts.state.groups.length === 0) {
      await this.provisioning.provision(realmId);
      accounts = await this.accounts.latest(realmId);
    }
    const { users, groups, mutedUsers } = accounts.state;
    return { sequence: accounts.sequence, state: { users, groups, mutedUsers: Object.fromEntries(mutedUsers) } };
  }
}
