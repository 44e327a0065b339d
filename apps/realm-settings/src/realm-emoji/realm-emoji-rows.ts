import type { RealmEmojiRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';

interface EmojiRow {
  readonly id: number;
  readonly name: string;
  readonly authorId: number | null;
  readonly fileType: 'png' | 'gif';
  readonly isDeactivated: boolean;
}

/** Deactivated ones too. */
export async function readRealmEmoji(tx: Pick<Transaction, 'query'>, realmId: number): Promise<RealmEmojiRecord[]> {
  const rows = await tx.query<EmojiRow>(
    `SELECT id, name, author_id AS "authorId", file_type AS "fileType", is_deactivated AS "isDeactivated"
     FROM realm_emoji WHERE realm_id = $1 ORDER BY id`,
    [realmId],
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    sourceUrl: `/user_avatars/${realmId}/emoji/images/${row.id}.${row.fileType}`,
    stillUrl: row.fileType === 'gif' ? `/user_avatars/${realmId}/emoji/images/still/${row.id}.png` : null,
    isDeactivated: row.isDeactivated,
    authorId: row.authorId,
  }));
}
