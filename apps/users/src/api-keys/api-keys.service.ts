import { ApiKeyChanged, type CreatedAccount, type GetApiKeyAsOperator, type Principal } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { type AccountRow, ApiKeyEntity } from '../accounts/account.entity.js';
import { findAccountByEmail, lockAccount, noSuchUser } from '../accounts/find-account.js';
import { recordBotChange } from '../bot-records/record-bots.js';
import { deviceKeys, endSessions } from '../sessions/end-sessions.js';
import { ApiKeyVault } from './api-key-vault.js';

@Injectable()
export class ApiKeysService {
  constructor(
    private readonly database: Database,
    private readonly vault: ApiKeyVault,
  ) {}

  async regenerate({ realmId, userId }: Principal) {
    const apiKey = await this.database.transaction(async (tx) =>
      this.replace(tx, await lockAccount(tx, realmId, userId)),
    );
    return { apiKey };
  }

  /** Gives a locked account a new key and returns it. Ends the keys of its devices. */
  async replace(tx: Transaction, account: AccountRow): Promise<string> {
    const { realmId, userId } = account;
    const apiKey = this.vault.create();
    await tx.getRepository(ApiKeyEntity).update({ userId }, { ...this.vault.seal(apiKey), createdAt: () => 'now()' });
    tx.record(realmId, ApiKeyChanged.of({ userId }));
    await endSessions(tx, account, deviceKeys);
    await recordBotChange(tx, account, {}, { isKeyNew: true });
    return apiKey;
  }

  async getAsOperator({ realmId, email }: GetApiKeyAsOperator): Promise<CreatedAccount> {
    const account = await findAccountByEmail(this.database, realmId, email);
    if (account === undefined) throw noSuchUser();
    return { userId: account.userId, apiKey: await this.read(account.userId) };
  }

  async read(userId: number): Promise<string> {
    const { encrypted } = await this.database.getRepository(ApiKeyEntity).findOneByOrFail({ userId });
    return this.vault.open(encrypted);
  }
}
