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

/**
 * Shared: the transaction looks streams up and stores them. Exclusive: a look for the bots of changed streams waits for these transactions,
 * so that it finds their bots. Take the lock before those of accounts.
 */
export async function lockBotStreams(tx: Transaction, realmId: number, mode: 'shared' | 'exclusive'): Promise<void> {
  const lock = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await tx.query(`SELECT ${lock}(hashtextextended('bot streams:' || $1::text, 0))`, [realmId]);
}

/** Changes the configuration of a locked bot. */
export async function upsertConfiguration(
  tx: Transaction,
  botId: number,
  changes: Partial<BotConfigurationEntity>,
): Promise<void> {
  await tx.getRepository(BotConfigurationEntity).upsert({ ...changes, botId }, ['botId']);
}
