import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { ApiKeyVault } from '../api-keys/api-key-vault.js';
import { Realms } from '../realm/realms.js';
import { provisionRealm } from './provision-realm.js';

/** Gives a realm its system groups and system bots before its first account does. */
@Injectable()
export class RealmProvisioningService {
  constructor(
    private readonly database: Database,
    private readonly vault: ApiKeyVault,
    private readonly realms: Realms,
  ) {}

  async provision(realmId: number): Promise<void> {
    const realm = await this.realms.get(realmId);
    const nowSeconds = Math.floor(Date.now() / 1000);
    await this.database.transaction((tx) => provisionRealm(tx, realm, this.vault, nowSeconds));
  }
}
