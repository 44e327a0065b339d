import { badRequest } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';

/** Throws "Invalid user ID: N" unless all of them are users of the realm. One array parameter, however many. */
export async function requireUsers(tx: Transaction, realmId: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const rows = await tx.query<{ userId: number }>(
    'SELECT user_id AS "userId" FROM account WHERE realm_id = $1 AND user_id = ANY($2) AND NOT is_system_bot',
    [realmId, userIds],
  );
  const known = new Set(rows.map((row) => row.userId));
  const unknown = userIds.find((userId) => !known.has(userId));
  if (unknown !== undefined) throw badRequest(`Invalid user ID: ${unknown}`);
}
