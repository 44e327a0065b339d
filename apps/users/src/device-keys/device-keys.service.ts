import type { VerifiedKey } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { AccountRow } from '../accounts/account.entity.js';
import { ApiKeyVault } from '../api-keys/api-key-vault.js';
import { type NewSession, SessionsService } from '../sessions/sessions.service.js';

/** A device key with the addresses of its owner, folded. */
export interface DeviceKeyHolder {
  readonly emailKey: string | undefined;
  readonly deliveryEmailKey: string | undefined;
  readonly verified: VerifiedKey;
}

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

  /** Records the use of the key, too. */
  async find(realmId: number, key: string): Promise<DeviceKeyHolder | undefined> {
    const found = await this.sessions.use(realmId, this.vault.indexOf(key), { isDeviceKey: true });
    if (found === undefined) return undefined;
    const { emailKey, deliveryEmailKey } = found.account;
    return { emailKey, deliveryEmailKey, verified: found.verified };
  }
}
