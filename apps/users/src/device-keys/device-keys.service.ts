import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { AccountRow } from '../accounts/account.entity.js';
import { ApiKeyVault } from '../api-keys/api-key-vault.js';
import { type NewSession, SessionsService } from '../sessions/sessions.service.js';

/**
 * Keys of single devices. A device key is a session with a token in the form of an API key, so it is listed and ends with the sessions.
 * Only its hash is stored.
 */
@Injectable()
export class DeviceKeysService {
  constructor(
    private readonly vault: ApiKeyVault,
    private readonly sessions: SessionsService,
  ) {}

  /** Returns a new key of an active account, which the transaction has locked or made. */
  async issue(
    tx: Transaction,
    account: Pick<AccountRow, 'realmId' | 'userId'>,
    device: Omit<NewSession, 'tokenHash' | 'kind'>,
  ): Promise<string> {
    const key = this.vault.create();
    await this.sessions.start(tx, account, { ...device, kind: 'mobile', tokenHash: this.vault.indexOf(key) });
    return key;
  }

  /** The holder of the key. Records its use, too. */
  find(realmId: number, key: string) {
    return this.sessions.use(realmId, this.vault.indexOf(key), { isDeviceKey: true });
  }
}
