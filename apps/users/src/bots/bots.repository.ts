import type { Queryable, Transaction } from '@chat/persistence';
import { ACCOUNT_COLUMNS, type AccountRow } from '../accounts/account.entity.js';
import { BotConfigurationEntity } from '../bot-records/bot-configuration.entity.js';

/** The bots with one of the streams as a default. Raw SQL: a repository cannot look into the column. */
export function findBotsByStream(
  reader: Queryable,
  realmId: number,
  streamIds: readonly number[],
): Promise<AccountRow[]> {
  return reader.query<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM account a
     WHERE a.realm_id = $1 AND a.is_bot AND NOT a.is_system_bot
       AND ((bot_defaults #>> '{sendingStream,id}')::bigint = ANY ($2)
         OR (bot_defaults #>> '{eventsRegisterStream,id}')::bigint = ANY ($2))
     ORDER BY a.user_id`,
    [realmId, streamIds],
  );
}

/** Changes the configuration of a locked bot. */
export async function upsertConfiguration(
  tx: Transaction,
  botId: number,
  changes: Partial<BotConfigurationEntity>,
): Promise<void> {
  await tx.getRepository(BotConfigurationEntity).upsert({ ...changes, botId }, ['botId']);
}
