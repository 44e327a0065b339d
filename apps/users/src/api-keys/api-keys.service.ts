import { type ApiKey, ApiKeyChanged, type Principal } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { ApiKeyEntity } from '../accounts/api-key.entity.js';
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
    const change = { ...this.vault.seal(apiKey), createdAt: () => 'now()' };
    await this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, actor.realmId, actor.userId);
      await tx.getRepository(ApiKeyEntity).update({ userId: actor.userId }, change);
      tx.record(actor.realmId, ApiKeyChanged.of({ userId: actor.userId }));
      await recordBotChange(tx, account, {}, true);
    });
    return { apiKey };
  }
}
