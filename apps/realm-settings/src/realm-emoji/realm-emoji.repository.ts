import type { RealmEmojiRecord } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { EmojiPicture } from './emoji-picture.js';

interface EmojiRow {
  readonly id: number;
  readonly name: string;
  readonly authorId: number | null;
  readonly fileType: 'png' | 'gif';
  readonly isDeactivated: boolean;
}

@Injectable()
export class RealmEmojiRepository {
  constructor(private readonly database: Database) {}

  /** Returns the realm's emoji, deactivated emoji included. */
  async list(tx: Transaction, realmId: number): Promise<RealmEmojiRecord[]> {
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

  async insert(
    tx: Transaction,
    realmId: number,
    emoji: { readonly name: string; readonly authorId: number; readonly picture: EmojiPicture },
  ): Promise<number> {
    const { name, authorId, picture } = emoji;
    const [row] = await tx.query<{ id: number }>(
      'INSERT INTO realm_emoji (realm_id, name, author_id, file_type) VALUES ($1, $2, $3, $4) RETURNING id',
      [realmId, name, authorId, picture.fileType],
    );
    const { id } = row as { id: number };
    await tx.query('INSERT INTO realm_emoji_images (emoji_id, image, still) VALUES ($1, $2, $3)', [
      id,
      picture.image,
      picture.still,
    ]);
    return id;
  }

  async deactivate(tx: Transaction, id: number): Promise<void> {
    await tx.query('UPDATE realm_emoji SET is_deactivated = true WHERE id = $1', [id]);
  }

  /** Raw SQL: PostgreSQL picks one of the two pictures, so only one leaves the database. */
  async findPicture(realmId: number, id: number, fileType: string, still: boolean): Promise<Buffer | null> {
    const [row] = await this.database.query<{ picture: Buffer | null }>(
      `SELECT CASE WHEN $3 THEN still WHEN file_type = $4 THEN image END AS picture
       FROM realm_emoji JOIN realm_emoji_images ON emoji_id = id WHERE id = $1 AND realm_id = $2`,
      [id, realmId, still, fileType],
    );
    return row?.picture ?? null;
  }
}
