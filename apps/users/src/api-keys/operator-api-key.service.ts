import { type CreatedAccount, GetApiKeyAsOperator } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { findAccountByEmail, noSuchUser } from '../accounts/find-account.js';
import { ApiKeyVault } from './api-key-vault.js';
import { readApiKey } from './read-api-key.js';

@Injectable()
export class OperatorApiKeyService {
  constructor(
    private readonly database: Database,
    private readonly vault: ApiKeyVault,
  ) {}

  async handle({ realmId, email }: GetApiKeyAsOperator): Promise<CreatedAccount> {
    const account = await findAccountByEmail(this.database, realmId, email);
    if (account === undefined) throw noSuchUser();
    return { userId: account.userId, apiKey: await readApiKey(this.database, this.vault, account.userId) };
  }
}
