import type { Queryable } from '@chat/persistence';
import { ApiKeyEntity } from '../accounts/api-key.entity.js';
import type { ApiKeyVault } from './api-key-vault.js';

/** The account's API key, which every account has. */
export async function readApiKey(reader: Queryable, vault: ApiKeyVault, userId: number): Promise<string> {
  return vault.open((await reader.getRepository(ApiKeyEntity).findOneByOrFail({ userId })).encrypted);
}
