import { type ApiKey, ApiKeyChanged, type Principal } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { lockAccount } from '../accounts/find-account.js';
import { recordBotChange } from '../bots/record-bots.js';
import { ApiKeyVault } from './api-key-vault.js';

@Injectable()
export class ApiKeysService {
  constructor(
    private readonly database: Database,
    private readonly vault: ApiKeyVault,
  ) {}

  async regenerate(actor: Principal): Promise<ApiKey> {
    const apiKey = this.vault.create();
    const { index, encrypted } = this.vault.seal(apiKey);
    await this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, actor.realmId, actor.userId);
      await tx.query('UPDATE api_key SET key_index = $2, key_encrypted = $3, created_at = now() WHERE user_id = $1', [
        actor.userId,
        index,
        encrypted,
      ]);
      tx.record(actor.realmId, ApiKeyChanged.of({ userId: actor.userId }));
      await recordBotChange(tx, account, {}, true);
    });
    return { apiKey };
  }
}
