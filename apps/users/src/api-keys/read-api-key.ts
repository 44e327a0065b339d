import type { Database } from '@chat/persistence';
import type { ApiKeyVault } from './api-key-vault.js';

/** The account's API key, which every account has. */
export async function readApiKey(reader: Pick<Database, 'query'>, vault: ApiKeyVault, userId: number): Promise<string> {
  const [row] = await reader.query<{ encrypted: Buffer }>(
    'SELECT key_encrypted AS encrypted FROM api_key WHERE user_id = $1',
    [userId],
  );
  if (row === undefined) throw new Error(`Account ${userId} has no API key.`);
  return vault.open(row.encrypted);
}
