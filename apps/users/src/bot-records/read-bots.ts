import type { BotWithKey } from '@chat/contracts';
import type { Queryable } from '@chat/persistence';
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from '../accounts/account.entity.js';
import { CONFIGURATION, SEALED_API_KEY } from './bot-configuration.entity.js';

type BotRow = AccountRow & Pick<Required<BotWithKey>, 'sealedApiKey' | 'configuration'>;

/** The bots of the realm, or those of one owner, without system bots, ascending by id. One statement reads bots, keys and configurations. */
export async function readBots(
  reader: Queryable,
  realmId: number,
  ownerId: number | null = null,
): Promise<Required<BotWithKey>[]> {
  const rows = await reader.query<BotRow>(
    `SELECT ${ACCOUNT_COLUMNS}, ${SEALED_API_KEY} AS "sealedApiKey", ${CONFIGURATION} AS configuration
     FROM account a JOIN api_key k USING (user_id) LEFT JOIN bot_configurations c ON c.bot_id = a.user_id
     WHERE a.realm_id = $1 AND a.is_bot AND NOT a.is_system_bot AND ($2::bigint IS NULL OR a.bot_owner_id = $2)
     ORDER BY a.user_id`,
    [realmId, ownerId],
  );
  return rows.map((row) => ({
    user: toAccount(row),
    sealedApiKey: row.sealedApiKey,
    configuration: row.configuration,
  }));
}
