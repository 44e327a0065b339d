import type { ReadMutedMessages } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';

/** Older rows are deleted: no event is repeated for so long. */
const APPLIED_MUTES_DAYS = 30;

/**
 * Records that the muting is applied. Returns false if it, or a later one, was applied before. One statement compares and writes. The direct
 * call may apply a muting of the same second again (`isRepeatable`), because a user can mute, unmute and mute within a second.
 */
export async function applyMute(
  tx: Transaction,
  { userId, mutedUserId, mutedAtSeconds }: Omit<ReadMutedMessages, 'realmId'>,
  isRepeatable: boolean,
): Promise<boolean> {
  const applied = await tx.query(
    `WITH expired AS (
       DELETE FROM applied_mutes WHERE user_id = $1 AND muted_user_id <> $2 AND muted_at < $3::bigint - 86400 * $4::bigint
     )
     INSERT INTO applied_mutes AS a (user_id, muted_user_id, muted_at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id, muted_user_id) DO UPDATE SET muted_at = excluded.muted_at
     WHERE a.muted_at < excluded.muted_at OR $5 AND a.muted_at = excluded.muted_at
     RETURNING 1`,
    [userId, mutedUserId, mutedAtSeconds, APPLIED_MUTES_DAYS, isRepeatable],
  );
  return applied.length > 0;
}
