import type { Transaction } from '@chat/persistence';

/**
 * The realm's greatest message id, 0 without messages. Every write that is ordered against messages (sending, subscribing, moving, deleting)
 * calls `lockRealm` first in its transaction. Behind it no other such write commits, and the greatest id does not change.
 */
export async function greatestMessageId(tx: Transaction, realmId: number): Promise<number> {
  const [row] = await tx.query<{ id: number }>(lastMessageIdOfRealm('$1::bigint'), [realmId]);
  return row?.id ?? 0;
}

/**
 * SQL for the id of the first or last message with `value`, an expression, in `column`; an index has the column before the id. The row
 * comparison forces that index. With `column = value` the planner may read the primary key, which for a silent place or a small realm
 * is the whole table (ADR 6).
 */
const idAtEnd = (column: 'recipient_id' | 'realm_id', value: string, direction: 'ASC' | 'DESC'): string =>
  `SELECT m.id FROM messages m
   WHERE (m.${column}, m.id) > (${value}, 0) AND (m.${column}, m.id) <= (${value}, 9223372036854775807)
   ORDER BY m.${column} ${direction}, m.id ${direction} LIMIT 1`;

/** Of a stream or conversation; `recipient` is an expression for its recipient id. */
export const firstMessageIdOf = (recipient: string): string => idAtEnd('recipient_id', recipient, 'ASC');
export const lastMessageIdOf = (recipient: string): string => idAtEnd('recipient_id', recipient, 'DESC');
/** `realm`: an expression for the realm's id. */
export const lastMessageIdOfRealm = (realm: string): string => idAtEnd('realm_id', realm, 'DESC');
